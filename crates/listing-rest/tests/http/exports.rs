//! Stored generations as files.

use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use listing_export::{ExportOptions, FORMATS, FormatId};
use listing_testkit::{StoreFault, StorePort};
use serde_json::Value;

use crate::support::{Answer, Setup, TestServer, valid_body};

const PATH: &str = "/api/v1/exports";

async fn open() -> TestServer {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    TestServer::start_with(Setup { rates, ..Setup::default() }).await
}

async fn get(server: &TestServer, path: &str) -> Answer {
    get_as(server, path, &server.key).await
}

async fn get_as(server: &TestServer, path: &str, key: &str) -> Answer {
    server.send(&format!("GET {path} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\n\r\n")).await
}

async fn generate(server: &TestServer, sku: &str) {
    let body = valid_body().replacen('{', &format!(r#"{{"sku":"{sku}","#), 1);
    let answer = server.send(&server.post(&body)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

#[tokio::test]
async fn every_text_format_returns_a_file_without_problems() {
    let server = open().await;
    generate(&server, "A1").await;
    for format in FORMATS.into_iter().filter(|format| *format != FormatId::Zip) {
        let answer = get(&server, &format!("{PATH}?format={format}")).await;
        assert_eq!(answer.status, 200, "{format}: {answer:?}");
        let writer = format.format(&ExportOptions::default());
        let name = format!("attachment; filename=\"{}\"", writer.file_name());
        assert_eq!(answer.header("content-disposition"), Some(name.as_str()), "{format}");
        assert_eq!(answer.header("content-type"), Some(writer.media_type()), "{format}");
        assert!(answer.body.contains("A1") || format == FormatId::Etsy, "{format}: {}", answer.body);
        let report = get(&server, &format!("{PATH}/report?format={format}")).await;
        let report: Value = serde_json::from_str(&report.body).unwrap();
        let remarks = report["data"]["remarks"].as_array().unwrap();
        assert_eq!(answer.header("x-export-items"), Some(report["data"]["items"].to_string().as_str()));
        assert_eq!(answer.header("x-export-remarks"), Some(remarks.len().to_string().as_str()), "{format}");
    }
}

#[tokio::test]
async fn files_have_the_selected_generations_in_order() {
    let server = open().await;
    for sku in ["A1", "B2", "C3"] {
        generate(&server, sku).await;
    }
    let stored = server.history().await;
    let id = |sku: &str| {
        let has_sku = |it: &&_| {
            let data: &listing_domain::generation::Generation = it;
            String::from_utf8_lossy(data.data.as_bytes()).contains(sku)
        };
        stored.iter().find(has_sku).unwrap().id
    };
    let skus = async |query: &str| {
        let answer = get(&server, &format!("{PATH}?format=csv&{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let found: Vec<&str> =
            ["A1", "B2", "C3"].into_iter().filter(|sku| answer.body.contains(sku)).collect();
        let first = found.iter().min_by_key(|sku| answer.body.find(**sku)).copied();
        (found, first)
    };
    assert_eq!(skus(&format!("id={}&id={}", id("C3"), id("A1"))).await, (vec!["A1", "C3"], Some("C3")));
    assert_eq!(skus("sku=B2").await, (vec!["B2"], Some("B2")));
    assert_eq!(skus("from=2026-11-22").await, (vec![], None));
    let first = get(&server, &format!("{PATH}?format=json-ld&limit=2")).await;
    let next = first.header("x-next-cursor").unwrap().to_owned();
    let last = get(&server, &format!("{PATH}?format=json-ld&limit=2&cursor={next}")).await;
    assert_eq!((first.header("x-export-items"), last.header("x-export-items")), (Some("2"), Some("1")));
    assert_eq!(last.header("x-next-cursor"), None);
}

#[tokio::test]
async fn remarks_are_in_the_language_of_the_query() {
    let server = open().await;
    generate(&server, "A1").await;
    let path = format!("{PATH}/report?format=json-ld");
    for (query, sentence) in [
        ("", "The link to the item’s page is missing."),
        ("&language=en", "The link to the item’s page is missing."),
        ("&language=fr", "Il manque le lien vers la page de l’article."),
    ] {
        let report = get(&server, &format!("{path}{query}")).await;
        assert!(report.body.contains(sentence), "{query}: {report:?}");
    }
    for query in ["&language=de", "&language=", "&language=fr&language=fr"] {
        get(&server, &format!("{path}{query}")).await.assert_error(400);
    }
    let refused = get(&server, &format!("{path}&language=de")).await;
    assert!(refused.body.contains("language must be one of fr, en"), "{refused:?}");
    // A file has no remarks.
    get(&server, &format!("{PATH}?format=csv&language=fr")).await.assert_error(400);
}

#[tokio::test]
async fn invalid_query_and_other_accounts_get_nothing() {
    let server = open().await;
    generate(&server, "A1").await;
    for query in ["", "?format=pdf", "?format=csv&id=x", "?format=csv&limit=301", "?format=csv&color=red"] {
        get(&server, &format!("{PATH}{query}")).await.assert_error(400);
        get(&server, &format!("{PATH}/report{query}")).await.assert_error(400);
    }
    let id = server.history().await.pop().unwrap().id;
    let eve = server.key_of_another_account("eve@example.com".parse().unwrap()).await;
    let answer = get_as(&server, &format!("{PATH}?format=csv&id={id}"), &eve).await;
    assert_eq!((answer.status, answer.header("x-export-items")), (200, Some("0")));
    assert!(!answer.body.contains("A1"));
}

#[tokio::test]
async fn exports_need_the_scope_of_the_history() {
    let server = open().await;
    for scope in Scope::ALL {
        let key = server.scoped_key(Scopes::only(&[*scope])).await;
        for path in [format!("{PATH}?format=csv"), format!("{PATH}/report?format=csv")] {
            let status = get_as(&server, &path, &key).await.status;
            assert_eq!(status == 200, *scope == Scope::GenerationsRead, "{path} with {scope}: {status}");
        }
    }
}

#[tokio::test]
async fn unavailable_history_is_answered_as_busy() {
    let server = open().await;
    server.faults.fail(StorePort::Generations, StoreFault::Unavailable);
    get(&server, &format!("{PATH}?format=csv")).await.assert_error(503);
}
