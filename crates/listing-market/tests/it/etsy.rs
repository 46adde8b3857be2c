use jiff::civil::date;
use listing_domain::locale::Market;
use listing_domain::money::{Currency, Money};
use listing_domain::pricing::ComparableKind;
use listing_market::Failure;
use listing_testkit::service::Step;
use serde_json::{Value, json};

use crate::support::{Kind, SECRET, query, query_in, service, subject};

fn changed(change: impl Fn(&mut Value)) -> Value {
    let mut offer = Kind::Etsy.offer("Veste en cuir");
    change(&mut offer);
    offer
}

#[tokio::test]
async fn the_search_request_matches_the_etsy_documentation() {
    let server = service(|_, _| Step::ok(&Kind::Etsy.answer(&["Vintage leather jacket"]))).await;
    let found = subject(Kind::Etsy, &server).find(&query_in(Market::UnitedStates)).await.unwrap();
    let [offer] = &found[..] else { panic!("expected one offer, got {found:?}") };
    assert_eq!((offer.price, offer.kind), (Money::from_major(40, Currency::Eur), ComparableKind::Asking));
    assert_eq!((offer.seen_on, offer.source.as_str()), (date(2026, 11, 23), "Etsy"));
    assert_eq!(offer.link.as_deref(), Some("https://www.etsy.com/listing/7/veste"));
    assert_eq!(offer.condition, None);
    let received = server.received();
    let [request] = &received[..] else { panic!("expected one request, got {received:?}") };
    assert_eq!(request.path, "/listings/active?keywords=Levi%E2%80%99s+jacket&limit=100&offset=0");
    assert_eq!(request.header("x-api-key"), Some(SECRET));
    assert!(!request.path.contains(SECRET) && request.text.is_empty());
}

#[tokio::test]
async fn new_or_shop_made_items_are_left_out() {
    let made = |who: &str, when: &str| {
        changed(|offer| {
            offer["who_made"] = json!(who);
            offer["when_made"] = json!(when);
        })
    };
    let offers = vec![
        made("someone_else", "1990s"),
        made("someone_else", "before_2007"),
        made("someone_else", "2000_2006"),
        made("someone_else", "2007_2009"),
        made("someone_else", "2020_2026"),
        made("someone_else", "made_to_order"),
        made("i_did", "1990s"),
        made("collective", "1990s"),
        made("", ""),
        changed(|offer| offer["price"]["divisor"] = json!(0)),
        changed(|offer| offer["price"]["amount"] = json!(0)),
        changed(|offer| offer["price"]["currency_code"] = json!("SEK")),
        changed(|offer| offer["price"] = Value::Null),
        changed(|offer| offer["title"] = json!("Carte cadeau")),
        changed(|offer| offer["url"] = json!("https://www.etsy.example/listing/7")),
    ];
    let answer = Step::ok(&json!({ "count": 15, "results": offers }));
    let server = service(move |_, _| answer.clone()).await;
    let found = subject(Kind::Etsy, &server).find(&query()).await.unwrap();
    let links: Vec<bool> = found.iter().map(|one| one.link.is_some()).collect();
    assert_eq!(links, [true, true, true, false], "{found:?}");
}

#[tokio::test]
async fn pages_are_read_until_there_are_enough_offers() {
    let check = async |old: usize, offers: usize, found: usize, requests: usize| {
        let new = changed(|offer| offer["when_made"] = json!("2020_2026"));
        let old = vec![Kind::Etsy.offer("Veste en cuir"); old];
        let offers = [old.clone(), vec![new; offers - old.len()]].concat();
        let answer = Step::ok(&json!({ "count": 1_000, "results": offers }));
        let server = service(move |_, _| answer.clone()).await;
        assert_eq!(subject(Kind::Etsy, &server).find(&query()).await.unwrap().len(), found);
        let received = server.received();
        assert_eq!(received.len(), requests);
        let last = received.last().unwrap();
        assert!(last.path.ends_with(&format!("offset={}", (requests - 1) * 100)), "{}", last.path);
    };
    check(3, 60, 3, 1).await;
    check(3, 100, 6, 2).await;
    check(40, 100, 40, 1).await;
}

#[tokio::test]
async fn a_refused_key_is_never_printed() {
    for status in [401, 403] {
        let words = format!(r#"{{"error":"Invalid API key {SECRET}"}}"#);
        let server = service(move |_, _| Step::raw(status, &words)).await;
        let failure = subject(Kind::Etsy, &server).failure(&query()).await;
        assert!(matches!(failure, Failure::Refused(_)), "{failure:?}");
        assert!(!format!("{failure} {failure:?}").contains(SECRET), "{failure:?}");
    }
}
