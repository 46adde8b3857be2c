//! `idempotency`: requests with one key from 64 connections, to two instances, are charged once and get one
//! body.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use super::Scale;
use super::deployment::Deployment;
use crate::it::outcome::RunReport;
use crate::load::{Connection, listings_request};

const CONNECTIONS: usize = 64;

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let keys = scale.pick(10_000, 50);
    let deployment = Deployment::on_postgres(&[("PTL_RATE_FREE_PER_MINUTE", "100000000")])?;
    let account = deployment.account("ann")?;
    // A pack has twenty units.
    deployment.add_packs(&account, keys.div_ceil(20).min(1_000))?;
    let servers = [deployment.serve()?, deployment.serve()?];
    let together = Barrier::new(CONNECTIONS);
    let start = Instant::now();
    let client = |number: usize| {
        let mut connection = Connection::open(&servers[number % servers.len()].url)?;
        let mut bodies = Vec::new();
        for key in 0..keys {
            let request = listings_request(&account.key, Some(&format!("order-{key}")));
            together.wait();
            bodies.push(answered(&mut connection, &request)?);
        }
        Ok(bodies)
    };
    let client = &client;
    let bodies: Vec<Vec<String>> = thread::scope(|scope| {
        let clients: Vec<_> = (0..CONNECTIONS).map(|number| scope.spawn(move || client(number))).collect();
        clients
            .into_iter()
            .map(|client| client.join().map_err(|_| anyhow::anyhow!("a client panicked"))?)
            .collect::<Result<_>>()
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let first = bodies.first().context("no client ran")?;
    ensure!(bodies.iter().all(|others| others == first), "one idempotency key got different response bodies");
    let charged = deployment.number("SELECT count(*) FROM reservation WHERE state = 'settled'")?;
    ensure!(charged == u64::from(keys), "expected one charge for each of {keys} keys, found {charged}");
    deployment.assert_ledger_balances()?;
    Ok(format!(
        "{keys} keys, each from {CONNECTIONS} connections at once over two instances: {charged} charges, one body \
         each, {seconds:.0} s, ledger balanced"
    ).into())
}

/// Retries while another request with the same key is in progress.
fn answered(connection: &mut Connection, request: &[u8]) -> Result<String> {
    loop {
        let answer = connection.send(request)?;
        match answer.status {
            200 => return Ok(answer.body),
            409 | 503 => thread::sleep(Duration::from_millis(2)),
            other => bail!("unexpected status {other}: {}", answer.body),
        }
    }
}
