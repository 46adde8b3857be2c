//! Habits: known deviations of real servers from their format, each with a public report. `habits.tsv` has
//! the expectations, the modules have the fake servers.

mod oddities;
mod places;
mod refusals;
mod slips;
mod troubles;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use listing_ai::{ModelSettings, ModelWriter};
use listing_domain::draft::Draft;
use listing_domain::ports::{ListingWriter as _, WriterError};
use listing_outbound::{BaseUrl, Transport};
use listing_testkit::service::{Received, Server, Step};
use listing_writers::{Breaker, WriterMetrics};
use prometheus::Registry;
use serde_json::{Value, json};

use crate::fake_model;
use crate::formats::Format;
use crate::support::{draft_request, metrics, settings};

const FEWEST: usize = 60;

type Reply = Box<dyn Fn(usize, &Received) -> Step + Send + Sync>;

struct Habit {
    name: &'static str,
    format: Format,
    /// The path of the base address, if unusual.
    base: Option<&'static str>,
    reply: Reply,
}

/// With the number of calls for the draft request and for the next one. The circuit breaker then stays open
/// for `open_seconds`.
#[derive(Debug, PartialEq, Eq)]
struct Expected<'a> {
    outcome: &'a str,
    calls: usize,
    calls_again: usize,
    open_seconds: u64,
}

fn habit(
    name: &'static str,
    format: Format,
    reply: impl Fn(usize, &Received) -> Step + Send + Sync + 'static,
) -> Habit {
    Habit { name, format, base: None, reply: Box::new(reply) }
}

/// Gives the response another shape.
fn shaped(name: &'static str, format: Format, shape: fn(Value) -> Value) -> Habit {
    habit(name, format, move |_, request| Step::ok(&shape(fake_model::answer(request))))
}

/// Writes the answer in another way, such as with comments.
fn written(name: &'static str, format: Format, write: fn(Value) -> String) -> Habit {
    habit(name, format, move |_, request| Step::ok(&format.done(&write(fake_model::answer(request)))))
}

/// Refuses requests with a certain part.
fn refusing(
    name: &'static str,
    format: Format,
    has: fn(&Value) -> bool,
    status: u16,
    error: &'static str,
) -> Habit {
    habit(name, format, move |_, request| {
        if has(&request.body) { Step::raw(status, error) } else { fake_model::good(format, request) }
    })
}

fn always(name: &'static str, format: Format, status: u16, body: &'static str) -> Habit {
    habit(name, format, move |_, _| Step::raw(status, body))
}

#[expect(clippy::needless_pass_by_value, reason = "it is made where it is passed")]
fn chat(message: Value) -> Value {
    json!({"choices": [{"index": 0, "finish_reason": "stop", "message": message}]})
}

fn all() -> Vec<Habit> {
    [refusals::all(), places::all(), oddities::all(), slips::all(), troubles::all()]
        .into_iter()
        .flatten()
        .collect()
}

/// The rows by name: format, source, expectation.
fn table() -> BTreeMap<&'static str, (&'static str, &'static str, Expected<'static>)> {
    let lines = include_str!("../habits.tsv").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [name, format, outcome, calls, again, open, source] = columns[..] else {
                panic!("invalid row: {line}")
            };
            let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("invalid row: {line}"));
            let expected = Expected {
                outcome,
                calls: number(calls),
                calls_again: number(again),
                open_seconds: open.parse().unwrap_or_else(|_| panic!("invalid row: {line}")),
            };
            (name, (format, source, expected))
        })
        .collect()
}

fn writer(habit_format: Format, base: Option<&str>, server: &Server) -> ModelWriter {
    let base = server.url(base.unwrap_or(habit_format.base_path()));
    let settings =
        ModelSettings { base_url: BaseUrl::parse(&base, true).unwrap(), ..settings(habit_format, server) };
    ModelWriter::new(habit_format.wire(), Transport::new().unwrap(), settings, metrics())
}

fn outcome(result: &Result<Draft, WriterError>) -> (&'static str, u64) {
    match result {
        Ok(_) => ("draft", 0),
        Err(WriterError::OutOfService { at_least, .. }) => ("out_of_service", at_least.as_secs()),
        Err(error) => (error.reason(), 0),
    }
}

#[tokio::test]
async fn every_server_habit_leads_to_the_outcome_in_the_table() {
    let table = table();
    let mut wrong = Vec::new();
    for Habit { name, format, base, reply } in all() {
        let Some((_, _, expected)) = table.get(name) else { continue };
        let server = Server::start(reply).await;
        let writer = Arc::new(writer(format, base, &server));
        let figures = WriterMetrics::new(&Registry::new()).unwrap();
        let guarded = Breaker::new(writer.clone(), writer.names(), figures);
        let first = guarded.write(&draft_request()).await;
        let calls = server.received().len();
        let _ = guarded.write(&draft_request()).await;
        let calls_again = server.received().len() - calls;
        let (outcome, open_seconds) = outcome(&first);
        let found = Expected { outcome, calls, calls_again, open_seconds };
        if found != *expected {
            let why = first.err().map(|error| format!("{error:?}"));
            wrong.push(format!("{name}: {found:?} instead of {expected:?}: {why:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_and_the_fake_servers_list_the_same_habits() {
    let table = table();
    let (listed, scripted): (BTreeSet<&str>, BTreeSet<&str>) =
        (table.keys().copied().collect(), all().iter().map(|habit| habit.name).collect());
    assert_eq!(listed, scripted);
    assert!(listed.len() >= FEWEST, "the table has only {} habits", listed.len());
    assert_eq!(all().len(), scripted.len(), "two habits have the same name");
    for (name, (format, source, _)) in table {
        let habit = all().into_iter().find(|habit| habit.name == name).unwrap();
        assert_eq!(format!("{:?}", habit.format).to_lowercase(), format, "{name}");
        assert!(source.starts_with("https://"), "{name}: {source}");
    }
}

#[tokio::test]
async fn a_check_calls_the_endpoint_and_reports_its_address() {
    let check = async |path: &'static str, base: &'static str| {
        let server = Server::start(move |_, request| {
            if request.path == path {
                fake_model::good(Format::Anthropic, request)
            } else {
                Step::raw(404, "")
            }
        })
        .await;
        let reported =
            match writer(Format::Anthropic, Some(base), &server).check(Duration::from_secs(20)).await {
                Ok(address) => address,
                Err(error) => format!("{error}: {}", std::error::Error::source(&error).unwrap()),
            };
        reported.replace(&server.url(""), "…")
    };
    assert_eq!(check("/v1/messages", "/v1").await, "…/v1/messages");
    assert_eq!(check("/v1/messages", "").await, "…/v1/messages");
    assert_eq!(check("/messages", "").await, "…/messages");
    assert_eq!(check("/elsewhere", "/v1").await, "POST …/v1/messages: status 404: an empty body");
}

#[tokio::test]
async fn an_error_with_status_404_names_the_address() {
    let server = Server::scripted(vec![Step::raw(404, "{\"detail\":\"Not Found\"}")]).await;
    let failed = writer(Format::OpenAi, None, &server).write(&draft_request()).await.unwrap_err();
    let reported = std::error::Error::source(&failed).unwrap().to_string();
    assert_eq!(reported, format!("status 404: Not Found (POST {})", server.url("/v1/chat/completions")));
}
