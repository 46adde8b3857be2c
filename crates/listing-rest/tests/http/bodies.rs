//! Bodies that are too slow, too large, cut short or too many at once.

use std::time::Duration;

use listing_http::{HttpLimits, MemoryBudget};
use tokio::io::AsyncWriteExt as _;

use crate::support::{Answer, Setup, TestServer, fine_body};

fn limits() -> HttpLimits {
    HttpLimits {
        max_body_bytes: 10_000,
        body_base: Duration::from_millis(200),
        memory_wait: Duration::from_millis(50),
        ..HttpLimits::default()
    }
}

#[tokio::test]
async fn a_body_that_stalls_is_cut_off_and_told_so() {
    let server = TestServer::start_with(Setup { limits: limits(), ..Setup::default() }).await;
    let mut connection = server.connect().await;
    connection.write_all(server.post_head(5_000).as_bytes()).await.unwrap();
    connection.write_all(b"{\"photos\":").await.unwrap();
    Answer::read(&mut connection).await.assert_error(408);
    assert_eq!(server.quota().await.free_used, 0);
}

#[tokio::test]
async fn a_body_that_is_announced_too_large_is_refused_unread() {
    let server = TestServer::start_with(Setup { limits: limits(), ..Setup::default() }).await;
    for length in [10_001, usize::MAX] {
        server.send(&server.post_head(length)).await.assert_error(413);
    }
}

#[tokio::test]
async fn a_body_of_chunks_is_counted_as_it_comes() {
    let server = TestServer::start_with(Setup { limits: limits(), ..Setup::default() }).await;
    let chunked = |chunks: &[&str]| {
        let head = server.post_head(0).replace("content-length: 0", "transfer-encoding: chunked");
        let chunks: Vec<_> = chunks.iter().map(|chunk| format!("{:x}\r\n{chunk}\r\n", chunk.len())).collect();
        format!("{head}{}0\r\n\r\n", chunks.concat())
    };
    let body = fine_body();
    let (first, second) = body.split_at(100);
    assert_eq!(server.send(&chunked(&[first, second])).await.status, 200);
    let spaces = " ".repeat(6_000);
    server.send(&chunked(&[&spaces, &spaces])).await.assert_error(413);
}

#[tokio::test]
async fn a_body_that_finds_no_memory_is_turned_away_and_may_return() {
    let memory = MemoryBudget::new(8 * 1024);
    let setup = Setup {
        limits: HttpLimits { body_base: Duration::from_secs(5), ..limits() },
        memory,
        ..Setup::default()
    };
    let server = TestServer::start_with(setup).await;
    let mut first = server.connect().await;
    first.write_all(server.post_head(8_000).as_bytes()).await.unwrap();
    // The first body holds all the memory once its head has been read.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let refused = server.send(&server.post(&fine_body())).await;
    refused.assert_error(503);
    assert!(refused.header("retry-after").is_some(), "{refused:?}");
    first.write_all(" ".repeat(8_000).as_bytes()).await.unwrap();
    Answer::read(&mut first).await.assert_error(400);
    assert_eq!(server.send(&server.post(&fine_body())).await.status, 200);
}
