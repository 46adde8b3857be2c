//! Stored generations by API.

use listing_domain::account::Email;
use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use listing_testkit::{StoreFault, StorePort};
use serde_json::Value;

use crate::support::{Answer, Setup, TestServer, valid_body};

const PATH: &str = "/api/v1/generations";

async fn open() -> TestServer {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    TestServer::start_with(Setup { rates, ..Setup::default() }).await
}

async fn send(server: &TestServer, method: &str, path: &str) -> Answer {
    send_as(server, method, path, &server.key).await
}

async fn send_as(server: &TestServer, method: &str, path: &str, key: &str) -> Answer {
    server.send(&format!("{method} {path} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\n\r\n")).await
}

/// Generates with a stock number, if any.
async fn generate(server: &TestServer, sku: Option<&str>) {
    let sku = sku.map(|sku| format!(r#""sku":"{sku}","#)).unwrap_or_default();
    let answer = server.send(&server.post(&valid_body().replacen('{', &format!("{{{sku}"), 1))).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

fn data(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{answer:?}");
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(body["success"], true);
    body["data"].clone()
}

fn skus(page: &Value) -> Vec<&str> {
    page["generations"].as_array().unwrap().iter().map(|it| it["sku"].as_str().unwrap_or("-")).collect()
}

#[tokio::test]
async fn generations_are_listed_page_by_page_and_by_stock_number() {
    let server = open().await;
    for sku in [Some("A 1"), None, Some("B")] {
        generate(&server, sku).await;
    }
    let all = data(&send(&server, "GET", PATH).await);
    let mut listed = skus(&all);
    listed.sort_unstable();
    assert_eq!((listed, all.get("nextCursor")), (vec!["-", "A 1", "B"], None));
    let mut paged = Vec::new();
    let mut path = format!("{PATH}?limit=2");
    loop {
        let page = data(&send(&server, "GET", &path).await);
        paged.extend(page["generations"].as_array().unwrap().clone());
        let Some(next) = page["nextCursor"].as_str() else { break };
        path = format!("{PATH}?limit=2&cursor={next}");
    }
    assert_eq!(Value::from(paged), all["generations"]);
    assert_eq!(skus(&data(&send(&server, "GET", &format!("{PATH}?sku=A%201")).await)), ["A 1"]);
    let day = data(&send(&server, "GET", &format!("{PATH}?from=2026-11-21&to=2026-11-21")).await);
    assert_eq!(skus(&day).len(), 3);
    let later = data(&send(&server, "GET", &format!("{PATH}?from=2026-11-22")).await);
    assert_eq!(skus(&later).len(), 0);
    let one = &all["generations"][0];
    assert_eq!(one["platforms"], serde_json::json!(["leboncoin", "ebay"]));
    assert!(
        one["suggestedPrice"].is_number() && one["currency"] == "EUR" && one["name"].is_string(),
        "{one}"
    );
}

#[tokio::test]
async fn generated_listings_carry_the_id_of_their_generation() {
    let server = open().await;
    let answer = server.send(&server.post(&valid_body())).await;
    let id = answer.header("x-generation-id").unwrap().to_owned();
    assert_eq!(data(&send(&server, "GET", &format!("{PATH}/{id}")).await)["id"], id);
}

#[tokio::test]
async fn invalid_query_is_refused() {
    let server = open().await;
    for query in ["limit=0", "cursor=x", "from=x", "color=red", "sku="] {
        send(&server, "GET", &format!("{PATH}?{query}")).await.assert_error(400);
    }
}

#[tokio::test]
async fn generation_is_read_and_deleted_by_its_owner_alone() {
    let server = open().await;
    generate(&server, Some("A 1")).await;
    let stored = server.history().await.pop().unwrap();
    let path = format!("{PATH}/{}", stored.id);
    let email: Email = "eve@example.com".parse().unwrap();
    let eve = server.key_of_another_account(email).await;
    for method in ["GET", "DELETE"] {
        let refused = send_as(&server, method, &path, &eve).await;
        refused.assert_error(404);
        let unknown = send(&server, method, &format!("{PATH}/00000000-0000-4000-8000-000000000009")).await;
        assert_eq!(unknown.body, refused.body, "another account's id is like an unknown one");
        assert_eq!(send(&server, method, &format!("{PATH}/none")).await.body, refused.body);
    }
    let shown = data(&send(&server, "GET", &path).await);
    assert_eq!(shown["id"], stored.id.to_string());
    assert_eq!(shown["createdAt"], "2026-11-21T10:00:00Z");
    let raw: Value = serde_json::from_slice(stored.data.as_bytes()).unwrap();
    assert_eq!(shown["data"], raw);
    assert_eq!(data(&send(&server, "DELETE", &path).await)["id"], stored.id.to_string());
    send(&server, "GET", &path).await.assert_error(404);
    send(&server, "DELETE", &path).await.assert_error(404);
    assert_eq!((server.history().await.len(), server.quota().await.free_used), (0, 1));
}

/// Sends a request for the comparison of a generation, in a language.
async fn compare(server: &TestServer, id: &str, language: &str) -> Answer {
    let path = format!("{PATH}/{id}/platforms");
    let headers = format!("host: test\r\nx-api-key: {}\r\naccept-language: {language}", server.key);
    server.send(&format!("GET {path} HTTP/1.1\r\n{headers}\r\n\r\n")).await
}

#[tokio::test]
async fn marketplaces_are_compared_for_a_generation() {
    let server = open().await;
    generate(&server, None).await;
    let id = server.history().await.pop().unwrap().id.to_string();
    let compared = data(&compare(&server, &id, "en").await);
    let platforms = compared["platforms"].as_array().unwrap();
    assert_eq!((platforms.len(), &compared["currency"]), (12, &"EUR".into()));
    for (index, platform) in platforms.iter().enumerate() {
        match platform["fit"].as_str().unwrap() {
            "specialist" | "general" | "limited" => {
                assert_eq!(platform["rank"], index + 1, "{platform}");
                assert!(platform["price"].is_number(), "{platform}");
            }
            _ => assert!(platform.get("rank").is_none() && platform.get("price").is_none(), "{platform}"),
        }
        for text in ["fitNote", "feeNote"] {
            assert!(platform[text].as_str().unwrap().ends_with('.'), "{platform}");
        }
        assert!(platform["constraints"].is_array(), "{platform}");
    }
    let fees =
        |platform: &Value| platform["price"].as_f64().unwrap() - platform["netAfterFees"].as_f64().unwrap();
    assert_eq!(fees(&platforms[0]).to_string(), platforms[0]["fees"].to_string());
    let best = compared["best"].as_array().unwrap();
    assert_eq!(best.len(), 2);
    assert_eq!(best[0]["platform"], platforms[0]["platform"]);
    let reason = best[0]["reason"].as_str().unwrap();
    assert!(reason.ends_with("is yours."), "{reason}");
    for language in ["fr", "de"] {
        let french = data(&compare(&server, &id, language).await);
        let reason = french["best"][0]["reason"].as_str().unwrap();
        assert!(reason.contains("vous gardez"), "the generation is in French: {reason}");
    }
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn comparison_is_only_for_the_generations_of_the_account() {
    let server = open().await;
    generate(&server, None).await;
    let id = server.history().await.pop().unwrap().id;
    let email: Email = "eve@example.com".parse().unwrap();
    let eve = server.key_of_another_account(email).await;
    let refused = send_as(&server, "GET", &format!("{PATH}/{id}/platforms"), &eve).await;
    refused.assert_error(404);
    for id in ["00000000-0000-4000-8000-000000000009", "none"] {
        assert_eq!(compare(&server, id, "en").await.body, refused.body);
    }
}

#[tokio::test]
async fn generations_need_a_key_with_their_scope() {
    let server = open().await;
    let path = format!("{PATH}/00000000-0000-4000-8000-000000000009");
    for scope in Scope::ALL {
        let key = server.scoped_key(Scopes::only(&[*scope])).await;
        for (method, path, needed) in [
            ("GET", PATH, Scope::GenerationsRead),
            ("GET", &path, Scope::GenerationsRead),
            ("GET", &format!("{path}/platforms"), Scope::GenerationsRead),
            ("DELETE", &path, Scope::GenerationsWrite),
        ] {
            let status = send_as(&server, method, path, &key).await.status;
            assert_eq!(status == 403, *scope != needed, "{method} {path} with {scope}: {status}");
        }
    }
}

#[tokio::test]
async fn unavailable_history_is_answered_as_busy() {
    let server = open().await;
    server.faults.fail(StorePort::Generations, StoreFault::Unavailable);
    for path in [PATH.to_owned(), format!("{PATH}/00000000-0000-4000-8000-000000000009")] {
        send(&server, "GET", &path).await.assert_error(503);
    }
}
