//! PostgreSQL behind a network that loses all data without closing a connection.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use listing_domain::account::Account;
use listing_domain::ids::AccountId;
use listing_domain::ports::{AccountStore as _, IdSource as _};
use listing_storage::{Database, DatabaseLimits, Store};
use listing_testkit::SeededIds;
use listing_testkit::proxy::SilentProxy;
use tokio::time::timeout;

use crate::postgres::another_database;
use crate::support::now;

const LIMITS: DatabaseLimits = DatabaseLimits {
    // On a busy machine, opening a connection takes time.
    connection: Duration::from_secs(10),
    turn: Duration::from_secs(5),
    lock: Duration::from_secs(2),
    statement: Duration::from_secs(2),
    connections: 8,
};

const LATE: Duration = Duration::from_secs(3);

/// Longest documented duration of a step: its waits for a connection, a statement and an answer.
const STEP: Duration = LIMITS
    .connection
    .saturating_add(LIMITS.statement)
    .saturating_add(DatabaseLimits::ANSWER_MARGIN)
    .saturating_add(LATE);

/// Until a step succeeds after the database answers again: one hanging attempt to connect and one step.
const RECOVERY: Duration = DatabaseLimits::CONNECT.saturating_add(STEP);

/// All its connections are open; `None` without PostgreSQL.
async fn behind_proxy() -> Option<(SilentProxy, Store)> {
    let address = another_database()?;
    let target = address.split('@').nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let target: SocketAddr = target.parse().unwrap();
    let proxy = SilentProxy::before(target).unwrap();
    let address = address.replace(&target.to_string(), &proxy.address().to_string());
    let store = Store::new(Database::open_within(&address, LIMITS).unwrap());
    while proxy.accepted() < 9 {
        assert!(join_all((0..16).map(|_| store.accounts())).await.iter().all(Result::is_ok));
    }
    Some((proxy, store))
}

/// True if a reading and a writing step succeed, each within the documented time.
async fn works(store: &Store, ids: &SeededIds) -> bool {
    let id = AccountId::new(ids.id());
    let account = Account::new(id, format!("{id}@example.com").parse().unwrap(), now());
    let read =
        timeout(STEP, store.accounts()).await.expect("the read takes longer than documented").map(drop);
    let write =
        timeout(STEP, store.add_account(&account)).await.expect("the write takes longer than documented");
    let outcome = (read, write);
    println!("read and write: {outcome:?}");
    matches!(outcome, (Ok(()), Ok(())))
}

async fn recovers(store: &Store, ids: &SeededIds) {
    let give_up_at = Instant::now() + RECOVERY;
    while !works(store, ids).await {
        assert!(Instant::now() < give_up_at, "steps still fail after the recovery time");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_connections_fail_their_steps_and_are_replaced() {
    let Some((proxy, store)) = behind_proxy().await else { return };
    let ids = SeededIds::new(40);
    proxy.forget_open_connections();
    let all = join_all((0..8).map(|_| timeout(STEP, store.accounts()))).await;
    // A step that begins late may already get a new connection.
    assert!(all.iter().all(Result::is_ok), "a step takes longer than documented: {all:?}");
    assert!(all.iter().any(|outcome| matches!(outcome, Ok(Err(_)))), "{all:?}");
    assert!(works(&store, &ids).await, "the idle connections were replaced with the silent one");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_lost_connection_replaces_all_idle_connections() {
    let Some((proxy, store)) = behind_proxy().await else { return };
    let ids = SeededIds::new(41);
    proxy.forget_open_connections();
    assert!(!works(&store, &ids).await, "the step on the lost connection must fail");
    assert!(works(&store, &ids).await);
    assert!(works(&store, &ids).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_server_is_used_again_as_soon_as_it_answers() {
    let Some((proxy, store)) = behind_proxy().await else { return };
    let ids = SeededIds::new(42);
    proxy.fall_silent();
    for _ in 0..2 {
        let outcomes = join_all((0..12).map(|_| works(&store, &ids))).await;
        assert!(outcomes.iter().all(|works| !works));
    }
    assert!(!matches!(timeout(STEP, store.database().check()).await, Ok(Ok(()))));
    proxy.serve_new_connections();
    recovers(&store, &ids).await;
}
