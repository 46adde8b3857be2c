use listing_domain::account::Plan;
use listing_domain::origin::Origin;
use serde_json::{Value, json};

use crate::app::{TestApp, fine_request};

#[tokio::test]
async fn usage_response_has_exactly_seven_fields() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let mut answer = app.usage(&key).await;
    assert_eq!(answer.status, 200);
    let reset = answer.json["data"]["nextResetDate"].take();
    assert_eq!(
        answer.json,
        json!({ "success": true, "data": {
            "freeUsed": 0, "freeLimit": 3, "creditsRemaining": 0, "isSubscribed": false,
            "planType": "free", "canGenerate": true, "nextResetDate": Value::Null } })
    );
    let reset = reset.as_str().unwrap();
    assert!(reset.len() == 20 && reset.ends_with("-01T00:00:00Z"), "{reset}");
}

#[tokio::test]
async fn usage_response_names_each_plan() {
    let app = TestApp::start();
    for (plan, subscribed) in [(Plan::Free, false), (Plan::ProMonthly, true), (Plan::ProAnnual, true)] {
        let key = app.db_account(&format!("{plan}@example.com"), plan).await;
        let data = app.usage(&key).await.json["data"].clone();
        assert_eq!(data["planType"], plan.code());
        assert_eq!(data["isSubscribed"], subscribed);
        assert_eq!(data["canGenerate"], true);
    }
}

#[tokio::test]
async fn free_units_are_used_before_credits_and_then_requests_are_refused() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let ann = app.db_id("ann@example.com").await;
    app.storage
        .add_credits(&app.settings)
        .run(ann, 1, "payment-1".parse().unwrap(), Origin::CLI)
        .await
        .unwrap();
    for used in 1..=23 {
        let usage = app.generate(&key, &fine_request()).await.json["usage"].clone();
        assert_eq!(usage["freeUsed"], used.min(3));
        assert_eq!(usage["creditsRemaining"], 23 - used.max(3));
        assert_eq!(usage["canGenerate"], used < 23);
    }
    assert_eq!(app.generate(&key, &fine_request()).await.status, 402);
    let data = app.usage(&key).await.json["data"].clone();
    assert_eq!(data["canGenerate"], false);
}

#[tokio::test]
async fn pro_generates_without_limit_and_keeps_its_credits() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::ProMonthly).await;
    let ann = app.db_id("ann@example.com").await;
    app.storage
        .add_credits(&app.settings)
        .run(ann, 1, "payment-1".parse().unwrap(), Origin::CLI)
        .await
        .unwrap();
    for _ in 0..30 {
        assert_eq!(app.generate(&key, &fine_request()).await.status, 200);
    }
    let data = app.usage(&key).await.json["data"].clone();
    assert_eq!((&data["freeUsed"], &data["creditsRemaining"]), (&json!(0), &json!(20)));
}
