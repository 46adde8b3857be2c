//! `months`: at the ends of two months, with a faked clock, free units return once and credits stay.

use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::Scale;
use super::deployment::{Account, Deployment};
use crate::it::outcome::RunReport;
use crate::load::{Connection, listings_request, usage_request};
use xtask::ptl::Server;

/// Times shortly before the ends of months, each with the next reset before and after that end.
const ENDS: [(&str, &str, &str); 2] = [
    ("2026-11-30 23:59:50", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"),
    ("2026-12-31 23:59:50", "2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z"),
];
/// From ten seconds before the month's end to some seconds after it.
const OVER_THE_END: Duration = Duration::from_secs(12);

pub(super) fn run(_: Scale) -> Result<RunReport> {
    let deployment = Deployment::on_sqlite(&[("PTL_RATE_FREE_PER_MINUTE", "1000")])?;
    let account = deployment.account("ann")?;
    deployment.add_packs(&account, 1)?;
    let mut credits = 20;
    for (moment, before, after) in ENDS {
        let server = deployment.ptl.serve_at(moment)?;
        // The first month has all three units; the second begins below, so two are left.
        let free = 3 - usage(&server, &account)?["freeUsed"].as_u64().context("freeUsed is not a number")?;
        generate(&server, &account, free)?;
        check(&server, &account, 3, credits, before)?;
        generate(&server, &account, 1)?;
        credits -= 1;
        check(&server, &account, 3, credits, before)?;
        thread::sleep(OVER_THE_END);
        check(&server, &account, 0, credits, after)?;
        generate(&server, &account, 1)?;
        check(&server, &account, 1, credits, after)?;
        server.stop()?;
    }
    deployment.assert_ledger_balances()?;
    Ok(format!("two months' ends: three free units returned at each, once; {credits} of 20 credits stayed")
        .into())
}

fn generate(server: &Server, account: &Account, times: u64) -> Result<()> {
    let mut connection = Connection::open(&server.url)?;
    for _ in 0..times {
        let answer = connection.send(&listings_request(&account.key, None))?;
        ensure!(answer.status == 200, "expected status 200, got {}: {}", answer.status, answer.body);
    }
    Ok(())
}

fn usage(server: &Server, account: &Account) -> Result<Value> {
    let answer = Connection::open(&server.url)?.send(&usage_request(&account.key))?;
    let body: Value = serde_json::from_str(&answer.body)?;
    Ok(body["data"].clone())
}

fn check(server: &Server, account: &Account, free_used: u64, credits: u64, reset: &str) -> Result<()> {
    let usage = usage(server, account)?;
    let found = (&usage["freeUsed"], &usage["creditsRemaining"], &usage["nextResetDate"]);
    let expected = (&Value::from(free_used), &Value::from(credits), &Value::from(reset));
    ensure!(found == expected, "expected the usage {expected:?}, found {found:?}");
    Ok(())
}
