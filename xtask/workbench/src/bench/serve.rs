//! `cargo xtask bench serve`: measures the full service with a writer that answers at once. It is compared
//! with a bare actix-web handler, and with fastify if Node finds it.
//!
//! Each server has one worker, and kept-alive connections that carry one request at a time. The client is one
//! thread that polls all connections, because waking a thread would cost more than a request. It sleeps
//! briefly only when no connection has data.
//!
//! The client shares the machine with the server and may limit the requests per second, so compare the
//! processor time per request. The servers take turns every second, so that other load affects all of them.

use std::collections::BTreeMap;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use listing_testkit::postgres::ThrowawayPostgres;

use super::median;
use crate::browse::Browser;
use crate::load::{Connection, listings_request, percentile, usage_request};
use xtask::process::processor_seconds;
use xtask::project;
use xtask::ptl::{Ptl, Server};

use crate::node;

/// Arguments of `cargo xtask bench serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Measurement time for each figure in seconds, one per round
    #[arg(long, default_value = "7")]
    seconds: u64,
}

/// Number of connections to each server.
const CONNECTIONS: usize = 64;
/// PostgreSQL database of a service that reads a row for every usage request.
const DATABASE: &str = "ptl";
/// PostgreSQL database of a service with default settings.
const CROWDED: &str = "crowd";
/// Number of generations of the account whose page is requested.
const SHOWN: usize = 40;
/// Name of the case in which each connection belongs to another account.
const CROWD: &str = "POST listings, PostgreSQL, 64 accounts";
/// SQL that creates the table for bare updates, with a row for each client.
const BARE_TABLE: &str = "CREATE TABLE IF NOT EXISTS bare (id int PRIMARY KEY, granted int, used int)
    WITH (fillfactor = 70);
    INSERT INTO bare SELECT id, 1000000000, 0 FROM generate_series(0, 63) AS id ON CONFLICT DO NOTHING";
/// SQL of a bare update, without the service.
const BARE_UPDATE: &str = "UPDATE bare SET used = used + 1 WHERE id = :client_id AND used < granted;";
/// The client's sleep when no connection has data. It is short compared with requests that wait for the
/// database.
const NOTHING_TO_READ: Duration = Duration::from_micros(100);
/// Duration of the load on a server before each measurement.
const WARM_UP: Duration = Duration::from_millis(300);

/// Setting that makes the service read the database row for every usage request.
const UNCACHED: (&str, &str) = ("PTL_USAGE_CACHE", "false");

/// A kind of request to one server, with its measurements.
struct Subject<'a> {
    name: &'static str,
    server: &'a Server,
    /// The bytes of the request that each connection repeats.
    requests: Vec<Vec<u8>>,
    rounds: Vec<Round>,
    times: Vec<Duration>,
}

struct Round {
    per_second: f64,
    cpu_micros: f64,
}

/// A running service under test, with an API key.
pub(super) struct Service {
    pub(super) server: Server,
    pub(super) key: String,
    ptl: Ptl,
}

pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    let bare = Server::start(&mut Command::new(project::baseline_binary()?))?;
    let fastify = fastify()?;
    let (uncached, sqlite) = (Service::start(&[UNCACHED])?, Service::start(&[])?);
    let database = ThrowawayPostgres::is_installed().then(|| ThrowawayPostgres::start(true)).transpose()?;
    if database.is_none() {
        eprintln!("skipped: no PostgreSQL to measure with; install the package postgresql");
    }
    let serve = |name: &str, more: &[(&str, &str)]| {
        let Some(database) = &database else { return Ok(None) };
        let address = database.create_database(name)?;
        Service::start(&[&[("PTL_DATABASE_URL", &*address)], more].concat()).map(Some)
    };
    let (on_postgres, crowded) = (serve(DATABASE, &[UNCACHED])?, serve(CROWDED, &[])?);

    let mut subjects = vec![Subject::new("bare actix-web", &bare, usage_request("none"))];
    subjects.extend(fastify.iter().map(|server| Subject::new("bare fastify", server, usage_request("none"))));
    subjects.extend([
        Subject::new("GET usage, row read", &uncached.server, usage_request(&uncached.key)),
        Subject::new("GET usage, from cache", &sqlite.server, usage_request(&sqlite.key)),
        Subject::new("POST listings, SQLite", &sqlite.server, listings_request(&sqlite.key, None)),
    ]);
    let (browser, readers_key) = sqlite.reader()?;
    let (account, usage) = (browser.get("/account"), usage_request(&readers_key));
    subjects.extend([
        Subject::new("GET / (page)", &sqlite.server, browser.get("/")),
        Subject::new("GET /account (page)", &sqlite.server, account.clone()),
        Subject::of_one("GET /account (page), one at a time", &sqlite.server, account),
        Subject::of_one("GET usage, one at a time", &sqlite.server, usage),
    ]);
    if let Some(Service { server, key, .. }) = &on_postgres {
        subjects.push(Subject::new("GET usage, row read, PostgreSQL", server, usage_request(key)));
        subjects.push(Subject::new("POST listings, PostgreSQL", server, listings_request(key, None)));
    }
    let crowd = crowded.as_ref().map(Service::crowd).transpose()?.unwrap_or_default();
    if let Some(Service { server, .. }) = &crowded {
        let requests = crowd.iter().map(|key| listings_request(key, None)).collect();
        subjects.push(Subject::of_many(CROWD, server, requests));
    }
    let mut updates = Vec::new();
    for round in 1..=args.seconds {
        eprintln!("round {round} of {}", args.seconds);
        for subject in &mut subjects {
            subject.measure()?;
        }
        updates.extend(database.as_ref().map(bare_updates).transpose()?);
    }
    report(&mut subjects)?;
    report_of_updates(&subjects, updates)
}

/// Returns the number of bare conditional updates per second on the same PostgreSQL server, with a connection
/// for each account.
fn bare_updates(database: &ThrowawayPostgres) -> Result<f64> {
    database.ask(DATABASE, BARE_TABLE)?;
    Ok(database.press(DATABASE, BARE_UPDATE, CONNECTIONS, 1)?)
}

/// Prints how fast the service charges a unit, relative to a bare update.
fn report_of_updates(subjects: &[Subject<'_>], updates: Vec<f64>) -> Result<()> {
    let Some(crowd) = subjects.iter().find(|subject| subject.name == CROWD) else { return Ok(()) };
    let part = crowd.median(|at, round| Some(round.per_second / updates.get(at)?))?;
    let updates = median(updates)?;
    println!(
        "\nBare conditional updates on the same PostgreSQL: {updates:.0} a second; {CROWD}: {part:.2} of them."
    );
    Ok(())
}

/// Starts a server with fastify, a popular framework for such services; `None` if it is not installed.
fn fastify() -> Result<Option<Server>> {
    let Some(node_path) = node::path_to("fastify") else { return Ok(None) };
    let script = project::root().join("tests/baseline/fastify.mjs");
    Server::start(Command::new("node").arg(script).env("NODE_PATH", node_path)).map(Some)
}

impl Service {
    pub(super) fn start(env: &[(&str, &str)]) -> Result<Self> {
        let common = [
            ("PTL_RATE_PRO_PER_MINUTE", "1000000000"),
            ("PTL_RATE_PAGES_PER_MINUTE", "1000000000"),
            ("PTL_WORKERS", "1"),
        ];
        let env: BTreeMap<_, _> =
            common.iter().chain(env).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let ptl = Ptl::fresh(&project::test_server_binary()?, &env)?;
        let key = subscribed(&ptl, "ann")?;
        Ok(Self { server: ptl.serve()?, key, ptl })
    }

    /// Runs a command of the service's binary that must succeed, and returns its output.
    pub(super) fn must(&self, args: &[&str]) -> Result<String> {
        self.ptl.must(args)
    }

    /// Returns the browser of a signed-in administrator, and an API key of the same account, which has
    /// generations.
    fn reader(&self) -> Result<(Browser, String)> {
        let key = subscribed(&self.ptl, "reader")?;
        let link = self.must(&["admin", "create", "reader@example.com"])?;
        let mut browser = Browser::default();
        browser.choose_password(&self.server.url, link.trim(), "a-long-password-of-theirs")?;
        let (mut connection, request) = (Connection::open(&self.server.url)?, listings_request(&key, None));
        for _ in 0..SHOWN {
            let answer = connection.send(&request)?;
            ensure!(answer.status == 200, "expected status 200, got {}: {}", answer.status, answer.body);
        }
        Ok((browser, key))
    }

    /// Returns the API keys of new accounts, one for each connection.
    fn crowd(&self) -> Result<Vec<String>> {
        (0..CONNECTIONS).map(|number| subscribed(&self.ptl, &format!("reader{number}"))).collect()
    }
}

/// Creates an account without a limit and returns an API key of it.
fn subscribed(ptl: &Ptl, name: &str) -> Result<String> {
    let email = format!("{name}@example.com");
    ptl.must(&["account", "create", &email])?;
    ptl.must(&["plan", "set", &email, "pro_annual"])?;
    ptl.must(&["key", "create", &email])
}

impl<'a> Subject<'a> {
    /// Returns a subject with the same request on all connections.
    fn new(name: &'static str, server: &'a Server, request: Vec<u8>) -> Self {
        Self::of_many(name, server, vec![request; CONNECTIONS])
    }

    fn of_one(name: &'static str, server: &'a Server, request: Vec<u8>) -> Self {
        Self::of_many(name, server, vec![request])
    }

    fn of_many(name: &'static str, server: &'a Server, requests: Vec<Vec<u8>>) -> Self {
        Self { name, server, requests, rounds: Vec::new(), times: Vec::new() }
    }

    /// Measures the requests for a second, after a warm-up.
    fn measure(&mut self) -> Result<()> {
        let (server, requests) = (self.server, &self.requests);
        press(server, requests, WARM_UP)?;
        let (start, cpu) = (Instant::now(), processor_seconds(server.id())?);
        let times = press(server, requests, Duration::from_secs(1))?;
        let (wall, cpu) = (start.elapsed().as_secs_f64(), processor_seconds(server.id())? - cpu);
        let answers = f64::from(u32::try_from(times.len())?);
        self.rounds.push(Round { per_second: answers / wall, cpu_micros: cpu * 1e6 / answers });
        self.times.extend(times);
        Ok(())
    }

    /// Returns the median of a value over all rounds.
    fn median(&self, figure: impl Fn(usize, &Round) -> Option<f64>) -> Result<f64> {
        let figures = self.rounds.iter().enumerate().filter_map(|(number, round)| figure(number, round));
        median(figures.collect())
    }
}

/// Repeats each request on its own connection for this time, and returns the response times.
fn press(server: &Server, requests: &[Vec<u8>], time: Duration) -> Result<Vec<Duration>> {
    let open = |request: &[u8]| -> Result<_> {
        let mut connection = Connection::open(&server.url)?;
        connection.never_wait()?;
        connection.begin(request)?;
        Ok((connection, Instant::now()))
    };
    let mut connections = requests.iter().map(|request| open(request)).collect::<Result<Vec<_>>>()?;
    let (until, mut times) = (Instant::now() + time, Vec::new());
    while Instant::now() < until {
        let before = times.len();
        for ((connection, begun), request) in connections.iter_mut().zip(requests) {
            let Some(answer) = connection.poll()? else { continue };
            times.push(begun.elapsed());
            ensure!(answer.status == 200, "expected status 200, got {}: {}", answer.status, answer.body);
            *begun = Instant::now();
            connection.begin(request)?;
        }
        if times.len() == before {
            thread::sleep(NOTHING_TO_READ);
        }
    }
    Ok(times)
}

fn report(subjects: &mut [Subject<'_>]) -> Result<()> {
    println!("| request | a second | of bare | server CPU | of bare | median | p99 |");
    println!("|---|---|---|---|---|---|---|");
    for number in 0..subjects.len() {
        let (bare, subject) = (&subjects[0], &subjects[number]);
        let per_second = subject.median(|_, round| Some(round.per_second))?;
        let cpu_micros = subject.median(|_, round| Some(round.cpu_micros))?;
        // Compared round by round, because the machine's speed may change between rounds.
        let speed = subject.median(|at, round| Some(round.per_second / bare.rounds.get(at)?.per_second))?;
        let cpu = subject.median(|at, round| Some(bare.rounds.get(at)?.cpu_micros / round.cpu_micros))?;
        let name = subject.name;
        let times = &mut subjects[number].times;
        let (middle, p99) = (percentile(times, 50)?, percentile(times, 99)?);
        println!(
            "| {name} | {per_second:.0} | {speed:.2} | {cpu_micros:.1} µs | {cpu:.2} | {middle:.2?} | {p99:.2?} |"
        );
    }
    Ok(())
}
