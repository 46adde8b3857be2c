//! Requests with an `Idempotency-Key`.

use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use listing_domain::ports::WriterError;
use listing_testkit::{FakeWriter, GatedWriter, ScriptedWriter, TextAnswers, WriterStep};

use crate::support::{Answer, Setup, TestServer, valid_body};

async fn post(server: &TestServer, key: &str, body: &str) -> Answer {
    let request = server.post(body).replace("host: test", &format!("host: test\r\nidempotency-key: {key}"));
    server.send(&request).await
}

#[tokio::test]
async fn a_repeated_request_gets_the_same_bytes_and_is_not_charged() {
    let server = TestServer::start().await;
    let first = post(&server, "order-7", &valid_body()).await;
    assert_eq!((first.status, first.header("idempotency-replayed")), (200, None));
    for _ in 0..4 {
        let again = post(&server, "order-7", &valid_body()).await;
        assert_eq!((again.status, again.header("idempotency-replayed")), (200, Some("true")));
        assert_eq!(again.body, first.body);
        assert_eq!(again.header("x-generation-id"), first.header("x-generation-id"));
    }
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn a_repeated_request_is_answered_even_after_the_quota_is_exhausted() {
    let server = TestServer::start().await;
    let first = post(&server, "order-1", &valid_body()).await;
    for key in ["order-2", "order-3"] {
        assert_eq!(post(&server, key, &valid_body()).await.status, 200);
    }
    post(&server, "order-4", &valid_body()).await.assert_error(402);
    assert_eq!(post(&server, "order-1", &valid_body()).await.body, first.body);
}

#[tokio::test]
async fn a_different_request_under_a_used_key_is_refused() {
    let server = TestServer::start().await;
    assert_eq!(post(&server, "order-7", &valid_body()).await.status, 200);
    let other = valid_body().replace("ebay", "etsy");
    post(&server, "order-7", &other).await.assert_error(422);
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn concurrent_duplicates_run_once_and_the_others_get_409() {
    let writer = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let server = TestServer::start_with(Setup { writer: writer.clone(), ..Setup::default() }).await;
    let body = valid_body();
    let mut twins: FuturesUnordered<_> = (0..6).map(|_| post(&server, "order-7", &body)).collect();
    // All requests except one are refused while the listings of that one are still being written.
    for _ in 0..5 {
        let refused = twins.next().await.unwrap();
        refused.assert_error(409);
        assert!(refused.header("retry-after").is_some(), "{refused:?}");
    }
    writer.open();
    let done = twins.next().await.unwrap();
    assert_eq!((done.status, writer.arrived()), (200, 1), "{done:?}");
    assert_eq!(post(&server, "order-7", &body).await.body, done.body);
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn after_a_failure_the_idempotency_key_is_free_again() {
    let fault = WriterStep::Fail(WriterError::unavailable("out of reach"));
    let writer = Arc::new(ScriptedWriter::new([fault]));
    let server = TestServer::start_with(Setup { writer, ..Setup::default() }).await;
    post(&server, "order-7", &valid_body()).await.assert_error(500);
    let again = post(&server, "order-7", &valid_body()).await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (200, None));
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn an_invalid_idempotency_key_is_refused_with_400() {
    let server = TestServer::start().await;
    for key in ["", "two words", &"k".repeat(256), "a\r\nidempotency-key: b"] {
        let answer = post(&server, key, &valid_body()).await;
        answer.assert_error(400);
        assert!(answer.body.contains("Idempotency-Key") && answer.body.contains("255"), "{answer:?}");
    }
    assert_eq!(server.quota().await.free_used, 0);
}

#[tokio::test]
async fn an_answer_that_cannot_be_rendered_is_an_error_and_not_charged() {
    let answers = Arc::new(TextAnswers::broken());
    let server = TestServer::start_with(Setup { answers, ..Setup::default() }).await;
    let failed = post(&server, "order-7", &valid_body()).await;
    failed.assert_error(500);
    assert!(!failed.body.contains("number"), "{failed:?}");
    let plain = server.send(&server.post(&valid_body())).await;
    plain.assert_error(500);
    assert_eq!(server.quota().await.free_used, 0);
    assert_eq!(server.store.ledger_view().generations, []);
}
