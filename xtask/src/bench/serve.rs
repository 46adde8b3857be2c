//! `cargo xtask bench serve`: the service with everything on and a writer that
//! answers at once, beside a bare actix-web handler.
//!
//! Both serve with one worker. Throughput is measured with pipelined requests,
//! so that the client is not what is measured; times with one request at a time
//! on each connection. The processor time of the server for one request does not
//! depend on the client at all, so the ratio is told by it too.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use listing_testkit::postgres::ThrowawayPostgres;

use crate::load::{Connection, listings_request, usage_request};
use crate::project;
use crate::ptl::{Ptl, Server};

/// Arguments of `cargo xtask bench serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Seconds that each figure is measured for
    #[arg(long, default_value = "5")]
    seconds: u64,
}

const CONNECTIONS: usize = 16;
/// Requests that are under way on a connection when throughput is measured.
const PIPELINED: usize = 16;
/// The clock in which Linux counts processor time, in ticks a second.
const TICKS: f64 = 100.0;

/// What was measured of one kind of request.
struct Figures {
    name: &'static str,
    per_second: f64,
    cpu_micros: f64,
    median: Duration,
    p99: Duration,
}

pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    let time = Duration::from_secs(args.seconds);
    let bare = Server::start(&mut Command::new(project::bare_binary()?))?;
    let rig = project::rig_binary()?;
    let mut all = vec![measure("bare actix-web", &bare, &usage_request("none"), time)?];
    let sqlite = Ptl::fresh(&rig, &env(None))?;
    all.extend(service(["GET usage, SQLite", "POST listings, SQLite"], &sqlite, time)?);
    if ThrowawayPostgres::is_installed() {
        let server = ThrowawayPostgres::start(true)?;
        let postgres = Ptl::fresh(&rig, &env(Some(server.create_database("ptl")?)))?;
        all.extend(service(["GET usage, PostgreSQL", "POST listings, PostgreSQL"], &postgres, time)?);
    } else {
        eprintln!("skipped: no PostgreSQL to measure with; install the package postgresql");
    }
    report(&all)
}

fn env(database: Option<String>) -> BTreeMap<String, String> {
    let mut env: BTreeMap<String, String> = [("PTL_RATE_PRO", "1000000000"), ("PTL_WORKERS", "1")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    if let Some(address) = database {
        env.insert("PTL_DATABASE_URL".to_owned(), address);
    }
    env
}

fn service(names: [&'static str; 2], ptl: &Ptl, time: Duration) -> Result<Vec<Figures>> {
    ptl.must(&["account", "create", "ann@example.com"])?;
    ptl.must(&["plan", "set", "ann@example.com", "pro_annual"])?;
    let key = ptl.must(&["key", "create", "ann@example.com"])?;
    let server = ptl.serve()?;
    let [usage, listings] = names;
    Ok(vec![
        measure(usage, &server, &usage_request(&key), time)?,
        measure(listings, &server, &listings_request(&key, None), time)?,
    ])
}

fn measure(name: &'static str, server: &Server, request: &[u8], time: Duration) -> Result<Figures> {
    eprintln!("measuring {name}");
    press(server, request, PIPELINED, Duration::from_secs(1))?;
    let (start, cpu) = (Instant::now(), cpu_seconds(server)?);
    let batches = press(server, request, PIPELINED, time)?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds(server)? - cpu);
    let answers = f64::from(u32::try_from(batches.len() * PIPELINED)?);
    let mut times = press(server, request, 1, time)?;
    times.sort();
    let at = |part: usize| times.get(times.len() * part / 100).copied().context("nothing was answered");
    Ok(Figures {
        name,
        per_second: answers / wall,
        cpu_micros: cpu * 1e6 / answers,
        median: at(50)?,
        p99: at(99)?,
    })
}

/// Sends batches on all connections for some time; how long each took.
fn press(server: &Server, request: &[u8], batch: usize, time: Duration) -> Result<Vec<Duration>> {
    let until = Instant::now() + time;
    let client = || -> Result<Vec<Duration>> {
        let mut connection = Connection::open(&server.url)?;
        let mut times = Vec::new();
        while Instant::now() < until {
            let start = Instant::now();
            for answer in connection.send_batch(request, batch)? {
                ensure!(answer.status == 200, "status {}: {}", answer.status, answer.body);
            }
            times.push(start.elapsed());
        }
        Ok(times)
    };
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(client)).collect();
        let mut all = Vec::new();
        for client in clients {
            all.extend(client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??);
        }
        Ok(all)
    })
}

/// Processor time that the server has used.
fn cpu_seconds(server: &Server) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.id()))?;
    // After the name in brackets, which may hold anything: user and system time.
    let (_, rest) = stat.rsplit_once(')').context("no process status")?;
    let ticks: Vec<f64> = rest.split_whitespace().skip(11).take(2).filter_map(|it| it.parse().ok()).collect();
    ensure!(ticks.len() == 2, "no process times");
    Ok(ticks.iter().sum::<f64>() / TICKS)
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
