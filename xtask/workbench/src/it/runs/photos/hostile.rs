//! `hostile-photos`: every damaged or malicious file is prepared or refused, with bounded time and memory,
//! and the service answers accordingly.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use super::child::{Answer, Preparer};
use super::corpus::{ABSENT, Corpus};
use crate::it::outcome::{RunReport, missing};
use crate::it::runs::Scale;
use crate::it::runs::deployment::Deployment;
use crate::load::{Connection, listings_head, listings_request};
use xtask::client;

/// Processor time for one file.
const MAX_MILLISECONDS: f64 = 1_000.0;
/// Attempts for a file that exceeds this time. The best counts, because other programs share memory and
/// caches.
const TRIES: u32 = 3;
/// For one file, above the idle process.
const MAX_MIB: u64 = 300;
/// Files sent over HTTP.
const OVER_HTTP: usize = 500;

type Answers<'a> = BTreeMap<&'a Path, Answer>;

pub(in crate::it::runs) fn run(scale: Scale) -> Result<RunReport> {
    let Some(corpus) = Corpus::open()? else { return missing(ABSENT) };
    let step = usize::try_from(scale.pick(1, 10))?;
    let files: Vec<&Path> = corpus.files.iter().step_by(step).map(PathBuf::as_path).collect();
    let over_http = corpus.spread(OVER_HTTP / step);
    let mut answers = prepare(&files)?;
    let summary = summary(&answers);
    // The service must give the same results.
    let others: Vec<&Path> = over_http.iter().copied().filter(|file| !answers.contains_key(file)).collect();
    answers.append(&mut prepare(&others)?);
    let served = serve(&over_http, &answers)?;
    Ok(format!("{summary}; over HTTP {served}").into())
}

/// The error lists all files that exceed a limit.
fn prepare<'a>(files: &[&'a Path]) -> Result<Answers<'a>> {
    let mut preparer = Preparer::start(None)?;
    let (mut answers, mut breaches) = (Answers::new(), Vec::new());
    for file in files {
        let mut answer = preparer.prepare(file)?;
        for _ in 1..TRIES {
            if answer.processor_ms > MAX_MILLISECONDS {
                let again = preparer.prepare(file)?;
                answer.processor_ms = answer.processor_ms.min(again.processor_ms);
            }
        }
        let is_fine = answer.outcome != "wrong"
            && answer.panics == 0
            && answer.processor_ms <= MAX_MILLISECONDS
            && answer.mib <= MAX_MIB;
        if !is_fine {
            breaches.push(format!("{}: {answer:?}", file.display()));
        }
        answers.insert(file, answer);
    }
    preparer.finish()?;
    ensure!(breaches.is_empty(), "{} files exceeded a limit:\n{}", breaches.len(), breaches.join("\n"));
    Ok(answers)
}

fn summary(answers: &Answers<'_>) -> String {
    let mut refusals: BTreeMap<&str, usize> = BTreeMap::new();
    for answer in answers.values().filter(|answer| answer.outcome == "refused") {
        *refusals.entry(&answer.sentence).or_default() += 1;
    }
    let refused: usize = refusals.values().sum();
    let mut text =
        format!("{} files, {} prepared, {refused} refused, 0 panics", answers.len(), answers.len() - refused);
    let slowest = answers.iter().max_by(|(_, a), (_, b)| a.processor_ms.total_cmp(&b.processor_ms));
    if let Some((file, answer)) = slowest {
        let _ = write!(text, "; slowest {:.0} ms ({})", answer.processor_ms, name(file));
    }
    if let Some((file, answer)) = answers.iter().max_by_key(|(_, answer)| answer.mib) {
        let _ = write!(text, "; most memory {} MiB ({})", answer.mib, name(file));
    }
    for (sentence, count) in refusals {
        eprintln!("hostile-photos: {count:5} {sentence}");
    }
    text
}

fn name(file: &Path) -> std::borrow::Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}

/// Sends each file in a separate request.
fn serve(files: &[&Path], answers: &Answers<'_>) -> Result<String> {
    // Rate limits, quotas and fair shares are not tested. The processor alone has no decoder for HEIC files,
    // so the service gets none either.
    let deployment = Deployment::on_sqlite(&[("PTL_RATE_FREE_PER_MINUTE", "1000000"), ("PTL_HEIC", "off")])?;
    let mut accounts = Vec::new();
    for number in 0..10 {
        let account = deployment.account(&format!("seller{number}"))?;
        deployment.add_packs(&account, 3)?;
        accounts.push(account);
    }
    let server = deployment.serve()?;
    let (mut accepted, mut slowest) = (0, 0.0_f64);
    for (file, account) in files.iter().zip(accounts.iter().cycle()) {
        let body = request(&client::data_uri(file)?);
        let start = Instant::now();
        let (status, answer) =
            post(&server.url, &account.key, &body).with_context(|| name(file).into_owned())?;
        slowest = slowest.max(start.elapsed().as_secs_f64() * 1_000.0);
        let expected = answers.get(file).context("the file has no expected outcome")?;
        match (status, expected.outcome.as_str()) {
            (200, "prepared") => accepted += 1,
            (400, "refused") => check_error(&answer, &expected.sentence)?,
            _ => bail!("{}: status {status} over HTTP, {answer}; expected {expected:?}", file.display()),
        }
    }
    let last = accounts.last().context("no account was created")?;
    let good = Connection::open(&server.url)?.send(&listings_request(&last.key, None))?;
    ensure!(
        good.status == 200,
        "a good photo after the hostile ones got status {}: {}",
        good.status,
        good.body
    );
    let memory = server.peak_memory_mib()?;
    server.stop()?;
    let log = deployment.ptl.log();
    ensure!(!log.contains("panicked"), "the service's log has a panic: {log}");
    deployment.assert_ledger_balances()?;
    Ok(format!(
        "{} requests: {accepted} answered 200, {} answered 400, slowest {slowest:.0} ms, service at most \
         {memory} MiB and well afterwards",
        files.len(),
        files.len() - accepted
    ))
}

/// Includes a material. Many files are intact but show nothing recognizable; without a material, the service
/// would refuse them.
fn request(photo: &str) -> String {
    json!({ "photos": [photo], "platforms": ["vinted"], "attributes": { "material": "ceramic" } }).to_string()
}

/// The error must have exactly the documented body, with the photo's number and the accepted formats.
fn check_error(answer: &Value, sentence: &str) -> Result<()> {
    let members = answer.as_object().context("the error response is not a JSON object")?;
    let message = members.get("message").and_then(Value::as_str).unwrap_or_default();
    let is_exact = members.len() == 2 && answer["statusCode"] == 400;
    ensure!(is_exact && message.contains(sentence), "unexpected error body for \"{sentence}\": {answer}");
    Ok(())
}

fn post(url: &str, key: &str, body: &str) -> Result<(u16, Value)> {
    let head = listings_head(key, body.len());
    let answer = Connection::open(url)?.send(&[head.as_bytes(), body.as_bytes()].concat())?;
    let content = serde_json::from_str(&answer.body).with_context(|| answer.body.clone())?;
    Ok((answer.status, content))
}
