//! `fair`: no client starves the others, and an overloaded service answers with `Retry-After`.
//!
//! Accounts send the largest body slowly, many requests use the embedded engine at once, and a Pro account
//! sends as many requests as its plan allows.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use super::Scale;
use super::deployment::{Account, Deployment};
use crate::bench::photo::Photos;
use crate::it::outcome::RunReport;
use crate::load::{Answer, Connection, listings_head, listings_request, percentile, photos_body};
use xtask::project;
use xtask::ptl::{Ptl, Server};

/// Bytes in the Content-Length of a slow request.
const ANNOUNCED: usize = 57_000_000;
/// Bytes per second of a slow request.
const DRIBBLED: usize = 50_000;
/// Of each account.
const DRIBBLES: usize = 10;
/// Requests of another account.
const SMALL: u32 = 20;
/// Maximum slowdown of small requests, as a factor.
const SLOWER: u32 = 3;
/// Allowed for scheduling.
const JITTER: Duration = Duration::from_millis(20);
const PRO_A_MINUTE: u32 = 60;
const PRO_AT_ONCE: usize = 16;
/// Simultaneous requests.
const ENGINE_REQUESTS: u32 = 160;

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let results = [dribbling(scale)?, engine(scale)?, pro(scale)?];
    Ok(results.join("; ").into())
}

/// One, then six accounts send slowly. Another account's small requests must all succeed.
fn dribbling(scale: Scale) -> Result<String> {
    // This case does not test the limits on small requests.
    let settings = [("PTL_FREE_UNITS", "1000"), ("PTL_RATE_FREE_PER_MINUTE", "1000")];
    let deployment = Deployment::on_sqlite(&settings)?;
    let greedy = (0..6).map(|number| deployment.account(&format!("greedy{number}")));
    let greedy = greedy.collect::<Result<Vec<_>>>()?;
    let other = deployment.account("other")?;
    let server = deployment.serve()?;
    let quiet = small_requests(&server, &other, Duration::ZERO)?;
    let seconds = scale.pick(40, 4);
    let mut results = Vec::new();
    for count in [1, greedy.len()] {
        let is_over = AtomicBool::new(false);
        let busy = thread::scope(|scope| {
            for account in &greedy[..count] {
                for _ in 0..DRIBBLES {
                    scope.spawn(|| dribble(&server, account, &is_over));
                }
            }
            // All slow requests have sent their headers and first bytes.
            thread::sleep(Duration::from_secs(1));
            let busy = small_requests(&server, &other, Duration::from_secs(seconds.into()) / SMALL);
            is_over.store(true, Ordering::Relaxed);
            busy
        })?;
        if scale == Scale::Full {
            ensure!(
                busy <= quiet * SLOWER + JITTER,
                "p99 is {busy:?} with {count} slow accounts, {quiet:?} without"
            );
        }
        results.push(format!("{busy:.1?} with {count} slow accounts"));
    }
    deployment.assert_ledger_balances()?;
    Ok(format!(
        "{SMALL} small requests all served while accounts dribble {DRIBBLES} bodies of 57 MB each for {seconds} s: \
         p99 {quiet:.1?} alone, {}",
        results.join(", ")
    ))
}

/// All must succeed. Returns the 99th percentile of their times.
fn small_requests(server: &Server, account: &Account, pause: Duration) -> Result<Duration> {
    let request = listings_request(&account.key, None);
    let mut times = Vec::new();
    for number in 1..=SMALL {
        let mut connection = Connection::open(&server.url)?;
        let start = Instant::now();
        let answer = connection.send(&request)?;
        times.push(start.elapsed());
        ensure!(answer.status == 200, "small request {number} got status {}: {}", answer.status, answer.body);
        thread::sleep(pause);
    }
    percentile(&mut times, 99)
}

/// Sends a body as slowly as allowed, and reconnects when it is cut off.
fn dribble(server: &Server, account: &Account, is_over: &AtomicBool) -> Result<()> {
    const PIECES_A_SECOND: u32 = 10;
    let head = listings_head(&account.key, ANNOUNCED);
    let piece = vec![b' '; DRIBBLED / usize::try_from(PIECES_A_SECOND)?];
    let address = server.url.strip_prefix("http://").context("the address is not http")?;
    while !is_over.load(Ordering::Relaxed) {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_millis(1)))?;
        stream.set_write_timeout(Some(Duration::from_secs(1)))?;
        let mut is_open = stream.write_all(head.as_bytes()).is_ok();
        while is_open && !is_over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_secs(1) / PIECES_A_SECOND);
            // A connection that takes no more bytes stays open, as a real sender would leave it.
            let is_sent = match stream.write(&piece) {
                Ok(_) => true,
                Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            };
            is_open = is_sent && is_silent(&stream);
        }
    }
    Ok(())
}

/// Returns true if the connection is open and unanswered.
fn is_silent(stream: &TcpStream) -> bool {
    match stream.peek(&mut [0]) {
        Ok(_) => false,
        Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
    }
}

/// Each request succeeds or gets a `Retry-After`.
fn engine(scale: Scale) -> Result<String> {
    let count = scale.pick(ENGINE_REQUESTS, 12);
    let settings = [("PTL_LOG", "warn"), ("PTL_FREE_UNITS", "1000"), ("PTL_RATE_FREE_PER_MINUTE", "1000")];
    let settings: BTreeMap<String, String> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let ptl = Ptl::fresh(&project::release_binary()?, &settings)?;
    let mut keys = Vec::new();
    for number in 0..count {
        let email = format!("looks{number}@example.com");
        ptl.must(&["account", "create", &email])?;
        keys.push(ptl.must(&["key", "create", &email])?);
    }
    let server = ptl.serve()?;
    let photo = std::fs::read(project::samples().join("basketball.jpg"))?;
    let body = photos_body([photo.as_slice()].into_iter());
    let start = Instant::now();
    let requests: Vec<Vec<u8>> = keys.iter().map(|key| request(key, &body)).collect();
    let (listed, refused) = count_answers(all_at_once(&server, &requests)?)?;
    ensure!(listed > 0, "every request was refused");
    Ok(format!(
        "{count} at once before the embedded engine: {listed} listings, {refused} times 503 with \
         Retry-After, 0 times 500, in {:.0?}",
        start.elapsed()
    ))
}

/// Sends as many requests as a Pro plan allows: in a minute, and at once.
fn pro(scale: Scale) -> Result<String> {
    let deployment = Deployment::on_sqlite(&[])?;
    let (minute, once) = (deployment.pro_account("minute")?, deployment.pro_account("once")?);
    let server = deployment.serve()?;
    let (photos, count) = match scale {
        Scale::Full => {
            let photos = Photos::made()?;
            let names = ["12mp.jpg", "12mp-11.jpg", "12mp-12.jpg", "12mp-13.jpg"];
            (
                names.iter().map(|name| std::fs::read(photos.path(name))).collect::<Result<Vec<_>, _>>()?,
                PRO_A_MINUTE,
            )
        }
        Scale::Quick => (vec![std::fs::read(project::samples().join("basketball.jpg"))?], 10),
    };
    let body = photos_body(photos.iter().map(Vec::as_slice));
    let all = request(&once.key, &body);
    let (listed, refused) = count_answers(all_at_once(&server, &vec![all; PRO_AT_ONCE])?)?;
    ensure!(refused == 0, "{refused} of {PRO_AT_ONCE} simultaneous requests got 503");
    let all = request(&minute.key, &body);
    let (start, next, failed) = (Instant::now(), AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < usize::try_from(count).unwrap_or(0) {
                    let sent = Connection::open(&server.url).and_then(|mut connection| connection.send(&all));
                    if !sent.is_ok_and(|answer| answer.status == 200) {
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let (took, failed) = (start.elapsed(), failed.into_inner());
    ensure!(failed == 0, "{failed} of {count} requests of a Pro account were not served");
    ensure!(took < Duration::from_mins(1), "{count} requests took {took:?}");
    deployment.assert_ledger_balances()?;
    Ok(format!(
        "{listed} at once of a Pro account with {} photos each: no 503; {count} in {took:.0?}: all served",
        photos.len()
    ))
}

fn request(key: &str, body: &[u8]) -> Vec<u8> {
    [listings_head(key, body.len()).as_bytes(), body].concat()
}

fn all_at_once(server: &Server, requests: &[Vec<u8>]) -> Result<Vec<Answer>> {
    thread::scope(|scope| {
        let send = |request: &Vec<u8>| Connection::open(&server.url)?.send_in_parts(&[request.as_slice()]);
        let clients: Vec<_> = requests.iter().map(|request| scope.spawn(move || send(request))).collect();
        clients.into_iter().map(|client| client.join().expect("a client panicked")).collect()
    })
}

/// Returns the number of successes and of responses with `Retry-After`; others are errors.
fn count_answers(answers: Vec<Answer>) -> Result<(u32, u32)> {
    let (mut listed, mut refused) = (0, 0);
    for answer in answers {
        match answer.status {
            200 => listed += 1,
            503 => {
                refused += 1;
                ensure!(answer.header("retry-after").is_some(), "503 without Retry-After");
            }
            other => bail!("unexpected status {other}: {}", answer.body),
        }
    }
    Ok((listed, refused))
}
