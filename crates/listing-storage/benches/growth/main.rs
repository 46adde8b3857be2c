//! `cargo xtask bench growth`: measures how the cost of a database grows with its size.
//!
//! For each number of accounts, it fills a database ([`grow`]), checks it as `ptl doctor` does and backs it
//! up. Then it queries usage, and holds and settles units, each time for another account. While the check
//! runs, a client holds and settles units: its waiting times and the size of a SQLite file's log show what a
//! check costs others.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its figures are what it is for")]

mod grow;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{QuotaLedger as _, SettleRequest};
use listing_storage::{Database, Store, transfer};
use listing_testkit::holding;
use listing_testkit::postgres::ThrowawayPostgres;
use uuid::Uuid;

use grow::{GENERATIONS, Grower};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Of each kind.
const REQUESTS: u32 = 2_000;
const FREE: u32 = 3;
/// A month after the generated data.
const NOW: &str = "2026-11-21T10:00:00Z";
const PAUSE: Duration = Duration::from_millis(5);
const PATIENCE: Duration = Duration::from_mins(30);

struct Figures {
    engine: &'static str,
    accounts: u32,
    size: u64,
    doctor: Duration,
    pair_during_check: Times,
    log: Option<u64>,
    backup: Duration,
    first_look: Times,
    usage: Times,
    hold: Times,
    settle: Times,
}

/// The median duration, and the duration that the slowest 1% exceed.
#[derive(Clone, Copy)]
struct Times(Duration, Duration);

/// Reads the arguments `growth [sqlite] [postgres] NUMBER…`: engines (both by default) and numbers of
/// accounts.
fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let sizes: Vec<u32> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![600, 6_000] } else { sizes };
    let named = |engine: &str| args.iter().any(|arg| arg == engine);
    let both = !named("sqlite") && !named("postgres");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut all = Vec::new();
    if both || named("sqlite") {
        for accounts in &sizes {
            all.push(runtime.block_on(on_sqlite(*accounts))?);
        }
    }
    if (both || named("postgres")) && ThrowawayPostgres::is_installed() {
        for accounts in &sizes {
            all.push(runtime.block_on(on_postgres(*accounts))?);
        }
    } else if both || named("postgres") {
        eprintln!("skipped: no PostgreSQL to measure with; install the package postgresql");
    }
    report(&all);
    Ok(())
}

async fn on_sqlite(accounts: u32) -> Outcome<Figures> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("ptl.db");
    let address = file.display().to_string();
    let store = grown(&address, accounts)?;
    let size = file.metadata()?.len();
    let (doctor, pair_during_check, log) = check(&store, accounts, Some(&file)).await?;
    let copy = folder.path().join("backup.db");
    let begun = Instant::now();
    let made = {
        let (address, copy) = (address.clone(), copy.clone());
        tokio::task::spawn_blocking(move || transfer::back_up(&address, &copy, &mut |_| {}))
    };
    tokio::time::timeout(PATIENCE, made).await???;
    let backup = begun.elapsed();
    std::fs::remove_file(copy)?;
    let [first_look, usage, hold, settle] = requests(&store, accounts).await?;
    Ok(Figures {
        engine: "SQLite",
        accounts,
        size,
        doctor,
        pair_during_check,
        log,
        backup,
        first_look,
        usage,
        hold,
        settle,
    })
}

async fn on_postgres(accounts: u32) -> Outcome<Figures> {
    let server = ThrowawayPostgres::start(true)?;
    let address = server.create_database("ptl")?;
    let store = grown(&address, accounts)?;
    let size = server.ask("ptl", "SELECT pg_database_size(current_database())")?.parse()?;
    let (doctor, pair_during_check, log) = check(&store, accounts, None).await?;
    let folder = tempfile::tempdir()?;
    let begun = Instant::now();
    server.dump("ptl", &folder.path().join("ptl.dump"))?;
    let backup = begun.elapsed();
    let [first_look, usage, hold, settle] = requests(&store, accounts).await?;
    Ok(Figures {
        engine: "PostgreSQL",
        accounts,
        size,
        doctor,
        pair_during_check,
        log,
        backup,
        first_look,
        usage,
        hold,
        settle,
    })
}

fn grown(address: &str, accounts: u32) -> Outcome<Arc<Store>> {
    drop(Database::open(address)?);
    let begun = Instant::now();
    Grower::open(address)?.grow(accounts)?;
    eprintln!("{accounts} accounts with {GENERATIONS} generations each, made in {:.0?}", begun.elapsed());
    Ok(Arc::new(Store::new(Database::open(address)?).without_usage_cache()))
}

/// Checks as the doctor does, while a client sends requests. Returns the check's duration, the client's
/// waiting times and the size of a SQLite file's log in bytes.
async fn check(
    store: &Arc<Store>,
    accounts: u32,
    file: Option<&Path>,
) -> Outcome<(Duration, Times, Option<u64>)> {
    let is_over = Arc::new(AtomicBool::new(false));
    let client = {
        let (store, is_over) = (Arc::clone(store), Arc::clone(&is_over));
        tokio::spawn(async move {
            let mut times = Vec::new();
            for number in 0.. {
                let account = nth(accounts - number / 2);
                let begun = Instant::now();
                pair(&store, account, extra_id(number)).await?;
                times.push(begun.elapsed());
                // Takes two units of each account, so that one is left.
                if is_over.load(Ordering::Relaxed) || number / 2 + 1 >= accounts {
                    break;
                }
                tokio::time::sleep(PAUSE).await;
            }
            Outcome::Ok(times)
        })
    };
    let begun = Instant::now();
    let wrong = tokio::time::timeout(PATIENCE, store.violations(now())).await??;
    let took = begun.elapsed();
    is_over.store(true, Ordering::Relaxed);
    let times = client.await??;
    if let Some(first) = wrong.first() {
        return Err(format!("what was grown is not sound: {first}").into());
    }
    let log = file.map(|file| {
        let log = PathBuf::from(format!("{}-wal", file.display()));
        log.metadata().map_or(0, |log| log.len())
    });
    Ok((took, middle_and_end(times), log))
}

/// First queries read from the disk if the database is larger than the cache. Then come usage queries, holds
/// and settlements.
async fn requests(store: &Store, accounts: u32) -> Outcome<[Times; 4]> {
    let mut times = [const { Vec::new() }; 4];
    // Accounts from the whole database, as in real requests.
    let step = (accounts / REQUESTS).max(1);
    for number in 0..REQUESTS.min(accounts) {
        let account = nth(1 + number * step % accounts);
        let id = ReservationId::new(Uuid::from_u128((2_u128 << 96) + u128::from(number)));
        let [first_look, usage, hold, settle] = &mut times;
        first_look.push(timed(store.usage(account, FREE, now())).await?);
        usage.push(timed(store.usage(account, FREE, now())).await?);
        hold.push(timed(store.hold(&holding(id, account, FREE, now()))).await?);
        settle.push(timed(store.settle(&settling(id))).await?);
    }
    Ok(times.map(middle_and_end))
}

async fn timed<T, E>(work: impl Future<Output = Result<T, E>>) -> Result<Duration, E> {
    let begun = Instant::now();
    work.await?;
    Ok(begun.elapsed())
}

async fn pair(store: &Store, account: AccountId, id: ReservationId) -> Outcome<()> {
    store.hold(&holding(id, account, FREE, now())).await?;
    store.settle(&settling(id)).await?;
    Ok(())
}

fn settling(reservation: ReservationId) -> SettleRequest {
    SettleRequest { reservation, free_limit: FREE, at: now(), generation: None, origin: Origin::CLI }
}

fn now() -> Timestamp {
    NOW.parse().unwrap_or_default()
}

/// From 1 on.
fn nth(number: u32) -> AccountId {
    AccountId::new(Uuid::from_u128(0x7000_8000_u128 << 48 | u128::from(number)))
}

fn extra_id(number: u32) -> ReservationId {
    ReservationId::new(Uuid::from_u128((3_u128 << 96) + u128::from(number)))
}

fn middle_and_end(mut times: Vec<Duration>) -> Times {
    times.sort();
    let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default();
    Times(at(50), at(99))
}

fn report(all: &[Figures]) {
    println!(
        "| database | accounts | generations | size | doctor | a pair during the check | log | backup \
         | first look | usage | hold | settle |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for figures in all {
        let both = |Times(middle, end): Times| format!("{middle:.2?}, {end:.2?}");
        let mb = |bytes: u64| format!("{} MB", bytes / 1_000_000);
        println!(
            "| {} | {} | {} | {} | {:.1?} | {} | {} | {:.1?} | {} | {} | {} | {} |",
            figures.engine,
            figures.accounts,
            figures.accounts * GENERATIONS,
            mb(figures.size),
            figures.doctor,
            both(figures.pair_during_check),
            figures.log.map_or("-".to_owned(), mb),
            figures.backup,
            both(figures.first_look),
            both(figures.usage),
            both(figures.hold),
            both(figures.settle)
        );
    }
}
