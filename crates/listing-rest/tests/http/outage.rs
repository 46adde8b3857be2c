//! Responses of the API while a store fails.

use listing_testkit::{STORE_SECRET, StoreFault, StorePort};

use crate::support::{Answer, TestServer, valid_body};

/// Calls every operation while one port's store fails, and returns the names of the calls that report the
/// failure.
async fn walk(port: StorePort, fault: StoreFault) -> Vec<&'static str> {
    let server = TestServer::start().await;
    let key = format!("x-api-key: {}", server.key);
    let body = valid_body();
    let with_key = server.post(&body).replacen("x-api-key", "idempotency-key: walk-1\r\nx-api-key", 1);
    let requests = [
        ("usage", TestServer::get("/api/v1/usage", &[&key])),
        ("listings", server.post(&body)),
        ("listings under a key", with_key),
        ("openapi", TestServer::get("/.well-known/openapi.json", &[])),
        ("docs", TestServer::get("/docs", &[])),
    ];
    let mut unavailable = Vec::new();
    for (name, request) in requests {
        server.faults.take_failed();
        server.faults.fail(port, fault);
        let answer = server.send(&request).await;
        let failed = server.faults.take_failed();
        server.faults.recover();
        // The expense records are for the operator only, and the last use of a key is for its owner only.
        let is_dispensable = |method: &str| matches!(method, "note_key_use" | "record" | "costs");
        if failed.iter().all(|(_, method)| is_dispensable(method)) {
            assert!(answer.status < 500, "{name} {port:?}: {answer:?}");
            continue;
        }
        assert_reported(&answer, fault);
        unavailable.push(name);
    }
    unavailable
}

fn assert_reported(answer: &Answer, fault: StoreFault) {
    match fault {
        StoreFault::Unavailable => answer.assert_error(503),
        StoreFault::Inconsistent => answer.assert_error(500),
    }
    assert_eq!(answer.header("retry-after").is_some(), fault == StoreFault::Unavailable, "{answer:?}");
    assert!(!answer.shown().contains(STORE_SECRET), "{answer:?}");
}

#[tokio::test]
async fn every_answer_of_a_failed_store_is_503_or_500_without_the_cause() {
    for fault in [StoreFault::Unavailable, StoreFault::Inconsistent] {
        for port in StorePort::ALL {
            let expected: &[&str] = match port {
                StorePort::Accounts | StorePort::Ledger => &["usage", "listings", "listings under a key"],
                // The account's settings contain the country of sale.
                StorePort::People => &["listings", "listings under a key"],
                _ => &[],
            };
            assert_eq!(walk(port, fault).await, expected, "{port:?}");
        }
    }
}
