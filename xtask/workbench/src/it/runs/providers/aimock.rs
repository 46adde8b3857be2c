//! All four wire formats of AI services against `aimock`, which answers from fixtures.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use listing_domain::options::Language;
use listing_testkit::ModelAnswer;
use serde_json::{Value, json};

use super::Toolbox;
use super::generate::{Generated, Provider, generate};
use super::program::{KEY, Program, free_port};
use super::{Figures, standin};

const PACKAGE: &str = "@copilotkit/aimock";
const VERSION: &str = "1.43.0";

/// Successive answers, and the expected outcome.
struct Scenario {
    name: &'static str,
    language: Language,
    answers: Vec<Value>,
    outcome: &'static str,
    calls: usize,
}

pub(super) fn verify(toolbox: &Toolbox) -> Result<Figures> {
    let packages = toolbox.programs.npm("aimock", &[&format!("{PACKAGE}@{VERSION}")])?;
    let folder = tempfile::tempdir()?;
    let fixtures = folder.path().join("fixtures.json");
    fs::write(&fixtures, fixtures_of_all().to_string())?;
    let port = free_port()?;
    let mut node = Command::new("node");
    node.arg(packages.join(PACKAGE).join("dist/cli.js"))
        .args(["--host", "127.0.0.1", "--port", &port.to_string(), "--strict", "--fixtures"])
        .arg(&fixtures)
        .env("AIMOCK_API_KEYS", KEY);
    let server = Program::start(&mut node, port, "/health")?;
    let (mut drafts, mut failures, mut calls) = (0, 0, 0);
    for provider in Provider::ALL {
        for scenario in scenarios(provider) {
            let model = model(provider, &scenario);
            let base = format!("{}{}", server.url, provider.path());
            let generated = generate(toolbox, provider, &base, &model, scenario.language.code())?;
            check(&scenario, &generated).with_context(|| format!("{model}: {}", generated.stderr))?;
            *(if generated.outcome == "draft" { &mut drafts } else { &mut failures }) += 1;
            calls += scenario.calls;
        }
    }
    let seen = seen_calls(&server)?;
    ensure!(seen == calls, "expected {calls} calls, found {seen}");
    Ok(vec![
        ("formats".to_owned(), Provider::ALL.len().to_string()),
        ("requests to ptl".to_owned(), format!("{drafts} with listings, {failures} with a typed failure")),
        ("calls to the server".to_owned(), format!("{calls}, as many as expected")),
    ])
}

fn check(scenario: &Scenario, generated: &Generated) -> Result<()> {
    let Scenario { outcome, language, .. } = *scenario;
    ensure!(generated.outcome == outcome, "expected the outcome {outcome}, found {}", generated.outcome);
    if outcome == "draft" {
        let name = &generated.data["attributes"]["name"];
        ensure!(name == ModelAnswer::new(language).name(), "unexpected item name {name}");
        let listings = generated.data["listings"].as_array().map_or(0, Vec::len);
        ensure!(listings == standin::PLATFORMS.len(), "unexpected number of listings: {listings}");
    }
    Ok(())
}

fn model(provider: Provider, scenario: &Scenario) -> String {
    format!("{}-{}", provider.name(), scenario.name)
}

fn scenarios(provider: Provider) -> Vec<Scenario> {
    let good = || json!({ "content": standin::answer(Language::Fr).to_string() });
    let error = |status: u16, kind: &str| json!({ "status": status, "error": { "message": "No.", "type": kind, "code": kind } });
    let refusal = "response_format: a schema is not supported";
    let half = standin::answer(Language::Fr).to_string().chars().take(300).collect::<String>();
    let made =
        |name, answers, outcome, calls| Scenario { name, language: Language::Fr, answers, outcome, calls };
    // The server does not report this in Ollama's format.
    let (filtered, filtered_calls) = match provider {
        Provider::OpenAi | Provider::Gemini | Provider::Anthropic => ("refused", 1),
        Provider::Ollama => ("unusable", 2),
    };
    let english = json!({ "content": standin::answer(Language::En).to_string() });
    vec![
        made("french", vec![good()], "draft", 1),
        Scenario { language: Language::En, ..made("english", vec![english], "draft", 1) },
        made(
            "fenced",
            vec![json!({ "content": format!("```json\n{}\n```", standin::answer(Language::Fr)) })],
            "draft",
            1,
        ),
        made("prose", vec![json!({ "content": "A fine jacket." }), good()], "draft", 2),
        made("cut", vec![json!({ "content": half, "finishReason": "length" }), good()], "draft", 2),
        made("limited", vec![error(429, "rate_limit_error"), good()], "draft", 2),
        made("overloaded", vec![error(529, "overloaded_error"), good()], "draft", 2),
        made("modeless", vec![json!({ "status": 400, "error": { "message": refusal } }), good()], "draft", 2),
        made("spent", vec![error(429, "insufficient_quota"), good()], "out_of_service", 1),
        made("forbidden", vec![error(403, "permission_error"), good()], "out_of_service", 1),
        made("rejected", vec![error(400, "invalid_request_error"), good()], "rejected", 1),
        made("silent", vec![json!({ "content": "" }), json!({ "content": "" })], "unusable", 2),
        made(
            "filtered",
            vec![json!({ "content": "", "finishReason": "content_filter" }); 2],
            filtered,
            filtered_calls,
        ),
    ]
}

fn fixtures_of_all() -> Value {
    let mut fixtures = Vec::new();
    for provider in Provider::ALL {
        for scenario in scenarios(provider) {
            let model = model(provider, &scenario);
            for (number, response) in scenario.answers.into_iter().enumerate() {
                let matching = json!({ "model": model, "sequenceIndex": number });
                fixtures.push(json!({ "match": matching, "response": response }));
            }
        }
    }
    json!({ "fixtures": fixtures })
}

/// Counts the calls in the journal. Each must have a photo and match a fixture.
fn seen_calls(server: &Program) -> Result<usize> {
    let journal = server.get("/__aimock/journal")?;
    let entries = journal.as_array().context("the journal is not a list")?;
    for entry in entries {
        let path = &entry["path"];
        ensure!(entry["response"]["fixture"].is_object(), "no fixture for {path}");
    }
    Ok(entries.len())
}
