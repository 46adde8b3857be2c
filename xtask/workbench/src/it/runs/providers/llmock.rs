//! Three wire formats of AI services against `llmock`, which injects faults and judges the client.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use listing_domain::options::Language;
use serde_json::{Value, json};

use super::Toolbox;
use super::generate::{Provider, generate};
use super::program::{Program, free_port};
use super::toolbox::stdout_of;
use super::{Figures, standin};

const PACKAGE: &str = "llmock==0.2.2";

/// With formats and paths.
const SERVICES: [(&str, Provider, &str); 6] = [
    ("openai", Provider::OpenAi, "/v1"),
    ("mistral", Provider::OpenAi, "/mistral/v1"),
    ("groq", Provider::OpenAi, "/groq/openai/v1"),
    ("together", Provider::OpenAi, "/together/v1"),
    ("anthropic", Provider::Anthropic, "/anthropic/v1"),
    ("gemini", Provider::Gemini, "/gemini/v1beta"),
];

/// Temporary or permanent, and the expected outcome.
struct Fault {
    name: &'static str,
    faults: Vec<Value>,
    outcome: &'static str,
}

pub(super) fn verify(toolbox: &Toolbox) -> Result<Figures> {
    let programs = toolbox.programs.python("llmock", &[PACKAGE])?;
    let port = free_port()?;
    let mut llmock = Command::new(programs.join("llmock"));
    llmock.args(["serve", "--host", "127.0.0.1", "--port", &port.to_string(), "--log-level", "warning"]);
    let server = Program::start(&mut llmock, port, "/health")?;
    let mut requests = 0;
    for (service, provider, path) in SERVICES {
        for fault in faults() {
            let model = format!("{service}-{}", fault.name);
            inject(&server, &model, &fault.faults)?;
            let generated = generate(toolbox, provider, &format!("{}{path}", server.url), &model, "fr")?;
            let outcome = &generated.outcome;
            let what =
                || format!("{model} ended as {outcome}, expected {}: {}", fault.outcome, generated.stderr);
            ensure!(outcome == fault.outcome, "{}", what());
            requests += 1;
        }
    }
    report(&programs, &server, true)?;
    // The service uses the next writer if the wait exceeds the deadline. The strict verdict of `llmock`
    // counts this as a fault of the client.
    inject(&server, "openai-too-long", &[json!({ "type": "fail", "status": 429, "retry_after": 3600 })])?;
    let url = format!("{}/v1", server.url);
    let generated = generate(toolbox, Provider::OpenAi, &url, "openai-too-long", "fr")?;
    ensure!(generated.outcome == "rate_limited", "a long wait ended as {}", generated.outcome);
    report(&programs, &server, false)?;
    let verdict = server.get("/_llmock/verdict")?;
    ensure!(verdict["passed"] == true, "llmock reports failures: {verdict}");
    let number = |name: &str| verdict[name].to_string();
    Ok(vec![
        ("services played".to_owned(), SERVICES.len().to_string()),
        ("requests to ptl".to_owned(), (requests + 1).to_string()),
        ("attempts, faults".to_owned(), format!("{}, {}", number("attempts"), number("faults_injected"))),
        ("errors in the verdict".to_owned(), number("errors")),
        (
            "warnings".to_owned(),
            format!("0, and {} for the wait of an hour that is given up", number("warnings")),
        ),
    ])
}

fn faults() -> Vec<Fault> {
    let fail = |status: u16, times: Value| json!({ "type": "fail", "status": status, "times": times });
    let limit = |seconds: f64, times: u8| json!({ "type": "fail", "status": 429, "retry_after": seconds, "times": times });
    let made = |name, faults, outcome| Fault { name, faults, outcome };
    let lasting = Value::Null;
    vec![
        made("good", vec![], "draft"),
        made("slow", vec![json!({ "type": "delay", "seconds": 1 })], "draft"),
        made("limited", vec![limit(1.2, 1)], "draft"),
        made("limited-twice", vec![limit(0.7, 2)], "draft"),
        made("internal", vec![fail(500, 1.into())], "draft"),
        made("down-twice", vec![fail(503, 2.into())], "draft"),
        made("overloaded", vec![fail(529, 1.into())], "draft"),
        made("mixed", vec![fail(502, 1.into()), limit(0.6, 1)], "draft"),
        made("outage", vec![fail(503, lasting.clone())], "unavailable"),
        made("broken", vec![fail(500, lasting.clone())], "unavailable"),
        made("bad-request", vec![fail(400, lasting.clone())], "rejected"),
        made("bad-key", vec![fail(401, lasting.clone())], "out_of_service"),
        made("forbidden", vec![fail(403, lasting.clone())], "out_of_service"),
        made("no-model", vec![fail(404, lasting.clone())], "out_of_service"),
        made("unprocessable", vec![fail(422, lasting)], "rejected"),
    ]
}

/// Queues faults, then a good answer.
fn inject(server: &Program, model: &str, faults: &[Value]) -> Result<()> {
    let reply = json!({ "type": "reply", "text": standin::answer(Language::Fr).to_string(), "times": null });
    let mut behaviors = faults.to_vec();
    behaviors.push(reply);
    for behavior in &mut behaviors {
        behavior["match"] = json!({ "model": model });
    }
    server.post("/_llmock/scenario", &json!({ "behaviors": behaviors })).map(drop)
}

/// The exit code of `llmock report` is its verdict on our client.
fn report(programs: &Path, server: &Program, is_strict: bool) -> Result<()> {
    let mut report = Command::new(programs.join("llmock"));
    report.args(["report", "--url", &server.url]);
    if is_strict {
        report.arg("--strict");
    }
    stdout_of(&mut report).context("llmock reports violations by the client").map(drop)
}
