//! PostgreSQL behind a network that silently loses everything.

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
    // Opening a connection takes time on a busy machine.
    connection: Duration::from_secs(10),
    turn: Duration::from_secs(5),
    lock: Duration::from_secs(2),
    statement: Duration::from_secs(2),
    connections: 8,
};

/// Delay of a step that a busy machine may cause.
const LATE: Duration = Duration::from_secs(3);

/// Longest documented duration of a step: the waits for a connection, a statement and its answer.
const STEP: Duration = LIMITS
    .connection
    .saturating_add(LIMITS.statement)
    .saturating_add(DatabaseLimits::ANSWER_MARGIN)
    .saturating_add(LATE);

/// Longest time until the database is used again once it answers: a hanging attempt to connect, and a
/// step.
const RECOVERY: Duration = DatabaseLimits::CONNECT.saturating_add(STEP);

/// A store behind a proxy, with all connections open; `None` without PostgreSQL.
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

/// Returns `true` if two steps succeed. Neither may take longer than documented.
async fn works(store: &Store, ids: &SeededIds) -> bool {
    let id = AccountId::new(ids.id());
    let account = Account::new(id, format!("{id}@example.com").parse().unwrap(), now());
    let read = timeout(STEP, store.accounts()).await.expect("a reading step waits too long").map(drop);
    let write = timeout(STEP, store.add_account(&account)).await.expect("a writing step waits too long");
    let outcome = (read, write);
    println!("read and write: {outcome:?}");
    matches!(outcome, (Ok(()), Ok(())))
}

async fn recovers(store: &Store, ids: &SeededIds) {
    let give_up_at = Instant::now() + RECOVERY;
    while !works(store, ids).await {
        assert!(Instant::now() < give_up_at, "the database is not used again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_connections_fail_their_steps_and_are_replaced() {
    let Some((proxy, store)) = behind_proxy().await else { return };
    let ids = SeededIds::new(40);
    proxy.forget_open_connections();
    let all = join_all((0..8).map(|_| timeout(STEP, store.accounts()))).await;
    // A late step may already find a replacement.
    assert!(all.iter().all(Result::is_ok), "a step waits too long: {all:?}");
    assert!(all.iter().any(|outcome| matches!(outcome, Ok(Err(_)))), "{all:?}");
    assert!(works(&store, &ids).await, "the idle connections were replaced with the silent one");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_lost_connection_replaces_the_idle_ones() {
    let Some((proxy, store)) = behind_proxy().await else { return };
    let ids = SeededIds::new(41);
    proxy.forget_open_connections();
    assert!(!works(&store, &ids).await, "the first step finds the silence");
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
