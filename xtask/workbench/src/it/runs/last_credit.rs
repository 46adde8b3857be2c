//! `last-credit`: a million attempts with three free units and one pack succeed exactly 23 times.

use std::collections::BTreeMap;
use std::thread;
use std::time::Instant;

use anyhow::{Result, ensure};

use super::Scale;
use super::deployment::{Account, Deployment};
use crate::it::outcome::RunReport;
use crate::load::{Connection, listings_request};
use xtask::ptl::Server;

const CONNECTIONS: u32 = 64;
/// Without a rate limit, so that only the quota refuses.
const UNHURRIED: [(&str, &str); 1] = [("PTL_RATE_FREE_PER_MINUTE", "100000000")];
/// Three free ones and a pack of twenty.
const UNITS: u64 = 23;

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let shared = Deployment::on_postgres(&UNHURRIED)?;
    let two = [shared.serve()?, shared.serve()?];
    let on_two = press(&shared, &two, scale.pick(1_000_000, 2_000))?;
    let alone = Deployment::on_sqlite(&UNHURRIED)?;
    let one = [alone.serve()?];
    let on_one = press(&alone, &one, scale.pick(100_000, 2_000))?;
    Ok(format!("two instances on PostgreSQL and Redis: {on_two}; one on SQLite: {on_one}").into())
}

fn press(deployment: &Deployment, servers: &[Server], attempts: u32) -> Result<String> {
    let account = deployment.account("ann")?;
    deployment.add_packs(&account, 1)?;
    let start = Instant::now();
    let statuses = attempt(servers, &account, attempts)?;
    let seconds = start.elapsed().as_secs_f64();
    let (given, refused) = (count(&statuses, 200), count(&statuses, 402));
    ensure!(given == UNITS, "expected {UNITS} successful requests, found {given}: {statuses:?}");
    ensure!(
        given + refused == u64::from(attempts),
        "expected only the statuses 200 and 402, found {statuses:?}"
    );
    let usage = deployment.usage(&account)?;
    ensure!(usage["freeUsed"] == 3 && usage["creditsRemaining"] == 0, "unexpected usage: {usage}");
    deployment.assert_ledger_balances()?;
    let rate = f64::from(attempts) / seconds;
    Ok(format!(
        "{attempts} attempts, {given} successes, {refused} refused, {rate:.0} a second, ledger balanced"
    ))
}

fn attempt(servers: &[Server], account: &Account, attempts: u32) -> Result<BTreeMap<u16, u64>> {
    let request = listings_request(&account.key, None);
    thread::scope(|scope| {
        let client = |number: u32| {
            let url = &servers[usize::try_from(number)? % servers.len()].url;
            let mut connection = Connection::open(url)?;
            let mut statuses = BTreeMap::new();
            let share = attempts / CONNECTIONS + u32::from(number < attempts % CONNECTIONS);
            for _ in 0..share {
                *statuses.entry(connection.send(&request)?.status).or_default() += 1;
            }
            Ok(statuses)
        };
        let clients: Vec<_> = (0..CONNECTIONS).map(|number| scope.spawn(move || client(number))).collect();
        let mut all: BTreeMap<u16, u64> = BTreeMap::new();
        for client in clients {
            let statuses: Result<BTreeMap<u16, u64>> =
                client.join().map_err(|_| anyhow::anyhow!("a client panicked"))?;
            for (status, number) in statuses? {
                *all.entry(status).or_default() += number;
            }
        }
        Ok(all)
    })
}

fn count(statuses: &BTreeMap<u16, u64>, status: u16) -> u64 {
    statuses.get(&status).copied().unwrap_or_default()
}
