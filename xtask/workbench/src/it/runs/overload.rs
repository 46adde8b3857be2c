//! `overload`: more large uploads than memory allows, and many clients that send a byte a second. Memory
//! stays bounded and every client gets a response. The effect on other clients is only reported, because all
//! share the cores.

use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use super::Scale;
use super::deployment::Deployment;
use crate::bench::photo::Photos;
use crate::it::outcome::RunReport;
use crate::load::{Connection, listings_head, percentile, photos_body, usage_request};
use xtask::project;
use xtask::ptl::Server;

/// The allowed maximum of a photo.
const PHOTO_BYTES: usize = 10_000_000;
/// Limit of the service, in MiB.
const MEMORY: u32 = 1_280;
/// Clients with slow headers are disconnected after five seconds, plus the timer's granularity.
const HEADERS: Duration = Duration::from_secs(8);
/// Clients with slow bodies are disconnected after ten seconds, plus the timer's granularity.
const BODY: Duration = Duration::from_secs(16);
/// Seconds in which slow clients connect; all connect before the first is cut off.
const ARRIVING: usize = 3;
/// Moments at which some of the slow clients send, so that not all send at once.
const TICKS_A_SECOND: usize = 50;
/// Of a slow client's connection. Checking all clients at once would take the processor from the service.
const CHECKS_A_SECOND: usize = 5;

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let many = [("PTL_RATE_FREE_PER_MINUTE", "1000000"), ("PTL_CONCURRENCY_FREE", "10000")];
    let deployment = Deployment::on_sqlite(&many)?;
    let uploads = uploads(&deployment, scale)?;
    let slow = slow_clients(&deployment, scale)?;
    deployment.assert_ledger_balances()?;
    Ok(format!("{uploads}; {slow}").into())
}

/// Uploads the largest allowed size from all accounts at once.
fn uploads(deployment: &Deployment, scale: Scale) -> Result<String> {
    let photo = match scale {
        Scale::Full => fs::read(Photos::made()?.path("12mp.jpg"))?,
        Scale::Quick => fs::read(project::samples().join("basketball.jpg"))?,
    };
    let clients = scale.pick(64, 16);
    let accounts = (0..clients).map(|number| deployment.account(&format!("upload{number}")));
    let accounts = accounts.collect::<Result<Vec<_>>>()?;
    let server = deployment.serve()?;
    let body = four_photos(&photo);
    let is_over = AtomicBool::new(false);
    let (answers, mut times) = thread::scope(|scope| {
        let watch = scope
            .spawn(|| time_requests(&server, b"GET /health/live HTTP/1.1\r\nhost: load\r\n\r\n", &is_over));
        let sent: Vec<_> =
            accounts.iter().map(|account| scope.spawn(|| upload(&server, &account.key, &body))).collect();
        let answers = sent.into_iter().map(|client| client.join().expect("a client panicked"));
        let answers = answers.collect::<Result<Vec<_>>>();
        is_over.store(true, Ordering::Relaxed);
        anyhow::Ok((answers?, watch.join().expect("the watching thread panicked")?))
    })?;
    let peak = server.peak_memory_mib()?;
    let (mut listed, mut turned_away) = (0_u64, 0);
    for (account, answer) in accounts.iter().zip(&answers) {
        match answer.status {
            200 => listed += 1,
            503 => {
                turned_away += 1;
                ensure!(answer.retry_after.is_some(), "a response with status 503 has no Retry-After");
            }
            other => anyhow::bail!("unexpected status {other}"),
        }
        let used = deployment.usage(account)?["freeUsed"].as_u64();
        ensure!(
            used == Some(u64::from(answer.status == 200)),
            "the account {} was charged {used:?} units",
            account.email
        );
    }
    let p99 = percentile(&mut times, 99)?;
    ensure!(listed > 0, "every upload was refused");
    if scale == Scale::Full {
        ensure!(peak <= MEMORY, "the service took {peak} MiB of memory");
    }
    Ok(format!(
        "{clients} uploads of 40 MB at once: {listed} served, {turned_away} got 503 with \
         Retry-After, each charged for what it got; {peak} MiB of memory at most; p99 of /health/live {p99:.1?}"
    ))
}

/// Gives each copy of the photo a different tail.
fn four_photos(photo: &[u8]) -> Vec<u8> {
    let files = [1, 2, 3, 4].map(|tail| {
        let mut file = photo.to_vec();
        file.resize(PHOTO_BYTES, tail);
        file
    });
    photos_body(files.iter().map(Vec::as_slice))
}

struct Answered {
    status: u16,
    retry_after: Option<u64>,
}

fn upload(server: &Server, key: &str, body: &[u8]) -> Result<Answered> {
    let head = listings_head(key, body.len());
    let mut connection = Connection::open(&server.url)?;
    let answer = connection.send_in_parts(&[head.as_bytes(), body])?;
    let retry_after = answer.header("retry-after").and_then(|seconds| seconds.parse().ok());
    Ok(Answered { status: answer.status, retry_after })
}

fn slow_clients(deployment: &Deployment, scale: Scale) -> Result<String> {
    let count = usize::try_from(scale.pick(1000, 100))?;
    let account = deployment.account("slow")?;
    let other = deployment.account("other")?;
    let server = deployment.serve()?;
    let usage = usage_request(&other.key);
    let quiet = percentile(&mut time_requests_for(&server, &usage, Duration::from_secs(3))?, 99)?;
    let is_over = AtomicBool::new(false);
    let (cut, mut times) = thread::scope(|scope| {
        let watch = scope.spawn(|| time_requests(&server, &usage, &is_over));
        let cut = crowd(&server, &account.key, count);
        is_over.store(true, Ordering::Relaxed);
        anyhow::Ok((cut?, watch.join().expect("the watching thread panicked")?))
    })?;
    let busy = percentile(&mut times, 99)?;
    let longest = |is_body: bool| {
        cut.iter().filter(|(of_body, _)| *of_body == is_body).map(|(_, time)| *time).max().unwrap_or_default()
    };
    let (headers, bodies) = (longest(false), longest(true));
    ensure!(headers <= HEADERS, "the server waited {headers:?} for slow headers");
    ensure!(bodies <= BODY, "the server waited {bodies:?} for a slow body");
    Ok(format!(
        "{count} slow headers cut after {headers:.1?} at most, {count} slow bodies after {bodies:.1?}; \
         p99 of others {quiet:.1?} before and {busy:.1?} meanwhile"
    ))
}

/// Connects `count` clients with slow headers and as many with slow bodies, a byte a second. For each,
/// returns true if its headers were complete, and the time until it was disconnected.
fn crowd(server: &Server, key: &str, count: usize) -> Result<Vec<(bool, Duration)>> {
    let address = server.url.strip_prefix("http://").context("the address is not http")?;
    let headers = listings_head(key, 100_000);
    let (mut open, mut cut) = (Vec::new(), Vec::new());
    let start = Instant::now();
    for tick in 1.. {
        let due = (2 * count).min(2 * count * tick / (TICKS_A_SECOND * ARRIVING));
        for number in open.len() + cut.len()..due {
            let is_body = number % 2 == 1;
            let mut stream = TcpStream::connect(address)?;
            stream.write_all(if is_body {
                headers.as_bytes()
            } else {
                b"GET /health/live HTTP/1.1\r\nhost: "
            })?;
            stream.set_nonblocking(true)?;
            open.push((stream, is_body, Instant::now(), tick % TICKS_A_SECOND));
        }
        open.retain_mut(|(stream, is_body, begun, turn)| {
            let since = (tick + TICKS_A_SECOND - *turn) % TICKS_A_SECOND;
            if !since.is_multiple_of(TICKS_A_SECOND / CHECKS_A_SECOND) {
                return true;
            }
            let is_open = (since > 0 || stream.write_all(b"x").is_ok()) && is_silent(stream);
            if !is_open {
                cut.push((*is_body, begun.elapsed()));
            }
            is_open
        });
        if cut.len() == 2 * count {
            break;
        }
        ensure!(
            start.elapsed() < Duration::from_mins(2),
            "the server did not disconnect {} slow clients",
            open.len()
        );
        thread::sleep(Duration::from_secs(1) / u32::try_from(TICKS_A_SECOND)?);
    }
    Ok(cut)
}

/// Returns true if the connection is open and unanswered.
fn is_silent(stream: &mut TcpStream) -> bool {
    matches!(stream.read(&mut [0; 512]), Err(error) if error.kind() == ErrorKind::WouldBlock)
}

fn time_requests_for(server: &Server, request: &[u8], time: Duration) -> Result<Vec<Duration>> {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let timed = scope.spawn(|| time_requests(server, request, &is_over));
        thread::sleep(time);
        is_over.store(true, Ordering::Relaxed);
        timed.join().expect("the client panicked")
    })
}

/// Sends requests in sequence, with pauses.
fn time_requests(server: &Server, request: &[u8], is_over: &AtomicBool) -> Result<Vec<Duration>> {
    let mut connection = Connection::open(&server.url)?;
    let mut times = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let start = Instant::now();
        let answer = connection.send(request)?;
        times.push(start.elapsed());
        ensure!(answer.status == 200, "expected status 200, got {}: {}", answer.status, answer.body);
        thread::sleep(Duration::from_millis(5));
    }
    Ok(times)
}
