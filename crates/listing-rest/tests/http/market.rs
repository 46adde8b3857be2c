//! The market of an item: from the request, or the account's settings, or the language.

use listing_domain::locale::Market;
use listing_domain::ports::PersonStore as _;
use listing_testkit::pictures::PNG_DATA_URI;
use serde_json::Value;

use crate::support::TestServer;

/// Returns the market and the currency of the price for a request in English.
async fn market_of(server: &TestServer, market: &str) -> (String, String) {
    let body = format!(r#"{{"photos":["{PNG_DATA_URI}"],"platforms":["ebay"],"language":"en"{market}}}"#);
    let request = server.post(&body).replacen("/api/v1/listings", "/api/v1/listings?include=details", 1);
    let answer = server.send(&request).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    let price = &answer["data"]["details"]["price"];
    (price["market"].as_str().unwrap().to_owned(), price["currency"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn the_market_comes_from_the_request_then_the_account_then_the_language() {
    let server = TestServer::start().await;
    server.set_plan(listing_domain::account::Plan::ProMonthly).await;
    let found = |market: &str, currency: &str| (market.to_owned(), currency.to_owned());
    assert_eq!(market_of(&server, "").await, found("US", "USD"), "the language's market");
    assert_eq!(market_of(&server, r#","market":"GB""#).await, found("GB", "GBP"));
    assert_eq!(market_of(&server, r#","market":null"#).await, found("US", "USD"));
    let account = server.account().await;
    let mut preferences = server.store.person(account).await.unwrap().unwrap().preferences;
    preferences.market = Some(Market::UnitedKingdom);
    assert!(server.store.set_preferences(account, &preferences).await.unwrap());
    assert_eq!(market_of(&server, "").await, found("GB", "GBP"), "the account's settings");
    assert_eq!(market_of(&server, r#","market":"FR""#).await, found("FR", "EUR"));
}

#[tokio::test]
async fn an_unknown_market_is_refused_with_the_known_ones() {
    let server = TestServer::start().await;
    for market in [r#""UK""#, r#""fr""#, "1", "[]"] {
        let body = format!(r#"{{"photos":["{PNG_DATA_URI}"],"platforms":["ebay"],"market":{market}}}"#);
        let answer = server.send(&server.post(&body)).await;
        assert_eq!(answer.status, 400, "{answer:?}");
        assert!(answer.body.contains("market must be one of FR, GB, US"), "{answer:?}");
    }
    assert_eq!(server.quota().await.free_used, 0);
}
