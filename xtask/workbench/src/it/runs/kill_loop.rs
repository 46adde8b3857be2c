//! `kill-loop`: instances are killed under load and the database is stopped repeatedly. No acknowledged
//! response is lost, no unacknowledged hold stays, and the ledger balances.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use super::Scale;
use super::deployment::{Account, Deployment};
use crate::it::outcome::RunReport;
use crate::load::{Connection, listings_request};
use xtask::ptl::Server;

const ACCOUNTS: usize = 4;
const CLIENTS: usize = 8;
/// The writer is so slow that a kill interrupts several requests.
const SETTINGS: [(&str, &str); 3] =
    [("PTL_RATE_FREE_PER_MINUTE", "100000000"), ("TEST_SERVER_DELAY_MS", "30"), ("PTL_LOG", "off")];
/// Before each kill.
const LOAD_FOR: Duration = Duration::from_millis(120);
/// Promised time until a dead instance's holds are released.
const BACK_WITHIN: Duration = Duration::from_mins(1);

struct Acknowledged {
    account: usize,
    key: String,
    body: String,
}

/// Shared by all clients.
struct Load {
    accounts: Vec<Account>,
    urls: Mutex<[String; 2]>,
    is_over: AtomicBool,
    next_key: AtomicU32,
    acknowledged: Mutex<Vec<Acknowledged>>,
}

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let (kills, stops) = (scale.pick(500, 10), scale.pick(50, 2));
    let mut deployment = Deployment::on_postgres(&SETTINGS)?;
    let accounts = (0..ACCOUNTS).map(|number| deployment.account(&format!("seller{number}")));
    let accounts = accounts.collect::<Result<Vec<_>>>()?;
    for account in &accounts {
        deployment.add_packs(account, 1_000)?;
    }
    let mut servers = [deployment.serve()?, deployment.serve()?];
    let load = Load {
        accounts,
        urls: Mutex::new(urls(&servers)),
        is_over: AtomicBool::new(false),
        next_key: AtomicU32::new(0),
        acknowledged: Mutex::default(),
    };
    let killed = thread::scope(|scope| {
        for client in 0..CLIENTS {
            let load = &load;
            scope.spawn(move || load.press(client));
        }
        let killed = kill(&mut deployment, &mut servers, &load, kills, stops);
        load.is_over.store(true, Ordering::Relaxed);
        killed
    });
    killed?;
    let held = deployment.number(HELD)?;
    let back = wait_until_nothing_is_held(&deployment)?;
    let acknowledged = load.acknowledged.into_inner().unwrap_or_default();
    replay(&servers[0], &load.accounts, &acknowledged)?;
    deployment.assert_ledger_balances()?;
    let charged = deployment.number("SELECT count(*) FROM reservation WHERE state = 'settled'")?;
    Ok(format!(
        "{kills} kills of an instance, {stops} immediate stops of PostgreSQL under load: {} answers \
         acknowledged, all durable and replayed alike, {charged} charged; {held} units held in the end, all back \
         after {:.0} s; ledger balanced",
        acknowledged.len(),
        back.as_secs_f64()
    ).into())
}

const HELD: &str = "SELECT count(*) FROM reservation WHERE state = 'reserved'";

fn urls(servers: &[Server; 2]) -> [String; 2] {
    [servers[0].url.clone(), servers[1].url.clone()]
}

fn kill(
    deployment: &mut Deployment,
    servers: &mut [Server; 2],
    load: &Load,
    kills: u32,
    stops: u32,
) -> Result<()> {
    let each = kills / stops;
    for round in 0..kills {
        thread::sleep(LOAD_FOR);
        if round % each == each - 1 {
            let postgres = deployment.postgres.as_mut().context("this deployment has no PostgreSQL")?;
            postgres.crash()?;
            postgres.restart()?;
        }
        let index = usize::try_from(round % 2)?;
        let fresh = deployment.serve()?;
        std::mem::replace(&mut servers[index], fresh).kill()?;
        if let Ok(mut current) = load.urls.lock() {
            *current = urls(servers);
        }
        if round % 50 == 49 {
            eprintln!("it: kill-loop: {} of {kills} kills", round + 1);
        }
    }
    Ok(())
}

impl Load {
    /// Each request has a new idempotency key. If its connection breaks, it is not retried, because its
    /// outcome is unknown.
    fn press(&self, client: usize) {
        let mut connection = None;
        while !self.is_over.load(Ordering::Relaxed) {
            let account = client % self.accounts.len();
            let key = format!("order-{}", self.next_key.fetch_add(1, Ordering::Relaxed));
            let request = listings_request(&self.accounts[account].key, Some(&key));
            let url = self.urls.lock().map(|urls| urls[client % 2].clone()).unwrap_or_default();
            if connection.is_none() {
                connection = Connection::open(&url).ok();
            }
            let answer = connection.as_mut().and_then(|connection| connection.send(&request).ok());
            match answer {
                Some(answer) if answer.status == 200 => {
                    if let Ok(mut acknowledged) = self.acknowledged.lock() {
                        acknowledged.push(Acknowledged { account, key, body: answer.body });
                    }
                }
                Some(_) => thread::sleep(Duration::from_millis(5)),
                None => {
                    connection = None;
                    thread::sleep(Duration::from_millis(5));
                }
            }
        }
    }
}

fn wait_until_nothing_is_held(deployment: &Deployment) -> Result<Duration> {
    let start = Instant::now();
    while deployment.number(HELD)? > 0 {
        ensure!(start.elapsed() < BACK_WITHIN, "{} units are still held", deployment.number(HELD)?);
        thread::sleep(Duration::from_millis(200));
    }
    Ok(start.elapsed())
}

/// Every acknowledged response must be stored, byte for byte.
fn replay(server: &Server, accounts: &[Account], acknowledged: &[Acknowledged]) -> Result<()> {
    let mut connection = Connection::open(&server.url)?;
    for Acknowledged { account, key, body } in acknowledged {
        let answer = connection.send(&listings_request(&accounts[*account].key, Some(key)))?;
        ensure!(answer.status == 200, "the response of {key} is lost: {} {}", answer.status, answer.body);
        ensure!(answer.header("idempotency-replayed") == Some("true"), "{key} was executed twice");
        ensure!(answer.body == *body, "the replayed response of {key} differs from the first");
    }
    Ok(())
}
