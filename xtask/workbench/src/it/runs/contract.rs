//! `contract`: the service matches its OpenAPI document, as judged by schemathesis, a test generator. Allowed
//! requests are accepted, others are refused, and every response is documented.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use listing_testkit::pictures::PNG_DATA_URI;
use serde_json::Value;

use super::Scale;
use super::deployment::Deployment;
use super::toolbox::Toolbox;
use crate::it::outcome::RunReport;
use xtask::project;

const PACKAGE: &str = "schemathesis==4.32.5";
const DESCRIPTIONS: [&str; 2] = ["/.well-known/openapi.json", "/.well-known/openapi-3.0.json"];
/// Configuration, copied to schemathesis's working folder.
const SETTINGS: [&str; 2] = ["schemathesis.toml", "hooks.py"];
const REPORT: &str = "report.json";
const EVENTS: &str = "events.ndjson";
const UNLIMITED: &str = "1000000";
/// Generated requests per operation in a full and in a quick run, besides the document's examples.
const EXAMPLES: (u32, u32) = (1_000, 20);
/// In seconds, generous because the machine may be busy.
const ANSWERED_WITHIN: &str = "120";

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let programs = Toolbox::open("contract").python("schemathesis", &[PACKAGE])?;
    let examples = scale.pick(EXAMPLES.0, EXAMPLES.1);
    let results = DESCRIPTIONS.iter().map(|path| judge(&programs, path, examples));
    Ok(results.collect::<Result<Vec<_>>>()?.join("; ").into())
}

fn judge(programs: &Path, path: &'static str, examples: u32) -> Result<String> {
    let deployment = Deployment::on_sqlite(&[
        ("PTL_RATE_FREE_PER_MINUTE", UNLIMITED),
        ("PTL_RATE_PRO_PER_MINUTE", UNLIMITED),
    ])?;
    let account = deployment.pro_account("ann")?;
    let server = deployment.serve()?;
    let folder = tempfile::tempdir()?;
    let start = Instant::now();
    let output =
        run_schemathesis(programs, folder.path(), &format!("{}{path}", server.url), &account.key, examples)?;
    let figures = figures_of(folder.path(), &output).context(path)?;
    let seconds = start.elapsed().as_secs();
    drop(server);
    ensure!(!deployment.ptl.log().contains("panicked"), "the log has a panic: {}", deployment.ptl.log());
    deployment.assert_ledger_balances()?;
    Ok(format!("{path}: {figures}, in {seconds} s"))
}

fn run_schemathesis(
    programs: &Path,
    folder: &Path,
    description: &str,
    key: &str,
    examples: u32,
) -> Result<Output> {
    for name in SETTINGS {
        fs::copy(project::root().join("tests/contract").join(name), folder.join(name))?;
    }
    Command::new(programs.join("schemathesis"))
        .args(["run", description, "--checks", "all", "--max-examples", &examples.to_string()])
        .args(["--request-timeout", ANSWERED_WITHIN, "--continue-on-failure", "--no-color"])
        .args(["--report", "json,ndjson", "--report-json-path", REPORT, "--report-ndjson-path", EVENTS])
        .env("PTL_KEY", key)
        .env("PTL_PHOTO", PNG_DATA_URI)
        .current_dir(folder)
        .output()
        .context("cannot start schemathesis")
}

fn figures_of(folder: &Path, output: &Output) -> Result<String> {
    let stdout = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        // Includes a command that repeats each failed request.
        eprintln!("{stdout}{}", String::from_utf8_lossy(&output.stderr));
    }
    ensure!(output.status.success(), "schemathesis ended with {}; its output is above", output.status);
    let report: Value = serde_json::from_str(&fs::read_to_string(folder.join(REPORT))?)?;
    let (operations, accepted) = tested(&report)?;
    let made = Made::read(&fs::read_to_string(folder.join(EVENTS))?)?;
    Ok(format!(
        "{operations} operations, {} requests, {accepted} of them valid and accepted, {} checks of {} kinds, \
         0 failures by seed {}",
        made.requests,
        made.checks,
        made.kinds.len(),
        stdout
            .lines()
            .find_map(|line| line.strip_prefix("Seed: "))
            .context("schemathesis printed no seed")?
    ))
}

/// Returns the number of operations, and of requests that they accepted.
fn tested(report: &Value) -> Result<(u64, u64)> {
    let operations = &report["operations"];
    let total = operations["total"].as_u64().context("the report of schemathesis has no operations")?;
    ensure!(
        total > 0 && operations["tested"] == total && report["complete"] == true,
        "not every operation was tested: {report}"
    );
    ensure!(report["failures"] == Value::Array(Vec::new()), "failures: {}", report["failures"]);
    let rates: BTreeMap<String, BTreeMap<String, Value>> =
        serde_json::from_value(report["valid_rates"].clone())?;
    ensure!(rates.len() == usize::try_from(total)?, "not every operation was tested: {rates:?}");
    let mut accepted = 0;
    for (operation, phases) in rates {
        // Schemathesis reports no failure if the service refuses everything, such as for a wrong key.
        let of_operation: u64 = phases.values().filter_map(|phase| phase["accepted"].as_u64()).sum();
        ensure!(of_operation > 0, "{operation} accepted no request: {phases:?}");
        accepted += of_operation;
    }
    Ok((total, accepted))
}

/// Requests and checks.
#[derive(Debug, Default, PartialEq, Eq)]
struct Made {
    requests: usize,
    checks: usize,
    kinds: BTreeSet<String>,
}

impl Made {
    /// `events` has a JSON value a line.
    fn read(events: &str) -> Result<Self> {
        let mut made = Self::default();
        for line in events.lines() {
            let event: Value = serde_json::from_str(line)?;
            let recorder = &event["ScenarioFinished"]["recorder"];
            made.requests += recorder["interactions"].as_object().map_or(0, serde_json::Map::len);
            let checks = recorder["checks"].as_object().into_iter().flat_map(serde_json::Map::values);
            for check in checks.filter_map(Value::as_array).flatten() {
                made.checks += 1;
                made.kinds.extend(check["name"].as_str().map(str::to_owned));
            }
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn report(usage: u64) -> Value {
        json!({
            "complete": true,
            "operations": { "total": 2, "tested": 2 },
            "failures": [],
            "valid_rates": {
                "GET /usage": { "coverage": { "accepted": usage } },
                "POST /listings": { "coverage": { "accepted": 3 }, "fuzzing": { "accepted": 4 } },
            },
        })
    }

    #[test]
    fn an_operation_that_accepts_no_request_is_an_error() {
        assert_eq!(tested(&report(1)).unwrap(), (2, 8));
        assert!(tested(&report(0)).unwrap_err().to_string().contains("GET /usage accepted no request"));
        let mut incomplete = report(1);
        incomplete["operations"]["tested"] = 1.into();
        assert!(tested(&incomplete).is_err());
    }

    #[test]
    fn requests_and_checks_are_counted() {
        let finished = json!({ "ScenarioFinished": { "recorder": {
            "interactions": { "a": {}, "b": {} },
            "checks": { "a": [{ "name": "status" }, { "name": "body" }], "b": [{ "name": "status" }] },
        } } });
        let skipped = json!({ "ScenarioFinished": { "recorder": { "cases": {} } } });
        let made = Made::read(&format!("{finished}\n{skipped}\n")).unwrap();
        assert_eq!((made.requests, made.checks, made.kinds.len()), (2, 3, 2));
    }
}
