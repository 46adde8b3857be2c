//! `cargo xtask bench serve`: measures the service with a writer that answers at once, next to a bare
//! actix-web handler and, if installed, fastify.
//!
//! Each server has one worker, and connections that carry one request at a time. One client thread polls all,
//! because waking a thread costs more than a request.
//!
//! The client shares the machine and may limit the requests per second, so compare processor times. The
//! servers take turns every second, so that other load affects all.

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

const CONNECTIONS: usize = 64;
/// The service reads a row for every usage request.
const DATABASE: &str = "ptl";
/// The service has default settings.
const CROWDED: &str = "crowd";
/// Generations on the requested page.
const SHOWN: usize = 40;
/// Each connection belongs to another account.
const CROWD: &str = "POST listings, PostgreSQL, 64 accounts";
/// Has a row for each client.
const BARE_TABLE: &str = "CREATE TABLE IF NOT EXISTS bare (id int PRIMARY KEY, granted int, used int)
    WITH (fillfactor = 70);
    INSERT INTO bare SELECT id, 1000000000, 0 FROM generate_series(0, 63) AS id ON CONFLICT DO NOTHING";
const BARE_UPDATE: &str = "UPDATE bare SET used = used + 1 WHERE id = :client_id AND used < granted;";
/// Sleep when no connection has data, short next to waiting for the database.
const NOTHING_TO_READ: Duration = Duration::from_micros(100);
const WARM_UP: Duration = Duration::from_millis(300);

/// Reads the database row for every usage request.
const UNCACHED: (&str, &str) = ("PTL_USAGE_CACHE", "false");

struct Subject<'a> {
    name: &'static str,
    server: &'a Server,
    /// Each connection repeats one.
    requests: Vec<Vec<u8>>,
    rounds: Vec<Round>,
    times: Vec<Duration>,
}

struct Round {
    per_second: f64,
    cpu_micros: f64,
}

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

/// Bare conditional updates per second on the same server, with a connection for each account.
fn bare_updates(database: &ThrowawayPostgres) -> Result<f64> {
    database.ask(DATABASE, BARE_TABLE)?;
    Ok(database.press(DATABASE, BARE_UPDATE, CONNECTIONS, 1)?)
}

/// Compares charging a unit with a bare update.
fn report_of_updates(subjects: &[Subject<'_>], updates: Vec<f64>) -> Result<()> {
    let Some(crowd) = subjects.iter().find(|subject| subject.name == CROWD) else { return Ok(()) };
    let part = crowd.median(|at, round| Some(round.per_second / updates.get(at)?))?;
    let updates = median(updates)?;
    println!(
        "\nBare conditional updates on the same PostgreSQL: {updates:.0} a second; {CROWD}: {part:.2} of them."
    );
    Ok(())
}

/// A popular framework for such services.
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

    pub(super) fn must(&self, args: &[&str]) -> Result<String> {
        self.ptl.must(args)
    }

    /// Returns the browser of an administrator with generations, and their API key.
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

    /// Returns a key of a new account for each connection.
    fn crowd(&self) -> Result<Vec<String>> {
        (0..CONNECTIONS).map(|number| subscribed(&self.ptl, &format!("reader{number}"))).collect()
    }
}

/// The account has no limit.
fn subscribed(ptl: &Ptl, name: &str) -> Result<String> {
    let email = format!("{name}@example.com");
    ptl.must(&["account", "create", &email])?;
    ptl.must(&["plan", "set", &email, "pro_annual"])?;
    ptl.must(&["key", "create", &email])
}

impl<'a> Subject<'a> {
    /// Uses the same request on all connections.
    fn new(name: &'static str, server: &'a Server, request: Vec<u8>) -> Self {
        Self::of_many(name, server, vec![request; CONNECTIONS])
    }

    fn of_one(name: &'static str, server: &'a Server, request: Vec<u8>) -> Self {
        Self::of_many(name, server, vec![request])
    }

    fn of_many(name: &'static str, server: &'a Server, requests: Vec<Vec<u8>>) -> Self {
        Self { name, server, requests, rounds: Vec::new(), times: Vec::new() }
    }

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

    fn median(&self, figure: impl Fn(usize, &Round) -> Option<f64>) -> Result<f64> {
        let figures = self.rounds.iter().enumerate().filter_map(|(number, round)| figure(number, round));
        median(figures.collect())
    }
}

/// Repeats each request on its own connection.
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
        // Round by round, because the machine's speed may change.
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
