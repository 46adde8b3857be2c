//! A real model server with an untrained model. If it enforces our schema, every answer matches; otherwise
//! every request fails as it should.

use std::collections::BTreeMap;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use serde_json::Value;

use super::Toolbox;
use super::generate::{Provider, assert_sound, field_values};
use super::standin::PLATFORMS;
use super::{Figures, llama_server};
use xtask::client::{generate, request_body};
use xtask::project;
use xtask::ptl::{Ptl, Server};

/// Provider, settings and model behavior.
struct Variant {
    name: &'static str,
    provider: Provider,
    settings: &'static [(&'static str, &'static str)],
    requests: usize,
    /// The model ends its output before the length limit.
    ends: bool,
    /// The server enforces our schema.
    is_held: bool,
}

const VARIANTS: [Variant; 4] = [
    Variant {
        name: "chat, held to the schema",
        provider: Provider::OpenAi,
        settings: &[],
        requests: 8,
        ends: true,
        is_held: true,
    },
    Variant {
        name: "the same, never ending",
        provider: Provider::OpenAi,
        settings: &[],
        requests: 2,
        ends: false,
        is_held: true,
    },
    Variant {
        name: "chat, schema in the prompt only",
        provider: Provider::OpenAi,
        settings: &[("PTL_OPENAI_STRUCTURED_MODE", "prompt_only")],
        requests: 20,
        ends: true,
        is_held: false,
    },
    Variant {
        name: "messages, schema ignored",
        provider: Provider::Anthropic,
        settings: &[],
        requests: 40,
        ends: true,
        is_held: false,
    },
];

/// As many as the server has slots.
const AT_ONCE: usize = 2;
const EMAIL: &str = "ann@example.com";
/// Message, with status 500, if the server cannot parse its model's truncated output.
const UNREADABLE: &str = "output that does not match the expected";

/// Of all requests of a [`Variant`].
struct Tally {
    /// Grouped by their outcome in the log.
    answers: BTreeMap<String, usize>,
    /// Calls that failed because the server could not parse the output.
    unreadable: usize,
    /// Requests with listings.
    listings: usize,
    /// Requests without listings, for a known reason.
    failures: usize,
    seconds: f64,
}

pub(super) fn verify(toolbox: &Toolbox) -> Result<Figures> {
    let mut servers = BTreeMap::new();
    for ends in [true, false] {
        servers.insert(ends, llama_server::start(toolbox, ends)?);
    }
    let mut figures = Vec::new();
    for variant in &VARIANTS {
        eprintln!("providers: llama.cpp: {}", variant.name);
        let server = servers.get_mut(&variant.ends);
        let server = server.with_context(|| format!("{}: no llama.cpp server is running", variant.name))?;
        let tally = generate_all(toolbox, variant, &server.url).with_context(|| variant.name)?;
        server.assert_runs()?;
        figures.extend(judge(variant, &tally).with_context(|| variant.name)?);
    }
    Ok(figures)
}

fn judge(variant: &Variant, tally: &Tally) -> Result<Figures> {
    let Tally { answers, unreadable, listings, failures, seconds } = tally;
    let found = |name: &str| answers.get(name).copied().unwrap_or_default();
    let valid = found("ok") + found("invalid_meaning");
    let (ended, truncated) = (valid + found("invalid_form"), found("truncated"));
    // Calls may exceed the deadline on a busy machine.
    let (all, late): (usize, usize) = (answers.values().sum(), found("timeout") + found("cancelled"));
    ensure!(
        found("unavailable") == *unreadable,
        "the server failed to parse {unreadable} outputs, but the outcomes are {answers:?}"
    );
    ensure!(all == ended + truncated + late + unreadable, "some calls have no known outcome: {answers:?}");
    ensure!(
        listings + failures == variant.requests,
        "{listings} requests succeeded and {failures} failed, of {}",
        variant.requests
    );
    if variant.is_held {
        ensure!(valid == ended, "some answers violate their schema: {answers:?}");
        ensure!((ended > 0) == variant.ends, "unexpected number of complete answers: {ended}");
    } else {
        ensure!(*failures == variant.requests, "the untrained model produced listings");
    }
    let requests = format!(
        "{} in {seconds:.0} s: {listings} with listings and charged, {failures} with a typed failure and not",
        variant.requests
    );
    let answers = format!(
        "{all}: {late} too late, {truncated} truncated, {unreadable} that the server itself could not read, \
         {ended} ended, of which {valid} have the schema"
    );
    Ok(vec![
        (format!("{}: requests", variant.name), requests),
        (format!("{}: answers", variant.name), answers),
    ])
}

fn generate_all(toolbox: &Toolbox, variant: &Variant, url: &str) -> Result<Tally> {
    let mut settings = variant.provider.settings(&format!("{url}/v1"), "tiny");
    let roomy = [
        ("PTL_RATE_FREE_PER_MINUTE", "1000"),
        ("PTL_FREE_UNITS", "1000"),
        ("PTL_WRITER_DEADLINE_SECONDS", "110"),
    ];
    let more = roomy.iter().chain(variant.settings);
    settings.extend(more.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let ptl = Ptl::fresh(&toolbox.ptl, &settings)?;
    ptl.must(&["account", "create", EMAIL])?;
    let key = ptl.must(&["key", "create", EMAIL])?;
    let server = ptl.serve()?;
    let start = Instant::now();
    let listings = send_all(&server, &key, variant.requests)?;
    let seconds = start.elapsed().as_secs_f64();
    server.stop()?;
    let log = ptl.log();
    assert_sound(&log)?;
    let usage: Value = serde_json::from_str(&ptl.must(&["usage", EMAIL, "--json"])?)?;
    ensure!(usage["freeUsed"] == listings, "{listings} requests got listings, but {usage}");
    let mut answers = BTreeMap::new();
    for outcome in field_values(&log, "outcome") {
        *answers.entry(outcome).or_default() += 1;
    }
    let unreadable = field_values(&log, "error").iter().filter(|error| error.contains(UNREADABLE)).count();
    // `next` occurs once for each request whose writer failed for good.
    let failures = field_values(&log, "next").len();
    Ok(Tally { answers, unreadable, listings, failures, seconds })
}

/// Returns the number of requests with listings.
fn send_all(server: &Server, key: &str, requests: usize) -> Result<usize> {
    let photos = project::sample_photos()?;
    let send = |client: usize| {
        let mut listings = 0;
        for photo in photos.iter().cycle().take(requests).skip(client).step_by(AT_ONCE) {
            let (status, answer) = generate(server, key, &request_body(photo, "fr", &PLATFORMS)?)?;
            match status {
                200 => listings += 1,
                500 | 503 if answer["statusCode"] == status && answer["message"].is_string() => {}
                _ => bail!("unexpected status {status}: {answer}"),
            }
        }
        Ok(listings)
    };
    thread::scope(|scope| {
        let clients: Vec<_> = (0..AT_ONCE).map(|client| scope.spawn(move || send(client))).collect();
        let listings =
            clients.into_iter().map(|client| client.join().map_err(|_| anyhow!("a client panicked"))?);
        listings.sum()
    })
}
