use std::sync::Arc;

use listing_domain::account::Plan;
use listing_server::settings::{EbayLayer, EtsyLayer, GivenKey, Layer};
use listing_testkit::FakeWriter;
use listing_testkit::service::{Received, Server, Step};
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, photo};

const SECRET: &str = "canary-secret-5c9e1b7a";

/// Requests an English listing on eBay.
async fn jacket(app: &TestApp) -> Answer {
    let key = app.db_account("ann@example.com", Plan::Free).await;
    app.generate(&key, &json!({ "photos": [photo()], "platforms": ["ebay"], "language": "en" })).await
}

fn reason(answer: &Answer) -> &str {
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json["data"]["priceRationale"].as_str().unwrap()
}

/// An eBay with jackets at 400 pounds, and an Etsy that fails.
fn market(number: usize, request: &Received) -> Step {
    if request.path.starts_with("/identity/") {
        return Step::ok(&json!({ "access_token": format!("canary-token-{number}"), "expires_in": 7_200 }));
    }
    if request.path.starts_with("/listings/active") {
        return Step::raw(500, "");
    }
    let offer = |number: usize| {
        json!({
            "title": "Black jacket", "conditionId": "3000", "buyingOptions": ["FIXED_PRICE"],
            "price": { "value": format!("{}.00", 390 + number), "currency": "GBP" },
            "itemWebUrl": format!("https://www.ebay.co.uk/itm/{number}"),
        })
    };
    Step::ok(&json!({ "itemSummaries": (0..20).map(offer).collect::<Vec<Value>>() }))
}

fn asking(server: &Server) -> Layer {
    let secret = || Some(GivenKey::from(SECRET.to_owned()));
    let base_url = || Some(server.url(""));
    Layer {
        market: Some("GB".to_owned()),
        ebay: EbayLayer {
            client_id: Some("app".to_owned()),
            client_secret: secret(),
            base_url: base_url(),
            ..EbayLayer::default()
        },
        etsy: EtsyLayer { api_key: secret(), base_url: base_url(), ..EtsyLayer::default() },
        ..Layer::default()
    }
}

#[tokio::test]
async fn market_setting_decides_the_prices() {
    let answer = async |market: Option<&str>| {
        let layer = Layer { market: market.map(str::to_owned), ..Layer::default() };
        jacket(&TestApp::start_with(layer, Arc::new(FakeWriter::default()))).await
    };
    for (market, named) in [
        (None, "the United States"),
        (Some("GB"), "the United Kingdom, in pounds sterling"),
        (Some("FR"), "France"),
    ] {
        let answer = answer(market).await;
        assert!(reason(&answer).contains(named), "{}", reason(&answer));
    }
}

#[tokio::test]
async fn price_uses_the_offers_of_the_sources_that_answer() {
    let server = Server::start(market).await;
    let app = TestApp::start_with(asking(&server), Arc::new(FakeWriter::default()));
    let answer = jacket(&app).await;
    assert!(reason(&answer).contains("20"), "the rationale lacks the number of offers: {}", reason(&answer));
    assert!(!reason(&answer).contains("without market data"), "{}", reason(&answer));
    let price = answer.json["data"]["suggestedPrice"].as_f64().unwrap();
    assert!((300.0..400.0).contains(&price), "not in pounds and below the asking prices: {price}");
    for request in server.received() {
        assert!(request.text.is_empty() || request.text.starts_with("grant_type="), "{}", request.text);
        assert!(!request.path.contains(SECRET), "{}", request.path);
    }
    let search = server.received().into_iter().find(|request| request.path.starts_with("/buy/")).unwrap();
    assert!(search.path.contains("?q=jacket&"), "{}", search.path);
    assert_eq!(search.header("x-ebay-c-marketplace-id"), Some("EBAY_GB"));
    let metrics = app.request(reqwest::Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    for line in [
        "ptl_market_answers_total{outcome=\"found\",source=\"ebay\"} 1",
        "ptl_market_answers_total{outcome=\"unavailable\",source=\"etsy\"} 1",
    ] {
        assert!(metrics.contains(line), "{line}: {metrics}");
    }
    assert!(!metrics.contains("canary"));
}

#[tokio::test]
async fn price_rationale_mentions_that_no_market_source_answered() {
    let server = Server::start(|_, _| Step::raw(503, "")).await;
    let app = TestApp::start_with(asking(&server), Arc::new(FakeWriter::default()));
    let answer = jacket(&app).await;
    assert!(reason(&answer).contains("without market data"), "{}", reason(&answer));
    assert_eq!(answer.json["usage"]["freeUsed"], 1);
}

#[tokio::test]
async fn the_doctor_reports_the_sources_that_answer() {
    let server = Server::start(|number, request| {
        let rates = "<Cube currency='USD' rate='1.1'/><Cube currency='GBP' rate='0.9'/>";
        match request.path.as_str() {
            "/eurofxref-daily.xml" => Step::raw(200, &format!("<Cube time='2025-10-01'>{rates}</Cube>")),
            _ => market(number, request),
        }
    })
    .await;
    let layer = Layer {
        exchange_rates: Some("ecb".to_owned()),
        exchange_rates_url: Some(server.url("")),
        ..asking(&server)
    };
    let app = TestApp::start_with(layer, Arc::new(FakeWriter::default()));
    let checks = listing_server::compose::check_market(&app.settings).await;
    let checks: Vec<String> = checks
        .into_iter()
        .map(|(name, outcome)| match outcome {
            Ok(detail) => format!("{name}: {detail}"),
            Err(error) => format!("{name} is wrong: {error:#}"),
        })
        .collect();
    let [ebay, etsy, rates] = &checks[..] else { panic!("{checks:?}") };
    assert_eq!(ebay, "ebay: answers with 20 offers for jackets");
    assert!(etsy.starts_with("etsy is wrong: ") && etsy.contains("status 500"), "{etsy}");
    assert_eq!(rates, "rates: dated 2025-10-01");
    assert!(!checks.concat().contains("canary"));
}
