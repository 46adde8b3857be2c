//! `limiter`: under load, two instances together never accept more requests than the limit in a minute. A
//! caller that obeys `Retry-After` is always accepted.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use super::Scale;
use super::deployment::{Account, Deployment};
use crate::it::outcome::RunReport;
use crate::load::{Connection, usage_request};
use xtask::ptl::Server;

/// Clients that flood one account.
const PRESSING: usize = 56;
/// Clients that obey `Retry-After`, each with its own account.
const POLITE: usize = 8;
/// Requests a minute on the free plan.
const LIMIT: usize = 10;
const WINDOW: Duration = Duration::from_mins(1);

/// Accepted at some moment between `sent` and `answered`.
#[derive(Clone, Copy)]
struct Accepted {
    sent: Instant,
    answered: Instant,
}

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let pressure = Duration::from_secs(u64::from(scale.pick(600, 20)));
    let deployment = Deployment::on_postgres(&[])?;
    let contended = deployment.account("contended")?;
    let polite = (0..POLITE).map(|number| deployment.account(&format!("polite{number}")));
    let polite = polite.collect::<Result<Vec<_>>>()?;
    let servers = [deployment.serve()?, deployment.serve()?];
    let until = Instant::now() + pressure;
    let (attempts, waits) = (AtomicU32::new(0), AtomicU32::new(0));
    let mut accepted = thread::scope(|scope| {
        let (servers, contended, attempts, waits) = (&servers, &contended, &attempts, &waits);
        let polite: Vec<_> = polite
            .iter()
            .map(|account| scope.spawn(move || obey_retry_after(servers, account, until, waits)))
            .collect();
        let pressing: Vec<_> = (0..PRESSING)
            .map(|number| scope.spawn(move || press(&servers[number % 2], contended, until, attempts)))
            .collect();
        for client in polite {
            client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??;
        }
        let mut accepted = Vec::new();
        for client in pressing {
            accepted.extend(client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??);
        }
        anyhow::Ok(accepted)
    })?;
    accepted.sort_by_key(|accepted| accepted.sent);
    ensure!(accepted.len() >= LIMIT, "only {} requests were accepted", accepted.len());
    check_windows(&accepted)?;
    Ok(format!(
        "{} s, {} attempts from {PRESSING} clients over two instances: {} accepted, never more than {LIMIT} in \
         60 s; {} waits for Retry-After, after each of which the next request was accepted",
        pressure.as_secs(),
        attempts.into_inner(),
        accepted.len(),
        waits.into_inner()
    ).into())
}

fn press(server: &Server, account: &Account, until: Instant, attempts: &AtomicU32) -> Result<Vec<Accepted>> {
    let request = usage_request(&account.key);
    let mut connection = Connection::open(&server.url)?;
    let mut accepted = Vec::new();
    while Instant::now() < until {
        let sent = Instant::now();
        let answer = connection.send(&request);
        attempts.fetch_add(1, Ordering::Relaxed);
        match answer {
            Ok(answer) if answer.status == 200 => accepted.push(Accepted { sent, answered: Instant::now() }),
            Ok(answer) => {
                ensure!(answer.status == 429, "expected status 429, got {}: {}", answer.status, answer.body);
            }
            // A refusal closes the connection.
            Err(_) => connection = Connection::open(&server.url)?,
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(accepted)
}

fn obey_retry_after(
    servers: &[Server; 2],
    account: &Account,
    until: Instant,
    waits: &AtomicU32,
) -> Result<()> {
    let request = usage_request(&account.key);
    let mut attempt = 0;
    let mut send = || {
        attempt += 1;
        Connection::open(&servers[attempt % 2].url)?.send(&request)
    };
    while Instant::now() < until {
        let answer = send()?;
        if answer.status == 200 {
            continue;
        }
        let seconds = answer.header("retry-after").context("the refusal has no Retry-After")?.parse()?;
        thread::sleep(Duration::from_secs(seconds));
        let next = send()?;
        ensure!(next.status == 200, "refused after the {seconds} s of Retry-After: {}", next.body);
        waits.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Fails if more requests than [`LIMIT`] were sent and answered within one window.
fn check_windows(accepted: &[Accepted]) -> Result<()> {
    for group in accepted.windows(LIMIT + 1) {
        let (Some(first), Some(last)) = (group.first(), group.iter().map(|it| it.answered).max()) else {
            continue;
        };
        let within = last.duration_since(first.sent);
        ensure!(within >= WINDOW, "{} requests were accepted within {within:?}", LIMIT + 1);
    }
    Ok(())
}
