//! `cargo xtask bench ledger`: measures how many units 64 concurrent clients can hold and charge each second.
//! Each result comes with a reference measurement from the same run.
//!
//! SQLite, with all clients on one account: one store, whose writer commits in groups, against a separate
//! store for each client. Those each have a connection and wait for the file's lock with `BEGIN IMMEDIATE`.
//!
//! PostgreSQL, with one account for each client: one store against a connection for each client that only
//! runs conditional updates.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its figures are what it is for")]

#[path = "../src/prepared.rs"]
#[expect(dead_code, reason = "the store's own form of statements, of which little is needed here")]
mod prepared;

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use diesel::pg::PgConnection;
use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::account::Account;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{AccountStore as _, QuotaError, QuotaLedger as _, SettleRequest};
use listing_storage::{Database, Store};
use listing_testkit::holding;
use listing_testkit::postgres::ThrowawayPostgres;
use prepared::{Prepared, Value};
use uuid::Uuid;

const CLIENTS: usize = 64;
/// More free units than any run takes.
const UNITS: u32 = 1_000_000_000;
const SECONDS: u64 = 5;
const NOW: &str = "2026-11-21T10:00:00Z";

/// The reference measurement: one round trip, prepared once.
const BARE: &str = "UPDATE bucket SET pending = pending + 1
    WHERE account = ? AND kind = 'free' AND period = ? AND pending + spent < granted";

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// They increase with time, as the service's do.
#[derive(Default)]
struct Ids(AtomicU64);

impl Ids {
    fn id(&self) -> Uuid {
        Uuid::from_u128(self.0.fetch_add(1, Ordering::Relaxed).into())
    }
}

#[derive(Default)]
struct Measurements {
    times: Vec<Duration>,
    failures: usize,
}

struct Client {
    store: Arc<Store>,
    account: AccountId,
}

fn main() -> Outcome<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    println!(
        "| hold and settle, {CLIENTS} clients | pairs a second | of yardstick | median | p99 | failures |"
    );
    println!("|---|---|---|---|---|---|");
    runtime.block_on(on_sqlite())?;
    if ThrowawayPostgres::is_installed() {
        runtime.block_on(on_postgres())?;
    } else {
        eprintln!("skipped: no PostgreSQL to measure with; install the package postgresql");
    }
    Ok(())
}

async fn on_sqlite() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("ptl.db").display().to_string();
    let open = || -> Outcome<_> { Ok(Arc::new(Store::new(Database::open(&file)?))) };
    let (ids, store) = (Arc::new(Ids::default()), open()?);
    let account = add_account(&store, &ids, 0).await?;
    let naive = (0..CLIENTS).map(|_| Ok(Client { store: open()?, account })).collect::<Outcome<Vec<_>>>()?;
    let naive = run_clients(naive, &ids).await?;
    let grouped = (0..CLIENTS).map(|_| Client { store: Arc::clone(&store), account }).collect();
    let grouped = run_clients(grouped, &ids).await?;
    report("SQLite, a connection for each client", &naive, &naive);
    report("SQLite, one account, the store", &grouped, &naive);
    Ok(())
}

async fn on_postgres() -> Outcome<()> {
    let server = ThrowawayPostgres::start(true)?;
    let address = server.create_database("ptl")?;
    let (ids, store) = (Arc::new(Ids::default()), Arc::new(Store::new(Database::open(&address)?)));
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        let account = add_account(&store, &ids, number).await?;
        clients.push(Client { store: Arc::clone(&store), account });
    }
    let accounts: Vec<String> = clients.iter().map(|client| client.account.to_string()).collect();
    let pairs = run_clients(clients, &ids).await?;
    let bare = tokio::task::spawn_blocking(move || bare_updates(&address, &accounts)).await??;
    report("PostgreSQL, bare conditional updates", &bare, &bare);
    report("PostgreSQL, different accounts, the store", &pairs, &bare);
    Ok(())
}

async fn add_account(store: &Store, ids: &Ids, number: usize) -> Outcome<AccountId> {
    let id = AccountId::new(ids.id());
    let email = format!("client-{number}@example.com").parse()?;
    store.add_account(&Account::new(id, email, NOW.parse()?)).await?;
    Ok(id)
}

async fn run_clients(clients: Vec<Client>, ids: &Arc<Ids>) -> Outcome<Measurements> {
    let until = Instant::now() + Duration::from_secs(SECONDS);
    let mut running = tokio::task::JoinSet::new();
    for client in clients {
        let ids = Arc::clone(ids);
        running.spawn(async move {
            let mut done = Measurements::default();
            while Instant::now() < until {
                let start = Instant::now();
                match client.pair(ReservationId::new(ids.id())).await {
                    Ok(()) => done.times.push(start.elapsed()),
                    Err(_) => done.failures += 1,
                }
            }
            done
        });
    }
    Ok(merged(running.join_all().await))
}

impl Client {
    async fn pair(&self, reservation: ReservationId) -> Result<(), QuotaError> {
        let (account, free_limit) = (self.account, UNITS);
        let now: Timestamp = NOW.parse().unwrap_or_default();
        self.store.hold(&holding(reservation, account, free_limit, now)).await?;
        let settle =
            SettleRequest { reservation, free_limit, at: now, generation: None, origin: Origin::CLI };
        self.store.settle(&settle).await.map(drop)
    }
}

/// The reference measurement: one statement for each unit, on a connection for each client.
fn bare_updates(address: &str, accounts: &[String]) -> Outcome<Measurements> {
    let until = Instant::now() + Duration::from_secs(SECONDS);
    let client = |account: &str| -> Outcome<Measurements> {
        let mut connection = PgConnection::establish(address)?;
        let values = [Value::Text(account), Value::Text(&NOW[..7])];
        let mut done = Measurements::default();
        while Instant::now() < until {
            let start = Instant::now();
            let taken = Prepared::<()>::new(BARE, &values);
            done.failures += usize::from(taken.execute(&mut connection)? != 1);
            done.times.push(start.elapsed());
        }
        Ok(done)
    };
    thread::scope(|scope| {
        let clients: Vec<_> = accounts.iter().map(|account| scope.spawn(|| client(account))).collect();
        let done = clients.into_iter().map(|client| client.join().map_err(|_| "a client panicked")?);
        Ok(merged(done.collect::<Outcome<Vec<_>>>()?))
    })
}

fn merged(all: Vec<Measurements>) -> Measurements {
    let mut done = Measurements::default();
    for client_done in all {
        done.times.extend(client_done.times);
        done.failures += client_done.failures;
    }
    done.times.sort();
    done
}

fn report(name: &str, done: &Measurements, yardstick: &Measurements) {
    let count = |done: &Measurements| u32::try_from(done.times.len()).map_or(f64::INFINITY, f64::from);
    let at = |percent: usize| done.times.get(done.times.len() * percent / 100).copied().unwrap_or_default();
    println!(
        "| {name} | {:.0} | {:.2} | {:.2?} | {:.2?} | {} |",
        count(done) / Duration::from_secs(SECONDS).as_secs_f64(),
        count(done) / count(yardstick),
        at(50),
        at(99),
        done.failures
    );
}
