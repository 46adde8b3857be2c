//! Workload files: steps in JSON that test the service.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::expect;
use xtask::client::data_uri;
use xtask::project;
use xtask::ptl::{CommandOutput, Ptl, Server};

const REQUEST_WITHIN: Duration = Duration::from_mins(2);

/// Maximum time until the server writes a buffered log line, plus a margin.
const LOG_DELAY: Duration = Duration::from_millis(500);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Workload {
    /// Has no effect.
    #[serde(rename = "about")]
    _about: String,
    /// Of the service and of every command.
    #[serde(default)]
    env: BTreeMap<String, String>,
    steps: Vec<Step>,
}

/// Texts may contain `{name}`, a value captured by an earlier step, and `{photo:FILE}`, the data URI of a
/// sample photo.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Step {
    Run {
        args: Vec<String>,
        #[serde(default)]
        exit: i32,
        stdout: Option<Value>,
        stderr_has: Option<String>,
        capture: Option<String>,
    },
    /// Starts or restarts the server.
    Serve {},
    /// Sends one request, or many at once.
    Request(Request),
    LogsHave {
        texts: Vec<String>,
    },
    LogsLack {
        texts: Vec<String>,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    method: String,
    path: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    json: Option<Value>,
    body: Option<String>,
    /// Simultaneous requests.
    #[serde(default = "once")]
    parallel: usize,
    /// Expected responses by status, for simultaneous requests.
    #[serde(default)]
    statuses: BTreeMap<String, usize>,
    status: Option<u16>,
    #[serde(default)]
    expect_headers: BTreeMap<String, String>,
    expect: Option<Value>,
    /// Names of captured values, by JSON pointer.
    #[serde(default)]
    capture: BTreeMap<String, String>,
}

const fn once() -> usize {
    1
}

struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    body: String,
}

struct Run {
    ptl: Ptl,
    server: Option<Server>,
    captured: BTreeMap<String, String>,
}

impl Workload {
    /// Uses a fresh database, and returns the number of steps.
    pub(super) fn run(&self, binary: &Path) -> Result<usize> {
        let ptl = Ptl::fresh(binary, &self.env)?;
        let mut run = Run { ptl, server: None, captured: BTreeMap::new() };
        for (number, step) in self.steps.iter().enumerate() {
            run.step(step).with_context(|| format!("step {} ({})", number + 1, step.name()))?;
        }
        if let Some(server) = run.server.take() {
            server.stop()?;
        }
        Ok(self.steps.len())
    }
}

impl Step {
    fn name(&self) -> String {
        match self {
            Self::Run { args, .. } => format!("ptl {}", args.join(" ")),
            Self::Serve {} => "serve".to_owned(),
            Self::Request(request) => format!("{} {}", request.method, request.path),
            Self::LogsHave { .. } | Self::LogsLack { .. } => "logs".to_owned(),
        }
    }
}

impl Run {
    fn step(&mut self, step: &Step) -> Result<()> {
        match step {
            Step::Run { args, exit, stdout, stderr_has, capture } => {
                let args = args.iter().map(|arg| self.fill(arg)).collect::<Result<Vec<_>>>()?;
                let output = self.ptl.run(&args.iter().map(String::as_str).collect::<Vec<_>>())?;
                check_output(&output, *exit, stdout.as_ref(), stderr_has.as_deref())?;
                if let Some(name) = capture {
                    self.captured.insert(name.clone(), output.stdout);
                }
                Ok(())
            }
            Step::Serve {} => {
                if let Some(server) = self.server.take() {
                    server.stop()?;
                }
                self.server = Some(self.ptl.serve()?);
                Ok(())
            }
            Step::Request(request) if request.parallel > 1 => self.send_many(request),
            Step::Request(request) => self.send_one(request),
            Step::LogsHave { texts } => {
                let log = self.logged()?;
                for text in texts {
                    ensure!(log.contains(&self.fill(text)?), "the log lacks {text:?}");
                }
                Ok(())
            }
            Step::LogsLack { texts } => {
                let log = self.logged()?;
                for text in texts {
                    let text = self.fill(text)?;
                    ensure!(!log.contains(&text), "the log contains a forbidden text");
                }
                Ok(())
            }
        }
    }

    fn logged(&self) -> Result<String> {
        // The last lines may still be buffered.
        thread::sleep(LOG_DELAY);
        let log = self.ptl.log();
        ensure!(!log.is_empty(), "the log is empty");
        Ok(log)
    }

    fn send_one(&mut self, request: &Request) -> Result<()> {
        let answer = self.prepared(request)?.send()?;
        let shown = || {
            format!("the answer was {}: {}", answer.status, answer.body.chars().take(500).collect::<String>())
        };
        if let Some(status) = request.status {
            ensure!(answer.status == status, "expected status {status}; {}", shown());
        }
        expect::headers(&request.expect_headers, &answer.headers).with_context(shown)?;
        let body: Value = serde_json::from_str(&answer.body).unwrap_or(Value::Null);
        if let Some(expected) = &request.expect {
            expect::json("", expected, &body).with_context(shown)?;
        }
        for (name, pointer) in &request.capture {
            let value = body
                .pointer(pointer)
                .with_context(|| format!("the response has no value at {pointer}; {}", shown()))?;
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            self.captured.insert(name.clone(), text);
        }
        Ok(())
    }

    fn send_many(&self, request: &Request) -> Result<()> {
        let prepared = self.prepared(request)?;
        let answers = thread::scope(|scope| {
            let senders: Vec<_> = (0..request.parallel).map(|_| scope.spawn(|| prepared.send())).collect();
            senders
                .into_iter()
                .map(|sender| {
                    sender.join().map_err(|_| anyhow::anyhow!("a thread that sends requests panicked"))?
                })
                .collect::<Result<Vec<_>>>()
        })?;
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for answer in &answers {
            *counts.entry(answer.status.to_string()).or_default() += 1;
            expect::headers(&request.expect_headers, &answer.headers)?;
        }
        ensure!(counts == request.statuses, "expected the statuses {:?}, found {counts:?}", request.statuses);
        Ok(())
    }

    fn prepared(&self, request: &Request) -> Result<Prepared> {
        let Some(server) = &self.server else { bail!("no server is running; add a serve step") };
        let body = match (&request.json, &request.body) {
            (Some(json), _) => Some(self.fill(&json.to_string())?),
            (None, Some(body)) => Some(self.fill(body)?),
            (None, None) => None,
        };
        let mut headers = BTreeMap::new();
        if request.json.is_some() {
            headers.insert("content-type".to_owned(), "application/json".to_owned());
        }
        for (name, value) in &request.headers {
            headers.insert(name.clone(), self.fill(value)?);
        }
        let url = format!("{}{}", server.url, request.path);
        Ok(Prepared { method: request.method.clone(), url, headers, body })
    }

    /// Replaces `{name}` and `{photo:FILE}`.
    fn fill(&self, text: &str) -> Result<String> {
        let mut filled = text.to_owned();
        for (name, value) in &self.captured {
            filled = filled.replace(&format!("{{{name}}}"), value);
        }
        while let Some(start) = filled.find("{photo:") {
            let end = filled[start..].find('}').context("`{photo:` lacks its closing brace")? + start;
            let file = project::samples().join(&filled[start + "{photo:".len()..end]);
            filled.replace_range(start..=end, &data_uri(&file)?);
        }
        Ok(filled)
    }
}

fn check_output(
    output: &CommandOutput,
    exit: i32,
    stdout: Option<&Value>,
    stderr_has: Option<&str>,
) -> Result<()> {
    ensure!(output.code == exit, "expected exit code {exit}, found {}: {}", output.code, output.stderr);
    if let Some(expected) = stdout {
        let found =
            serde_json::from_str(&output.stdout).unwrap_or_else(|_| Value::String(output.stdout.clone()));
        expect::json("", expected, &found)?;
    }
    if let Some(part) = stderr_has {
        ensure!(
            output.stderr.contains(part),
            "expected {part:?} on standard error, found {:?}",
            output.stderr
        );
    }
    Ok(())
}

/// Has no placeholders.
struct Prepared {
    method: String,
    url: String,
    headers: BTreeMap<String, String>,
    body: Option<String>,
}

impl Prepared {
    fn send(&self) -> Result<Answer> {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(REQUEST_WITHIN))
            .allow_non_standard_methods(true)
            .build()
            .into();
        let mut builder = ureq::http::Request::builder().method(self.method.as_str()).uri(&self.url);
        for (name, value) in &self.headers {
            builder = builder.header(name, value);
        }
        let mut response = match &self.body {
            Some(body) => agent.run(builder.body(body.as_str())?),
            None => agent.run(builder.body(())?),
        }
        .with_context(|| format!("{} {} got no answer", self.method, self.url))?;
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| {
                (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
            })
            .collect();
        let body = response.body_mut().read_to_string()?;
        Ok(Answer { status: response.status().as_u16(), headers, body })
    }
}
