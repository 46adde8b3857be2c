//! Responses with the evidence behind them, which clients can request.

use std::sync::Arc;

use jiff::civil::date;
use listing_domain::attributes::{Attribute, Attributes};
use listing_domain::condition::Condition;
use listing_domain::draft::{Alternative, Draft, DraftRequest};
use listing_domain::money::{Currency, Money};
use listing_domain::ports::{ListingWriter, MarketData, WriterError};
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::{Good, Product, ProductType};
use listing_testkit::pictures::PNG_DATA_URI;
use listing_testkit::{FakeWriter, FixedMarket};
use serde_json::Value;

use crate::support::{Answer, Setup, TestServer, valid_body};

/// A writer that claims to have read the brand from a label.
struct Reader(FakeWriter);

#[async_trait::async_trait]
impl ListingWriter for Reader {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        let draft = self.0.draft(request);
        let brand = Some(Attribute::read("Sézane", 0.95, vec![1]));
        Ok(Draft { attributes: Attributes { brand, ..draft.attributes }, ..draft })
    }
}

/// Returns a server whose writer and market data give evidence.
async fn detailed_server() -> TestServer {
    let coat = Good::from_key("coat").unwrap();
    let alternatives = vec![Alternative { product: Product::Good(coat), confidence: 0.213 }];
    let writer = Arc::new(Reader(FakeWriter::default().with_alternatives(alternatives)));
    let offer = |major, kind, day: i8| Comparable {
        product: Product::Type(ProductType::Jacket),
        brand: Some("Sézane".to_owned()),
        price: Money::from_major(major, Currency::Eur),
        condition: Some(Condition::Good),
        kind,
        seen_on: date(2026, 11, day),
        source: "eBay".to_owned(),
        link: (day > 5).then(|| format!("https://www.example.com/offers/{day}")),
    };
    let offers = vec![
        offer(55, ComparableKind::Asking, 3),
        offer(60, ComparableKind::Asking, 20),
        offer(45, ComparableKind::Sold, 9),
    ];
    let market: Option<Arc<dyn MarketData>> = Some(Arc::new(FixedMarket::offering(offers)));
    TestServer::start_with(Setup { writer, market, ..Setup::default() }).await
}

fn body(language: &str, platforms: &str, attributes: &str) -> String {
    format!(
        r#"{{"photos":["{PNG_DATA_URI}","{PNG_DATA_URI}"],"platforms":{platforms},"language":"{language}",
            "attributes":{attributes}}}"#
    )
}

async fn post(server: &TestServer, query: &str, key: Option<&str>, body: &str) -> Answer {
    let key = key.map_or_else(String::new, |key| format!("\r\nidempotency-key: {key}"));
    let request = server.post(body).replace("host: test", &format!("host: test{key}"));
    server.send(&request.replacen("/listings ", &format!("/listings{query} "), 1)).await
}

fn json(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str(&answer.body).unwrap()
}

#[tokio::test]
async fn the_evidence_of_an_answer_is_returned_on_request() {
    let server = detailed_server().await;
    let french = body("fr", r#"["vinted","vestiaire"]"#, "{}");
    insta::assert_snapshot!("details_fr", post(&server, "?include=details", None, &french).await.shown());
    let english = body("en", r#"["poshmark","etsy"]"#, r#"{"size":"M","condition":"very good"}"#);
    insta::assert_snapshot!("details_en", post(&server, "?include=details", None, &english).await.shown());
}

#[tokio::test]
async fn the_audience_of_an_item_decides_the_category_and_is_returned() {
    let server = detailed_server().await;
    let answer = async |attributes: &str| {
        let body = body("fr", r#"["vinted","poshmark"]"#, attributes);
        json(&post(&server, "?include=details", None, &body).await)["data"].clone()
    };
    let stated = answer(r#"{"audience":"Homme","size":"femme 38"}"#).await;
    assert_eq!(stated["attributes"]["audience"], "men");
    assert_eq!(stated["listings"][0]["category"], "Hommes > Vêtements > Manteaux et vestes > Vestes");
    assert_eq!(stated["details"]["attributes"]["audience"]["source"], "seller");
    assert_eq!(stated["details"].get("warnings"), None);
    let read = answer(r#"{"size":"garçon 8 ans"}"#).await;
    assert_eq!(read["listings"][1]["category"], "Kids > Jackets & Coats");
    assert_eq!(read["details"]["attributes"]["audience"]["value"], "boys");
    assert_eq!((read["attributes"].get("audience"), read["details"].get("warnings")), (None, None));
    let unstated = answer("{}").await;
    assert_eq!(unstated["details"]["warnings"][0]["code"], "audience_assumed");
    assert_eq!(unstated["details"]["warnings"].as_array().unwrap().len(), 1, "one warning for both listings");
    let body = body("fr", r#"["vinted"]"#, r#"{"audience":"dogs"}"#);
    let refused = post(&server, "", None, &body).await;
    refused.assert_error(400);
    assert!(
        refused.body.contains("attributes.audience must be one of women, men, girls, boys, baby, unisex")
    );
}

#[tokio::test]
async fn the_documented_fields_are_the_same_with_and_without_details() {
    let server = detailed_server().await;
    let plain = json(&post(&server, "", None, &valid_body()).await);
    let mut detailed = json(&post(&server, "?include=details", None, &valid_body()).await);
    assert!(detailed["data"].as_object_mut().unwrap().remove("details").is_some());
    assert_eq!(detailed["data"], plain["data"]);
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let mut data = fields(&plain["data"]);
    data.sort_unstable();
    assert_eq!(data, ["attributes", "listings", "priceRationale", "suggestedPrice"]);
    let listing = &plain["data"]["listings"][0];
    let mut listing = fields(listing);
    listing.sort_unstable();
    assert_eq!(listing, ["category", "condition", "description", "platform", "price", "title"]);
}

#[tokio::test]
async fn only_details_can_be_included() {
    let server = TestServer::start().await;
    let twice = "?include=details&include=details";
    for query in
        ["?include", "?include=", "?include=price", "?include=Details", "?include=details,price", twice]
    {
        let refused = post(&server, query, None, &valid_body()).await;
        refused.assert_error(400);
        assert!(refused.body.contains("parameter include must be details"), "{query}: {refused:?}");
    }
    assert_eq!(server.quota().await.free_used, 0);
    let encoded = json(&post(&server, "?trace=1&include=d%65tails", None, &valid_body()).await);
    assert!(encoded["data"]["details"].is_object());
    let others = json(&post(&server, "?details=1&trace", None, &valid_body()).await);
    assert!(others["data"].get("details").is_none(), "other parameters have no effect");
}

#[tokio::test]
async fn an_idempotency_key_is_bound_to_the_detail_level() {
    let server = detailed_server().await;
    let details = "?include=details";
    let first = post(&server, details, Some("order-7"), &valid_body()).await;
    let again = post(&server, "?include=details&trace=2", Some("order-7"), &valid_body()).await;
    assert_eq!((again.header("idempotency-replayed"), &again.body), (Some("true"), &first.body));
    assert!(again.body.contains(r#""details":"#));
    post(&server, "", Some("order-7"), &valid_body()).await.assert_error(422);
    assert_eq!(post(&server, "", Some("order-8"), &valid_body()).await.status, 200);
    post(&server, details, Some("order-8"), &valid_body()).await.assert_error(422);
    assert_eq!(server.quota().await.free_used, 2);
    let stored = server.history().await;
    let stored: Vec<bool> = stored
        .iter()
        .map(|it| String::from_utf8_lossy(it.data.as_bytes()).contains(r#""details":"#))
        .collect();
    assert_eq!(
        stored.iter().filter(|has_details| **has_details).count(),
        1,
        "the stored answers differ in details: {stored:?}"
    );
}
