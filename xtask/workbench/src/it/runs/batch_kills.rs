//! `batch-kills`: instances are killed and the database is stopped while batches run. Every item ends as one
//! charged generation, no unit is lost, and accounts that start together end together.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::Scale;
use super::deployment::{Account, Deployment};
use crate::it::outcome::RunReport;
use crate::load::{Connection, PHOTO};
use xtask::ptl::Server;

/// The writer is so slow that a kill interrupts items.
const SETTINGS: [(&str, &str); 3] =
    [("PTL_RATE_FREE_PER_MINUTE", "100000000"), ("TEST_SERVER_DELAY_MS", "200"), ("PTL_LOG", "off")];
/// Before each kill.
const WORK_FOR: Duration = Duration::from_millis(250);
/// A dead instance's items wait for the end of their lease, and its units for its last heartbeat.
const ENDED_WITHIN: Duration = Duration::from_mins(10);
const ACCOUNTS: usize = 2;

const OPEN: &str = "SELECT count(*) FROM batch_item WHERE due_at IS NOT NULL";
const DONE: &str = "SELECT count(*) FROM batch_item i JOIN generation g ON g.id = i.id
    JOIN reservation r ON r.id = g.reservation
    WHERE i.state = 'done' AND g.account = i.account AND r.state = 'settled'";

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let (kills, stops) = (scale.pick(200, 8), scale.pick(20, 2));
    let (batches, items) = (scale.pick(4, 1), scale.pick(300, 40));
    let mut deployment = Deployment::on_postgres(&SETTINGS)?;
    let accounts = (0..ACCOUNTS).map(|number| deployment.account(&format!("seller{number}")));
    let accounts = accounts.collect::<Result<Vec<_>>>()?;
    for account in &accounts {
        deployment.add_packs(account, 100)?;
    }
    let mut servers = [deployment.serve()?, deployment.serve()?];
    let mut ids = Vec::new();
    for number in 0..batches {
        for account in &accounts {
            ids.push((account, create(&servers[0], account, number, items)?));
        }
    }
    kill(&mut deployment, &mut servers, kills, stops)?;
    let start = Instant::now();
    while deployment.number(OPEN)? > 0 {
        ensure!(start.elapsed() < ENDED_WITHIN, "{} items have not ended", deployment.number(OPEN)?);
        thread::sleep(Duration::from_millis(500));
    }
    let wanted = u64::from(batches) * u64::from(items) * u64::try_from(ACCOUNTS)?;
    for (account, id) in &ids {
        let batch = get(&servers[0], account, id)?;
        ensure!(batch["state"] == "finished", "batch {id} is {batch}");
        ensure!(batch["counts"]["done"] == items, "batch {id} has {}", batch["counts"]);
    }
    ensure!(deployment.number(DONE)? == wanted, "{} of {wanted} items are charged", deployment.number(DONE)?);
    let settled = deployment.number("SELECT count(*) FROM reservation WHERE state = 'settled'")?;
    ensure!(settled == wanted, "{settled} units are charged for {wanted} items");
    ensure!(deployment.number("SELECT count(*) FROM batch_photo")? == 0, "photos of ended items are stored");
    deployment.assert_ledger_balances()?;
    let again = deployment.number("SELECT count(*) FROM batch_item WHERE attempt > 1")?;
    let ratio = share(&deployment, &servers[0], &accounts, items)?;
    Ok(format!(
        "{kills} kills of an instance and {stops} immediate stops of PostgreSQL while {wanted} items ran: all \
         done and charged once, {again} claimed again, the last one {:.0} s after the last kill; two accounts \
         ended within {ratio:.2} times of each other; ledger balanced",
        start.elapsed().as_secs_f64()
    )
    .into())
}

fn kill(deployment: &mut Deployment, servers: &mut [Server; 2], kills: u32, stops: u32) -> Result<()> {
    for round in 0..kills {
        thread::sleep(WORK_FOR);
        if round % (kills / stops) == 0 {
            let postgres = deployment.postgres.as_mut().context("this deployment has no PostgreSQL")?;
            postgres.crash()?;
            postgres.restart()?;
        }
        let fresh = deployment.serve()?;
        std::mem::replace(&mut servers[usize::try_from(round % 2)?], fresh).kill()?;
        if round % 50 == 49 {
            eprintln!("it: batch-kills: {} of {kills} kills", round + 1);
        }
    }
    Ok(())
}

/// Starts one batch for each account, and returns the longer time divided by the shorter.
fn share(deployment: &Deployment, server: &Server, accounts: &[Account], items: u32) -> Result<f64> {
    let ids = accounts.iter().map(|account| create(server, account, 99, items.min(60)));
    let ids = ids.collect::<Result<Vec<_>>>()?;
    while deployment.number(OPEN)? > 0 {
        thread::sleep(Duration::from_millis(50));
    }
    let took = |id: &String| {
        let query = format!("SELECT (ended_at - created_at) / 1000 FROM batch WHERE id = '{id}'");
        deployment.number(&query)
    };
    let took = ids.iter().map(took).collect::<Result<Vec<_>>>()?;
    let (longest, shortest) =
        (took.iter().max().context("no batch")?, took.iter().min().context("no batch")?);
    let ratio = f64::from(u32::try_from(*longest)?) / f64::from(u32::try_from(*shortest)?.max(1));
    ensure!(ratio <= 1.5, "two accounts' batches took {took:?} ms");
    Ok(ratio)
}

fn create(server: &Server, account: &Account, number: u32, items: u32) -> Result<String> {
    let item = |index| json!({ "photos": [PHOTO], "sku": format!("{number}-{index}") });
    let items: Vec<Value> = (0..items).map(item).collect();
    let body = json!({ "items": items, "platforms": ["ebay"] }).to_string();
    let head = format!(
        "POST /api/v1/batches HTTP/1.1\r\nhost: load\r\nx-api-key: {}\r\nidempotency-key: batch-{number}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        account.key,
        body.len()
    );
    let answer = Connection::open(&server.url)?.send(format!("{head}{body}").as_bytes())?;
    ensure!(answer.status == 202, "a batch was answered {}: {}", answer.status, answer.body);
    let answer: Value = serde_json::from_str(&answer.body)?;
    Ok(answer["data"]["id"].as_str().context("the batch has no id")?.to_owned())
}

fn get(server: &Server, account: &Account, id: &str) -> Result<Value> {
    let request =
        format!("GET /api/v1/batches/{id} HTTP/1.1\r\nhost: load\r\nx-api-key: {}\r\n\r\n", account.key);
    let answer = Connection::open(&server.url)?.send(request.as_bytes())?;
    ensure!(answer.status == 200, "batch {id} was answered {}: {}", answer.status, answer.body);
    Ok(serde_json::from_str::<Value>(&answer.body)?["data"].clone())
}
