//! Bodies that are too slow, too large, truncated or too many at once.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::ports::{Admission, AdmissionError, AdmissionSlot, BodyMemory, Requester};
use listing_http::HttpLimits;
use tokio::io::AsyncWriteExt as _;

use crate::support::{Answer, Setup, TestServer, valid_body};

fn limits() -> HttpLimits {
    HttpLimits { max_body_bytes: 10_000, ..HttpLimits::default() }
}

#[tokio::test]
async fn a_stalled_body_is_cut_off_with_408() {
    let limits = HttpLimits { body_base: Duration::from_millis(200), ..limits() };
    let server = TestServer::start_with(Setup { limits, ..Setup::default() }).await;
    let mut connection = server.connect().await;
    connection.write_all(server.post_head(5_000).as_bytes()).await.unwrap();
    connection.write_all(b"{\"photos\":").await.unwrap();
    Answer::read(&mut connection).await.assert_error(408);
    assert_eq!(server.quota().await.free_used, 0);
}

#[tokio::test]
async fn a_body_with_too_large_an_announced_length_is_refused_unread() {
    let server = TestServer::start_with(Setup { limits: limits(), ..Setup::default() }).await;
    for length in [10_001, usize::MAX] {
        server.send(&server.post_head(length)).await.assert_error(413);
    }
}

#[tokio::test]
async fn a_chunked_body_over_the_limit_is_refused_as_it_arrives() {
    let server = TestServer::start_with(Setup { limits: limits(), ..Setup::default() }).await;
    let chunked = |chunks: &[&str]| {
        let head = server.post_head(0).replace("content-length: 0", "transfer-encoding: chunked");
        let chunks: Vec<_> = chunks.iter().map(|chunk| format!("{:x}\r\n{chunk}\r\n", chunk.len())).collect();
        format!("{head}{}0\r\n\r\n", chunks.concat())
    };
    let body = valid_body();
    let (first, second) = body.split_at(100);
    assert_eq!(server.send(&chunked(&[first, second])).await.status, 200);
    let spaces = " ".repeat(6_000);
    server.send(&chunked(&[&spaces, &spaces])).await.assert_error(413);
}

/// An admission that returns a given refusal, or admits a request with little memory for its body.
struct Narrow {
    refused: Option<AdmissionError>,
    /// The bytes of memory for a body.
    memory: usize,
}

const LATER: Duration = Duration::from_secs(9);

#[async_trait]
impl Admission for Narrow {
    async fn enter(&self, _: Requester) -> Result<Box<dyn AdmissionSlot>, AdmissionError> {
        match self.refused {
            Some(refused) => Err(refused),
            None => Ok(Box::new(Small(self.memory))),
        }
    }
}

struct Small(usize);

impl AdmissionSlot for Small {
    fn body(&self, _: usize) -> Box<dyn BodyMemory> {
        Box::new(Self(self.0))
    }

    fn work(&self, work: &mut dyn FnMut()) {
        work();
    }
}

#[async_trait]
impl BodyMemory for Small {
    async fn grow(&mut self, bytes: usize) -> Result<(), AdmissionError> {
        self.0 = self.0.checked_sub(bytes).ok_or(AdmissionError::Busy { retry_after: LATER })?;
        Ok(())
    }

    /// Drops the body at once if there is no memory left.
    async fn shed(&mut self) -> AdmissionError {
        if self.0 > 0 {
            std::future::pending::<()>().await;
        }
        AdmissionError::Busy { retry_after: LATER }
    }

    fn complete(&mut self) {}
}

async fn server_with(admission: Narrow) -> TestServer {
    TestServer::start_with(Setup { admission: Arc::new(admission), ..Setup::default() }).await
}

#[tokio::test]
async fn a_body_without_memory_is_refused_with_a_retry_time() {
    for memory in [0, 10] {
        let server = server_with(Narrow { refused: None, memory }).await;
        let refused = server.send(&server.post(&valid_body())).await;
        refused.assert_error(503);
        assert_eq!(refused.header("retry-after"), Some("9"), "{refused:?}");
        assert_eq!(refused.header("connection"), Some("close"), "{refused:?}");
        assert_eq!(server.quota().await.free_used, 0);
    }
}

#[tokio::test]
async fn a_refused_caller_gets_the_reason_before_the_body_is_sent() {
    let busy = AdmissionError::Busy { retry_after: LATER };
    let over = AdmissionError::OverBudget { retry_after: LATER };
    for (refused, status, text) in [(busy, 503, "busy"), (over, 429, "more processor time than its plan")] {
        let server = server_with(Narrow { refused: Some(refused), memory: 0 }).await;
        let answer = server.send(&server.post_head(57_000_000)).await;
        answer.assert_error(status);
        assert!(answer.body.contains(text), "{answer:?}");
        assert_eq!(answer.header("retry-after"), Some("9"), "{answer:?}");
        assert_eq!(answer.header("connection"), Some("close"), "{answer:?}");
    }
}

#[tokio::test]
async fn an_exhausted_account_is_refused_before_it_sends_its_photos() {
    let server = TestServer::start().await;
    for _ in 0..3 {
        assert_eq!(server.send(&server.post(&valid_body())).await.status, 200);
    }
    let answer = server.send(&server.post_head(57_000_000)).await;
    answer.assert_error(402);
    assert_eq!(answer.header("connection"), Some("close"), "{answer:?}");
    // The service reads a small body and keeps the connection open.
    let mut connection = server.connect().await;
    for _ in 0..2 {
        connection.write_all(server.post(&valid_body()).as_bytes()).await.unwrap();
        Answer::read(&mut connection).await.assert_error(402);
    }
}

#[tokio::test]
async fn an_idempotency_key_gets_its_stored_answer_from_an_exhausted_account() {
    let server = TestServer::start().await;
    let keyed = server.post(&valid_body()).replacen("host: test", "host: test\r\nidempotency-key: one", 1);
    let first = server.send(&keyed).await;
    for _ in 0..2 {
        assert_eq!(server.send(&server.post(&valid_body())).await.status, 200);
    }
    server.send(&server.post(&valid_body())).await.assert_error(402);
    let again = server.send(&keyed).await;
    assert_eq!((again.status, &again.body), (200, &first.body));
}
