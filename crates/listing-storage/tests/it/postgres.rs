//! Concurrent opening, waiting times and consistency on PostgreSQL.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier, OnceLock};
use std::thread;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use futures_util::future::join_all;
use jiff::SignedDuration;
use listing_domain::account::{Account, Plan};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    AccountStore as _, HoldRequest, IdSource as _, QuotaError, QuotaLedger as _, StoreError,
};
use listing_storage::{Database, StorageError, Store};
use listing_testkit::contract::put_on_plan;
use listing_testkit::postgres::ThrowawayPostgres;
use listing_testkit::{SeededIds, holding, skipped};

use crate::support::{FREE, now, patient, settling};

/// Without PostgreSQL, prints a message and returns `None`.
fn server() -> Option<&'static ThrowawayPostgres> {
    static SERVER: OnceLock<Option<ThrowawayPostgres>> = OnceLock::new();
    let server = SERVER
        .get_or_init(|| ThrowawayPostgres::is_installed().then(|| ThrowawayPostgres::start(false).unwrap()));
    if server.is_none() {
        skipped("no PostgreSQL to test with; install the package postgresql");
    }
    server.as_ref()
}

thread_local! {
    static CREATED: RefCell<Created> = RefCell::default();
}

/// The databases of a test. They are removed when its thread ends, because all tests together would need
/// several gigabytes.
#[derive(Default)]
struct Created(Vec<String>);

impl Drop for Created {
    fn drop(&mut self) {
        for name in &self.0 {
            // The folder of the server is removed with the process.
            let _ = server().map(|server| server.drop_database(name));
        }
    }
}

fn another_name() -> String {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let name = format!("ptl{}", MADE.fetch_add(1, Ordering::Relaxed));
    CREATED.with_borrow_mut(|created| created.0.push(name.clone()));
    name
}

/// Without a schema.
pub(crate) fn bare_database() -> Option<String> {
    server().map(|server| server.create_database(&another_name()).unwrap())
}

/// Copies a database with the schema, because the migrations take much longer than most tests.
pub(crate) fn another_database() -> Option<String> {
    const ORIGINAL: &str = "original";
    static IS_MADE: OnceLock<()> = OnceLock::new();
    let server = server()?;
    IS_MADE.get_or_init(|| drop(patient(&server.create_database(ORIGINAL).unwrap())));
    Some(server.copy_database(ORIGINAL, &another_name()).unwrap())
}

async fn account(store: &Store, ids: &SeededIds, plan: Plan) -> AccountId {
    let id = AccountId::new(ids.id());
    let email = format!("{id}@example.com").parse().unwrap();
    store.add_account(&Account::new(id, email, now())).await.unwrap();
    assert!(put_on_plan(store, id, plan, jiff::Timestamp::UNIX_EPOCH).await.unwrap());
    id
}

fn hold(ids: &SeededIds, account: AccountId) -> HoldRequest {
    holding(ReservationId::new(ids.id()), account, FREE, now())
}

#[tokio::test]
async fn eight_instances_can_open_an_empty_database_at_the_same_time() {
    let Some(address) = bare_database() else { return };
    let together = Barrier::new(8);
    let opened: Vec<Database> = thread::scope(|scope| {
        let open = || {
            together.wait();
            Database::open(&address).unwrap()
        };
        let openers: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
        openers.into_iter().map(|opener| opener.join().unwrap()).collect()
    });
    for database in &opened {
        database.check().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_hold_each_unit_once() {
    let Some(address) = another_database() else { return };
    let ids = SeededIds::new(3);
    let stores = [0, 1].map(|_| Arc::new(Store::new(patient(&address))));
    let ann = account(&stores[0], &ids, Plan::Free).await;
    let requests: Vec<_> = (0..200).map(|_| hold(&ids, ann)).collect();
    let holds = requests.iter().enumerate().map(|(index, request)| stores[index % 2].hold(request));
    let outcomes = join_all(holds).await;
    let held: Vec<_> = outcomes.iter().flatten().collect();
    assert_eq!(held.len(), 3);
    assert!(
        outcomes.iter().all(|outcome| matches!(outcome, Ok(_) | Err(QuotaError::Exhausted))),
        "{outcomes:?}"
    );
    for held in held {
        assert!(stores[1].settle(&settling(held.id, now())).await.unwrap().charged);
    }
    assert_eq!(stores[0].violations(now()).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn step_on_a_locked_row_fails_in_time_and_stores_nothing() {
    let Some(address) = another_database() else { return };
    let (ids, store) = (SeededIds::new(4), Store::new(Database::open(&address).unwrap()));
    let ann = account(&store, &ids, Plan::Free).await;
    let mut other = PgConnection::establish(&address).unwrap();
    other.batch_execute("BEGIN; SELECT id FROM account FOR UPDATE").unwrap();
    let refused = store.hold(&hold(&ids, ann)).await;
    assert!(matches!(refused, Err(QuotaError::Store(StoreError::Unavailable(_)))), "{refused:?}");
    other.batch_execute("ROLLBACK").unwrap();
    assert_eq!(store.usage(ann, FREE, now()).await.unwrap().free_used, 0);
    assert_eq!(store.expire(now()).await.unwrap(), 0, "a reservation that was never held is not released");
    store.hold(&hold(&ids, ann)).await.unwrap();
}

#[tokio::test]
async fn charge_survives_a_lost_connection_and_counts_once() {
    let Some(address) = another_database() else { return };
    let (ids, store) = (SeededIds::new(6), Store::new(patient(&address)));
    let ann = account(&store, &ids, Plan::Free).await;
    let held = store.hold(&hold(&ids, ann)).await.unwrap();
    let mut other = PgConnection::establish(&address).unwrap();
    let all_others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    other.batch_execute(all_others).unwrap();
    assert!(store.settle(&settling(held.id, now())).await.unwrap().charged);
    assert_eq!(store.usage(ann, FREE, now()).await.unwrap().free_used, 1);
    assert_eq!(store.violations(now()).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn many_lost_connections_fail_one_caller_at_most() {
    let Some(address) = another_database() else { return };
    let (ids, store) = (SeededIds::new(10), Store::new(Database::open(&address).unwrap()));
    let ann = account(&store, &ids, Plan::Free).await;
    // Each call uses its own connection. All wait while the account is locked.
    let mut other = PgConnection::establish(&address).unwrap();
    other.batch_execute("BEGIN; SELECT id FROM account FOR UPDATE").unwrap();
    let requests: Vec<_> = (0..8).map(|_| hold(&ids, ann)).collect();
    join_all(requests.iter().map(|request| store.hold(request))).await;
    let all_others = "ROLLBACK; SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    other.batch_execute(all_others).unwrap();
    let mut failures = Vec::new();
    for _ in 0..20 {
        failures.extend(store.accounts().await.err());
    }
    assert_eq!(failures.len(), 1, "{failures:?}");
    let together = join_all((0..8).map(|_| store.accounts())).await;
    assert!(together.iter().all(Result::is_ok), "{together:?}");
}

#[tokio::test]
async fn unit_whose_release_failed_is_released_by_the_next_sweep() {
    let Some(address) = another_database() else { return };
    let (ids, store) = (SeededIds::new(7), Store::new(Database::open(&address).unwrap()));
    let ann = account(&store, &ids, Plan::Free).await;
    let held = store.hold(&hold(&ids, ann)).await.unwrap();
    let mut other = PgConnection::establish(&address).unwrap();
    other.batch_execute("BEGIN; SELECT id FROM account FOR UPDATE").unwrap();
    let refused = store.release(held.id, now(), &Origin::CLI).await;
    assert!(matches!(refused, Err(QuotaError::Store(StoreError::Unavailable(_)))), "{refused:?}");
    other.batch_execute("ROLLBACK").unwrap();
    assert_eq!(store.usage(ann, FREE, now()).await.unwrap().free_used, 1);
    store.expire(now()).await.unwrap();
    assert_eq!(store.usage(ann, FREE, now()).await.unwrap().free_used, 0);
}

#[tokio::test]
async fn store_uses_the_clock_of_the_database_server() {
    let Some(address) = another_database() else { return };
    let ids = SeededIds::new(8);
    let open = || Store::new(patient(&address)).with_instance_id(ids.id());
    let (right, wrong) = (open(), open());
    let ann = account(&right, &ids, Plan::Free).await;
    // The clocks of both processes are wrong, one by years.
    let (today, long_ago) = (now(), now() - SignedDuration::from_hours(24 * 700));
    right.record_heartbeat(today).await.unwrap();
    wrong.record_heartbeat(long_ago).await.unwrap();
    let request = HoldRequest { now: long_ago, expires_at: long_ago, ..hold(&ids, ann) };
    wrong.hold(&request).await.unwrap();
    let usage = right.usage(ann, FREE, today).await.unwrap();
    assert_eq!(usage.free_used, 1, "both processes must see the same month");
    assert_eq!(wrong.usage(ann, FREE, long_ago).await.unwrap(), usage);
    assert_eq!(wrong.expire(today - SignedDuration::from_hours(24 * 1_400)).await.unwrap(), 0);
    assert_eq!(right.expire(today + SignedDuration::from_secs(5)).await.unwrap(), 1);
}

#[tokio::test]
async fn newer_schema_is_refused() {
    let Some(address) = another_database() else { return };
    drop(Database::open(&address).unwrap());
    let mut other = PgConnection::establish(&address).unwrap();
    other.batch_execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('9001')").unwrap();
    let error = Database::open(&address).err().unwrap();
    assert!(matches!(error, StorageError::Newer { .. }), "{error:?}");
}

#[tokio::test]
async fn ledger_rows_cannot_be_changed() {
    let Some(address) = another_database() else { return };
    let (ids, store) = (SeededIds::new(5), Store::new(patient(&address)));
    let ann = account(&store, &ids, Plan::Free).await;
    store.hold(&hold(&ids, ann)).await.unwrap();
    let mut other = PgConnection::establish(&address).unwrap();
    for statement in ["UPDATE ledger SET amount = 0", "DELETE FROM ledger", "TRUNCATE ledger"] {
        assert!(other.batch_execute(statement).is_err(), "{statement}");
    }
}

#[tokio::test]
async fn read_only_database_fails_the_check() {
    let Some(address) = another_database() else { return };
    let store = Store::new(patient(&address));
    store.database().check().await.unwrap();
    let (_, name) = address.rsplit_once('/').unwrap();
    let mut other = PgConnection::establish(&address).unwrap();
    let changed = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    other.batch_execute(&changed).unwrap();
    let all_others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    other.batch_execute(all_others).unwrap();
    // This check finds that its connection is lost.
    assert!(store.database().check().await.is_err());
    assert!(matches!(store.database().check().await, Err(StorageError::ReadOnly)));
}

#[test]
fn an_unreachable_server_is_reported_without_the_password() {
    let error = Database::open("postgres://ann:hunter2@127.0.0.1:1/ptl").err().unwrap();
    let message = format!("{error} {error:?}");
    assert!(!message.contains("hunter2"), "{message}");
}
