//! `cargo xtask bench serve`: the service with everything on and a writer that
//! answers at once, beside a bare actix-web handler, and one of fastify where Node
//! finds it.
//!
//! Both serve with one worker, over kept connections with one request at a time
//! on each. The client is one thread that never sleeps, because waking it would
//! cost the server more than a request does. It shares the machine with the
//! server and may bound the requests a second; the processor time of the server
//! for one request does not depend on it, and is the ratio to go by.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use listing_testkit::postgres::ThrowawayPostgres;

use crate::load::{Connection, listings_request, percentile, usage_request};
use crate::process::processor_seconds;
use crate::ptl::{Ptl, Server};
use crate::{node, project};

/// Arguments of `cargo xtask bench serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Seconds that each figure is measured for
    #[arg(long, default_value = "5")]
    seconds: u64,
}

const CONNECTIONS: usize = 64;

/// Makes `ptl-rig` read the row of every usage request.
const FORGETFUL: (&str, &str) = ("PTL_RIG_FORGETFUL", "1");

/// What was measured of one kind of request.
struct Figures {
    name: &'static str,
    per_second: f64,
    cpu_micros: f64,
    median: Duration,
    p99: Duration,
}

/// A service under measurement, with a key to it.
pub(super) struct Service {
    pub(super) server: Server,
    pub(super) key: String,
    _ptl: Ptl,
}

pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    let time = Duration::from_secs(args.seconds);
    let bare = Server::start(&mut Command::new(project::bare_binary()?))?;
    let mut all = vec![measure("bare actix-web", &bare, &usage_request("none"), time)?];
    all.extend(fastify(time)?);
    let forgetful = Service::start(&[FORGETFUL])?;
    all.push(measure("GET usage, row read", &forgetful.server, &usage_request(&forgetful.key), time)?);
    drop(forgetful);
    let sqlite = Service::start(&[])?;
    all.push(measure("GET usage, from cache", &sqlite.server, &usage_request(&sqlite.key), time)?);
    all.push(measure("POST listings, SQLite", &sqlite.server, &listings_request(&sqlite.key, None), time)?);
    drop(sqlite);
    if ThrowawayPostgres::is_installed() {
        all.extend(on_postgres(time)?);
    } else {
        eprintln!("skipped: no PostgreSQL to measure with; install the package postgresql");
    }
    report(&all)
}

/// What most services of this kind are built on, where it is installed.
fn fastify(time: Duration) -> Result<Option<Figures>> {
    let Some(places) = node::path_to("fastify") else { return Ok(None) };
    let script = project::root().join("tests/bare/fastify.mjs");
    let server = Server::start(Command::new("node").arg(script).env("NODE_PATH", places))?;
    measure("bare fastify", &server, &usage_request("none"), time).map(Some)
}

fn on_postgres(time: Duration) -> Result<[Figures; 2]> {
    let database = ThrowawayPostgres::start(true)?;
    let address = ("PTL_DATABASE_URL", &*database.create_database("ptl")?);
    let forgetful = Service::start(&[address, FORGETFUL])?;
    let (server, key) = (&forgetful.server, &forgetful.key);
    Ok([
        measure("GET usage, row read, PostgreSQL", server, &usage_request(key), time)?,
        measure("POST listings, PostgreSQL", server, &listings_request(key, None), time)?,
    ])
}

impl Service {
    pub(super) fn start(env: &[(&str, &str)]) -> Result<Self> {
        let common = [("PTL_RATE_PRO", "1000000000"), ("PTL_WORKERS", "1")];
        let env: BTreeMap<_, _> =
            common.iter().chain(env).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let ptl = Ptl::fresh(&project::rig_binary()?, &env)?;
        ptl.must(&["account", "create", "ann@example.com"])?;
        ptl.must(&["plan", "set", "ann@example.com", "pro_annual"])?;
        let key = ptl.must(&["key", "create", "ann@example.com"])?;
        Ok(Self { server: ptl.serve()?, key, _ptl: ptl })
    }
}

fn measure(name: &'static str, server: &Server, request: &[u8], time: Duration) -> Result<Figures> {
    eprintln!("measuring {name}");
    press(server, request, Duration::from_secs(1))?;
    let (start, cpu) = (Instant::now(), processor_seconds(server.id())?);
    let mut times = press(server, request, time)?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), processor_seconds(server.id())? - cpu);
    let answers = f64::from(u32::try_from(times.len())?);
    Ok(Figures {
        name,
        per_second: answers / wall,
        cpu_micros: cpu * 1e6 / answers,
        median: percentile(&mut times, 50)?,
        p99: percentile(&mut times, 99)?,
    })
}

/// Sends requests on all connections for some time; how long each took.
fn press(server: &Server, request: &[u8], time: Duration) -> Result<Vec<Duration>> {
    let open = || -> Result<_> {
        let mut connection = Connection::open(&server.url)?;
        connection.never_wait()?;
        connection.begin(request)?;
        Ok((connection, Instant::now()))
    };
    let mut connections = (0..CONNECTIONS).map(|_| open()).collect::<Result<Vec<_>>>()?;
    let (until, mut times) = (Instant::now() + time, Vec::new());
    while Instant::now() < until {
        for (connection, begun) in &mut connections {
            let Some(answer) = connection.poll()? else { continue };
            times.push(begun.elapsed());
            ensure!(answer.status == 200, "status {}: {}", answer.status, answer.body);
            *begun = Instant::now();
            connection.begin(request)?;
        }
    }
    Ok(times)
}

fn report(all: &[Figures]) -> Result<()> {
    let bare = all.first().context("no yardstick")?;
    println!("| request | a second | of bare | server CPU | of bare | median | p99 |");
    println!("|---|---|---|---|---|---|---|");
    for figures in all {
        let Figures { name, per_second, cpu_micros, median, p99 } = figures;
        println!(
            "| {name} | {per_second:.0} | {:.2} | {cpu_micros:.1} µs | {:.2} | {median:.2?} | {p99:.2?} |",
            per_second / bare.per_second,
            bare.cpu_micros / cpu_micros,
        );
    }
    Ok(())
}
