use listing_domain::account::Plan;
use serde_json::{Value, json};

use crate::app::{TestApp, fine_request, fine_request_with, photo};

/// As the API documents them.
const PLATFORMS: [&str; 12] = [
    "leboncoin",
    "vinted",
    "marketplace",
    "ebay",
    "etsy",
    "vestiaire",
    "selency",
    "poshmark",
    "mercari",
    "depop",
    "craigslist",
    "offerup",
];

fn members(value: &Value) -> Vec<&str> {
    let mut members: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    members.sort_unstable();
    members
}

#[tokio::test]
async fn an_answer_has_exactly_the_documented_fields() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let answer = app.generate(&key, &fine_request()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(members(&answer.json), ["data", "success", "usage"]);
    assert_eq!(answer.json["success"], true);
    let data = &answer.json["data"];
    assert_eq!(members(data), ["attributes", "listings", "priceRationale", "suggestedPrice"]);
    assert!(data["suggestedPrice"].is_number() && !data["priceRationale"].as_str().unwrap().is_empty());
    let attributes = &data["attributes"];
    assert_eq!(members(attributes), ["brand", "color", "condition", "material", "name", "size"]);
    assert!(attributes.as_object().unwrap().values().all(Value::is_string), "{attributes}");
    let listing = &data["listings"][0];
    assert_eq!(members(listing), ["category", "condition", "description", "platform", "price", "title"]);
    for text in ["category", "condition", "description", "platform", "title"] {
        assert!(!listing[text].as_str().unwrap().is_empty(), "{text}: {listing}");
    }
    assert!(listing["price"].is_number());
    let usage = &answer.json["usage"];
    assert_eq!(members(usage), ["canGenerate", "creditsRemaining", "freeLimit", "freeUsed", "isSubscribed"]);
    assert_eq!(usage["freeUsed"], 1, "the response includes its own charge");
}

#[tokio::test]
async fn every_combination_of_options_is_answered() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::ProAnnual).await;
    for language in ["fr", "en"] {
        for tone in ["casual", "professional", "friendly"] {
            for quality in ["standard", "high"] {
                let request = json!({
                    "photos": [photo()], "platforms": PLATFORMS,
                    "language": language, "tone": tone, "quality": quality,
                });
                let answer = app.generate(&key, &request).await;
                assert_eq!(answer.status, 200, "{language} {tone} {quality}: {answer:?}");
                let listings = answer.json["data"]["listings"].as_array().unwrap();
                let order: Vec<&str> = listings.iter().map(|l| l["platform"].as_str().unwrap()).collect();
                assert_eq!(order, PLATFORMS, "one listing per marketplace, in the requested order");
            }
        }
    }
}

#[tokio::test]
async fn marketplaces_keep_their_order_without_duplicates() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let request = fine_request_with("platforms", json!(["vinted", "ebay", "vinted", "depop", "ebay"]));
    let answer = app.generate(&key, &request).await;
    let listings = answer.json["data"]["listings"].as_array().unwrap();
    let order: Vec<&Value> = listings.iter().map(|listing| &listing["platform"]).collect();
    assert_eq!(order, ["vinted", "ebay", "depop"]);
}

#[tokio::test]
async fn one_to_four_photos_are_accepted() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::ProMonthly).await;
    for count in 1..=4 {
        let answer = app.generate(&key, &fine_request_with("photos", json!(vec![photo(); count]))).await;
        assert_eq!(answer.status, 200, "{count}: {answer:?}");
    }
}

#[tokio::test]
async fn default_options_are_french_friendly_and_standard() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::ProMonthly).await;
    let given = json!({
        "photos": [photo()], "platforms": ["leboncoin"],
        "language": "fr", "tone": "friendly", "quality": "standard",
    });
    let (defaulted, given) = (app.generate(&key, &fine_request()).await, app.generate(&key, &given).await);
    assert_eq!(defaulted.json["data"], given.json["data"]);
    let nulls = json!({
        "photos": [photo()], "platforms": ["leboncoin"],
        "language": null, "tone": null, "quality": null, "attributes": null,
    });
    assert_eq!(app.generate(&key, &nulls).await.json["data"], given.json["data"]);
}

#[tokio::test]
async fn attributes_from_the_caller_are_used_and_appear_in_the_listing() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let attributes = json!({
        "brand": "Sézane", "size": "38", "condition": "Bon état", "color": "Noir", "material": "Cuir",
    });
    let answer = app.generate(&key, &fine_request_with("attributes", attributes)).await;
    let data = &answer.json["data"];
    for (member, value) in [("brand", "Sézane"), ("size", "38"), ("color", "Noir"), ("material", "Cuir")] {
        assert_eq!(data["attributes"][member], value);
        let description = data["listings"][0]["description"].as_str().unwrap().to_lowercase();
        assert!(description.contains(&value.to_lowercase()), "{value}: {description}");
    }
    assert_eq!(data["attributes"]["condition"], "good", "the attribute is a code");
    assert_eq!(data["listings"][0]["condition"], "Bon état", "the marketplace's label");
    assert!(data["listings"][0]["title"].as_str().unwrap().contains("Sézane"));
}

#[tokio::test]
async fn lot_costs_more_than_one_item_and_the_response_has_its_quantity() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::ProMonthly).await;
    let known = |quantity: Option<u8>| {
        let mut known = json!({ "brand": "Levi’s 501", "condition": "Bon état" });
        if let Some(quantity) = quantity {
            known["quantity"] = json!(quantity);
        }
        fine_request_with("attributes", known)
    };
    let one = app.generate(&key, &known(None)).await.json["data"].clone();
    let three = app.generate(&key, &known(Some(3))).await.json["data"].clone();
    assert_eq!(one["attributes"]["quantity"], json!(null));
    assert_eq!(
        (&three["attributes"]["quantity"], &three["attributes"]["brand"]),
        (&json!(3), &json!("Levi’s 501"))
    );
    let price = |data: &Value| data["suggestedPrice"].as_f64().unwrap();
    assert!(price(&three) > 1.5 * price(&one) && price(&three) < 3.0 * price(&one), "{three}");
    let text = three["listings"][0]["description"].as_str().unwrap().to_lowercase();
    assert!(text.contains("lot de 3") && text.contains("501"), "{text}");
}

#[tokio::test]
async fn attribute_that_nothing_shows_has_the_value_unknown() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let data = app.generate(&key, &fine_request()).await.json["data"].clone();
    for member in ["brand", "size", "condition", "material"] {
        assert_eq!(data["attributes"][member], "Unknown", "{member}");
    }
    assert_eq!(data["listings"][0]["condition"], "Bon état", "the condition good is assumed");
    assert!(data["priceRationale"].as_str().unwrap().contains("un bon état a été supposé"));
    assert!(!data["listings"][0]["description"].as_str().unwrap().contains("Unknown"));
}

#[tokio::test]
async fn unknown_fields_are_ignored() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let mut request = fine_request_with("remarks", json!({ "deep": [1, 2, { "er": null }] }));
    request["attributes"] = json!({ "weight": 3 });
    assert_eq!(app.generate(&key, &request).await.status, 200);
}
