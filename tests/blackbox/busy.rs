//! Tests with a locked database: requests get 503 with `Retry-After`, and nothing is charged.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use listing_domain::account::Plan;
use listing_server::settings::Layer;
use listing_testkit::postgres::ThrowawayPostgres;
use listing_testkit::{FakeWriter, skipped};

use crate::app::{Answer, TestApp, fine_request};

fn server() -> Option<ThrowawayPostgres> {
    if ThrowawayPostgres::is_installed() {
        return Some(ThrowawayPostgres::start(false).unwrap());
    }
    skipped("no PostgreSQL to test with; install the package postgresql");
    None
}

fn start(database_url: Option<String>) -> TestApp {
    let (rate_free_per_minute, rate_anonymous_per_minute) = (Some(100_000), Some(100_000));
    let layer = Layer { database_url, rate_free_per_minute, rate_anonymous_per_minute, ..Layer::default() };
    TestApp::start_with(layer, std::sync::Arc::new(FakeWriter::default()))
}

fn assert_busy(answer: &Answer) {
    let message = answer.error_message(503);
    assert!(message.contains("retry later"), "{message}");
    let seconds: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&seconds), "{answer:?}");
}

async fn assert_used(app: &TestApp, key: &str, units: u64) {
    let usage = app.usage(key).await;
    assert_eq!((usage.status, &usage.json["data"]["freeUsed"]), (200, &units.into()), "{usage:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_get_503_at_no_charge_while_another_process_locks_sqlite() {
    let app = start(None);
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let file = app.settings.database_url.reveal().trim_start_matches("sqlite://").to_owned();
    let mut other = SqliteConnection::establish(&file).unwrap();
    other.batch_execute("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE").unwrap();
    assert_busy(&app.generate(&key, &fine_request()).await);
    assert_used(&app, &key, 0).await;
    other.batch_execute("ROLLBACK").unwrap();
    assert_eq!(app.generate(&key, &fine_request()).await.status, 200);
    assert_used(&app, &key, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_get_503_at_no_charge_while_postgres_tables_are_locked() {
    let Some(server) = server() else { return };
    let address = server.create_database("busy").unwrap();
    let app = start(Some(address.clone()));
    let mut other = PgConnection::establish(&address).unwrap();
    // These are read to look up the key, and for the balance, which is cached afterwards.
    for table in ["api_key", "bucket"] {
        let key = app.db_account(&format!("{table}@example.com"), Plan::Free).await;
        other.batch_execute(&format!("BEGIN; LOCK TABLE {table}")).unwrap();
        assert_busy(&app.usage(&key).await);
        assert_busy(&app.generate(&key, &fine_request()).await);
        other.batch_execute("ROLLBACK").unwrap();
        assert_used(&app, &key, 0).await;
    }
    // With a cached balance, the request stops when it takes a quota unit.
    let key = app.db_account("ann@example.com", Plan::Free).await;
    other.batch_execute("BEGIN; LOCK TABLE reservation").unwrap();
    assert_busy(&app.generate(&key, &fine_request()).await);
    other.batch_execute("ROLLBACK").unwrap();
    assert_eq!(app.generate(&key, &fine_request()).await.status, 200);
    assert_used(&app, &key, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_get_503_while_all_database_connections_are_in_use() {
    let Some(server) = server() else { return };
    let address = server.create_database("crowded").unwrap();
    let app = start(Some(address.clone()));
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let mut other = PgConnection::establish(&address).unwrap();
    other.batch_execute("BEGIN; LOCK TABLE bucket").unwrap();
    let usages = futures_util::future::join_all((0..24).map(|_| app.usage(&key))).await;
    usages.iter().for_each(assert_busy);
    other.batch_execute("ROLLBACK").unwrap();
    assert_used(&app, &key, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inconsistent_store_gives_500_without_the_cause() {
    let app = start(None);
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let file = app.settings.database_url.reveal().trim_start_matches("sqlite://").to_owned();
    let mut other = SqliteConnection::establish(&file).unwrap();
    other
        .batch_execute(
            "PRAGMA busy_timeout = 5000; PRAGMA ignore_check_constraints = ON;
             INSERT INTO bucket (account, kind, period, granted) SELECT id, 'free', '9999-99', 3 FROM account",
        )
        .unwrap();
    for answer in [app.usage(&key).await, app.generate(&key, &fine_request()).await] {
        let message = answer.error_message(500);
        assert!(!message.contains("bucket") && answer.header("retry-after").is_empty(), "{answer:?}");
    }
}
