use std::time::Duration;

use futures_util::future::join_all;
use jiff::civil::date;
use listing_domain::condition::Condition;
use listing_domain::locale::Market;
use listing_domain::money::{Currency, Money};
use listing_domain::pricing::ComparableKind;
use listing_market::Failure;
use listing_testkit::service::{Received, Server, Step};
use serde_json::{Value, json};

use crate::support::{Kind, SECRET, TOKEN_PATH, query, query_in, searches, service, subject, token, tokens};

const EBAY: [Kind; 2] = [Kind::Browse, Kind::Insights];

fn good(kind: Kind) -> Step {
    Step::ok(&kind.answer(&["Veste en cuir"]))
}

#[tokio::test]
async fn an_offer_is_read_from_the_ebay_fields() {
    let server = service(|_, _| good(Kind::Browse)).await;
    let found = subject(Kind::Browse, &server).find(&query()).await.unwrap();
    let [offer] = &found[..] else { panic!("expected one result, got {found:?}") };
    assert_eq!(offer.price, Money::from_major(40, Currency::Eur));
    assert_eq!((offer.condition, offer.kind), (Some(Condition::Good), ComparableKind::Asking));
    assert_eq!((offer.seen_on, offer.source.as_str()), (date(2026, 11, 23), "eBay"));
    assert_eq!(offer.link.as_deref(), Some("https://www.ebay.fr/itm/110587?hash=item1"));
    assert!(offer.is_like(query().product) && offer.brand.is_none(), "{offer:?}");

    let server = service(|_, _| good(Kind::Insights)).await;
    let found = subject(Kind::Insights, &server).find(&query()).await.unwrap();
    let [sale] = &found[..] else { panic!("expected one result, got {found:?}") };
    assert_eq!((sale.condition, sale.kind), (Some(Condition::VeryGood), ComparableKind::Sold));
    assert_eq!(sale.seen_on, date(2026, 10, 2));
}

#[tokio::test]
async fn the_token_request_matches_the_ebay_documentation() {
    for (kind, scope) in EBAY.into_iter().zip([
        "https%3A%2F%2Fapi.ebay.com%2Foauth%2Fapi_scope",
        "https%3A%2F%2Fapi.ebay.com%2Foauth%2Fapi_scope%2Fbuy.marketplace.insights",
    ]) {
        let server = service(move |_, _| good(kind)).await;
        subject(kind, &server).find(&query()).await.unwrap();
        let received = server.received();
        let request = &received[0];
        assert!(request.head.starts_with(&format!("POST {TOKEN_PATH} ")), "{}", request.head);
        assert_eq!(request.header("content-type"), Some("application/x-www-form-urlencoded"));
        // `my-app:canary-secret-5c9e1b7a` in base64.
        let basic = "Basic bXktYXBwOmNhbmFyeS1zZWNyZXQtNWM5ZTFiN2E=";
        assert_eq!(request.header("authorization"), Some(basic));
        assert_eq!(request.text, format!("grant_type=client_credentials&scope={scope}"));
        assert_eq!(received[1].header("authorization"), Some("Bearer canary-token-0"));
    }
}

#[tokio::test]
async fn a_search_request_contains_only_the_search_words() {
    let server = service(|_, _| good(Kind::Browse)).await;
    let subject = subject(Kind::Browse, &server);
    for (market, site, words) in [
        (Market::France, "EBAY_FR", "Levi%E2%80%99s+veste"),
        (Market::UnitedKingdom, "EBAY_GB", "Levi%E2%80%99s+jacket"),
        (Market::UnitedStates, "EBAY_US", "Levi%E2%80%99s+jacket"),
    ] {
        subject.find(&query_in(market)).await.unwrap();
        let request = searches(&server).pop().unwrap();
        let path = "/buy/browse/v1/item_summary/search";
        let filter = "buyingOptions%3A%7BFIXED_PRICE%7D";
        assert_eq!(request.path, format!("{path}?q={words}&limit=50&offset=0&filter={filter}"));
        assert_eq!(request.header("x-ebay-c-marketplace-id"), Some(site));
        assert!(request.text.is_empty());
    }
    assert_eq!(tokens(&server), 1);
}

#[tokio::test]
async fn a_token_is_fetched_once_for_concurrent_searches_and_renewed_before_it_expires() {
    let server = service(|_, _| good(Kind::Browse)).await;
    let subject = subject(Kind::Browse, &server);
    let query = query();
    let all = join_all((0..12).map(|_| subject.find(&query))).await;
    assert!(all.iter().all(Result::is_ok));
    assert_eq!((tokens(&server), searches(&server).len()), (1, 12));
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(7_200 - 61)).await;
    tokio::time::resume();
    subject.find(&query).await.unwrap();
    assert_eq!(tokens(&server), 1, "the token is still valid for a second and must be reused");
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(2)).await;
    tokio::time::resume();
    subject.find(&query).await.unwrap();
    assert_eq!(tokens(&server), 2);
}

#[tokio::test]
async fn a_refused_token_is_renewed_once() {
    for kind in EBAY {
        let server = service(move |_, request| match request.header("authorization") {
            Some("Bearer canary-token-0") => {
                Step::raw(401, r#"{"errors":[{"message":"Invalid access token"}]}"#)
            }
            _ => good(kind),
        })
        .await;
        let subject = subject(kind, &server);
        assert_eq!(subject.find(&query()).await.unwrap().len(), 1);
        assert_eq!((tokens(&server), searches(&server).len()), (2, 2));
        subject.find(&query()).await.unwrap();
        assert_eq!((tokens(&server), searches(&server).len()), (2, 3), "the new token must be cached");
    }
}

#[tokio::test]
async fn refused_credentials_are_not_retried_and_never_printed() {
    // The service repeats the request's secrets in its error.
    let refuses = |status: u16| {
        move |_: usize, request: &Received| {
            let sent = request.header("authorization").unwrap_or_default();
            Step::raw(status, &format!(r#"{{"errors":[{{"message":"Wrong: {SECRET} {sent}"}}]}}"#))
        }
    };
    for (status, calls) in [(401, 4), (403, 2)] {
        let server = service(refuses(status)).await;
        let subject = subject(Kind::Browse, &server);
        let failure = subject.failure(&query()).await;
        assert!(matches!(failure, Failure::Refused(_)), "{failure:?}");
        assert!(!format!("{failure} {failure:?}").contains("canary-token"), "{failure:?}");
        assert_eq!(server.received().len(), calls);
        assert!(matches!(subject.failure(&query()).await, Failure::CircuitOpen(_)));
        assert_eq!(server.received().len(), calls, "an open circuit must prevent calls");
    }
    for status in [400, 401] {
        let server = Server::start(refuses(status)).await;
        let failure = subject(Kind::Browse, &server).failure(&query()).await;
        assert!(matches!(failure, Failure::Refused(_)), "{failure:?}");
        let shown = format!("{failure} {failure:?}");
        assert!(!shown.contains(SECRET) && !shown.contains("bXktYXBw"), "{shown}");
        assert_eq!(server.received().len(), 1);
    }
}

fn page(kind: Kind, offers: usize, has_next: bool) -> Step {
    let mut answer = kind.answer(&vec!["Veste en cuir"; offers]);
    if has_next {
        answer["next"] = json!("https://evil.example/steal-the-token");
    }
    Step::ok(&answer)
}

#[tokio::test]
async fn pages_are_read_until_there_are_enough_offers() {
    for kind in EBAY {
        let check = async |pages: Vec<(usize, bool)>, found: usize, offsets: &[&str]| {
            let server = service(move |number, _| {
                let (offers, has_next) = pages[number.min(pages.len() - 1)];
                page(kind, offers, has_next)
            })
            .await;
            assert_eq!(subject(kind, &server).find(&query()).await.unwrap().len(), found);
            let requests = searches(&server);
            let offset =
                |path: &str| path.split("offset=").nth(1).unwrap().split('&').next().unwrap().to_owned();
            let requested: Vec<String> = requests.iter().map(|request| offset(&request.path)).collect();
            assert_eq!(requested, offsets);
        };
        check(vec![(10, false)], 10, &["0"]).await;
        check(vec![(10, true), (5, false)], 15, &["0", "50"]).await;
        check(vec![(40, true)], 40, &["0"]).await;
        check(vec![(1, true)], 3, &["0", "50", "100"]).await;
        check(vec![(0, true)], 0, &["0"]).await;
        // Offers beyond the requested number are ignored.
        check(vec![(500, true)], 50, &["0"]).await;
    }
}

#[tokio::test]
async fn a_failed_second_page_keeps_the_first_pages_offers() {
    let server = service(|number, _| match number {
        0 => page(Kind::Browse, 10, true),
        _ => Step::raw(500, ""),
    })
    .await;
    assert_eq!(subject(Kind::Browse, &server).find(&query()).await.unwrap().len(), 10);
}

fn changed(kind: Kind, change: impl Fn(&mut Value)) -> Value {
    let mut offer = kind.offer("Veste en cuir");
    change(&mut offer);
    offer
}

#[tokio::test]
async fn offers_without_a_price_are_left_out() {
    let price = |value: Value| changed(Kind::Browse, |offer| offer["price"] = value.clone());
    let odd = vec![
        price(json!({ "value": "40.00", "currency": "CHF" })),
        price(json!({ "value": "0.0", "currency": "EUR" })),
        price(json!({ "value": "-4", "currency": "EUR" })),
        price(json!({ "value": "1e9", "currency": "EUR" })),
        price(json!({ "value": 40, "currency": "EUR" })),
        price(json!({ "currency": "EUR" })),
        price(Value::Null),
        price(json!("40 EUR")),
        changed(Kind::Browse, |offer| offer["buyingOptions"] = json!(["AUCTION"])),
        changed(Kind::Browse, |offer| offer["buyingOptions"] = Value::Null),
        changed(Kind::Browse, |offer| offer["title"] = json!(7)),
        changed(Kind::Browse, |offer| offer["title"] = json!("\u{202e}\u{0}")),
        changed(Kind::Browse, |offer| offer["title"] = json!("veste ".repeat(10_000))),
        json!(null),
        json!([[[[]]]]),
        json!("Veste"),
        Kind::Browse.offer("Veste en jean"),
    ];
    let answer = Step::ok(&json!({ "itemSummaries": odd }));
    let server = service(move |_, _| answer.clone()).await;
    let found = subject(Kind::Browse, &server).find(&query()).await.unwrap();
    assert_eq!(found.len(), 1, "{found:?}");

    let sale = |date: Value| changed(Kind::Insights, |sale| sale["lastSoldDate"] = date.clone());
    let odd = vec![sale(json!("yesterday")), sale(Value::Null), sale(json!("2027-01-01T00:00:00.000Z"))];
    let answer = Step::ok(&json!({ "itemSales": odd }));
    let server = service(move |_, _| answer.clone()).await;
    let found = subject(Kind::Insights, &server).find(&query()).await.unwrap();
    let [sale] = &found[..] else { panic!("expected one result, got {found:?}") };
    assert_eq!(sale.seen_on, date(2026, 11, 23), "a sale must not be dated after today");
}

#[tokio::test]
async fn implausible_fields_of_an_offer_are_dropped() {
    let link = |link: &str| changed(Kind::Browse, |offer| offer["itemWebUrl"] = json!(link));
    let condition = |id: Value| changed(Kind::Browse, |offer| offer["conditionId"] = id.clone());
    let offers = vec![
        link("https://www.ebay.fr/itm/1"),
        link("https://www.ebay.fr.evil.example/itm/1"),
        link("javascript:alert(1)"),
        condition(json!("7000")),
        condition(json!("4711")),
        condition(Value::Null),
        changed(Kind::Browse, |offer| offer["price"]["currency"] = json!("GBP")),
    ];
    let answer = Step::ok(&json!({ "itemSummaries": offers }));
    let server = service(move |_, _| answer.clone()).await;
    let found = subject(Kind::Browse, &server).find(&query()).await.unwrap();
    let links: Vec<bool> = found[..3].iter().map(|one| one.link.is_some()).collect();
    assert_eq!(links, [true, false, false]);
    let conditions: Vec<_> = found[3..6].iter().map(|one| one.condition).collect();
    assert_eq!(conditions, [Some(Condition::ForParts), None, None]);
    assert_eq!(found[6].price, Money::from_major(40, Currency::Gbp));
}

#[tokio::test]
async fn a_token_that_expires_at_once_is_used_and_a_missing_one_is_a_failure() {
    for (expires_in, fetches) in [(json!(0), 2), (json!(u64::MAX), 1), (json!(7_200), 1)] {
        let server = Server::start(move |number, request| {
            if !request.path.starts_with(TOKEN_PATH) {
                return good(Kind::Browse);
            }
            match token(number) {
                Step::Answer { .. } => {
                    Step::ok(&json!({ "access_token": "canary-token", "expires_in": expires_in }))
                }
                other => other,
            }
        })
        .await;
        let subject = subject(Kind::Browse, &server);
        subject.find(&query()).await.unwrap();
        subject.find(&query()).await.unwrap();
        assert_eq!(tokens(&server), fetches);
    }
    for body in ["", "{}", "[]", "<html>", r#"{"access_token":"a\nb","expires_in":7200}"#] {
        let server = Server::start(move |_, _| Step::raw(200, body)).await;
        let failure = subject(Kind::Browse, &server).failure(&query()).await;
        assert!(matches!(failure, Failure::Call(_)), "{body}: {failure:?}");
    }
}
