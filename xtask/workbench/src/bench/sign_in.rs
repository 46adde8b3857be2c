//! `cargo xtask bench sign-in`: speed during many sign-ins, and whether timing reveals which emails have
//! accounts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::serve::Service;
use crate::browse::Browser;
use crate::load::{Connection, percentile, usage_request};

/// Arguments of `cargo xtask bench sign-in`.
#[derive(Debug, clap::Args)]
pub(crate) struct SignInArgs {
    /// Concurrent sign-ins
    #[arg(long, default_value = "200")]
    at_once: u32,
    /// Timed attempts, for emails with an account and for emails without
    #[arg(long, default_value = "1000")]
    tries: u32,
}

/// Before the sign-ins start.
const QUIET: Duration = Duration::from_secs(5);
/// Between two usage requests of the customer.
const PAUSE: Duration = Duration::from_millis(2);
/// Below the limit per minute for one email.
const TRIES_EACH: u32 = 8;
const PASSWORD: &str = "wrong-but-long-enough-7";

pub(crate) fn run(args: &SignInArgs) -> Result<()> {
    // Every browser has its own address, so that no rate limit applies. All cores serve, as on a host.
    let env = [
        ("PTL_TRUSTED_PROXIES", "127.0.0.1"),
        ("PTL_RATE_PAGES_PER_MINUTE", "1000000"),
        ("PTL_WORKERS", "2"),
    ];
    let service = Service::start(&env)?;
    storm(&service, args.at_once)?;
    if args.tries > 0 {
        times(&service, args.tries)?;
    }
    Ok(())
}

/// The browser has loaded the sign-in page.
fn attempt(server: &str, number: u32, email: &str) -> Result<Vec<u8>> {
    let mut browser = Browser::at(number);
    let token = browser.form_token(server, "/sign-in")?;
    Ok(browser.post("/sign-in", &format!("form={token}&email={email}&password={PASSWORD}")))
}

fn storm(service: &Service, at_once: u32) -> Result<()> {
    let server = &service.server.url;
    let requests: Vec<Vec<u8>> = (0..at_once)
        .map(|number| attempt(server, number + 1, &format!("stranger{number}%40example.com")))
        .collect::<Result<_>>()?;
    let is_over = AtomicBool::new(false);
    let quiet = customer(server, &service.key, quiet_is_over(Instant::now(), QUIET))?;
    let (busy, took, refused) = thread::scope(|scope| -> Result<_> {
        let customer = scope.spawn(|| customer(server, &service.key, || is_over.load(Ordering::Relaxed)));
        let since = Instant::now();
        let tries: Vec<_> = requests
            .iter()
            .map(|request| scope.spawn(move || Connection::open(server)?.send(request)))
            .collect();
        let mut statuses = Vec::new();
        for tried in tries {
            statuses.push(
                tried
                    .join()
                    .map_err(|_| anyhow::anyhow!("a thread that guesses passwords panicked"))??
                    .status,
            );
        }
        let took = since.elapsed();
        is_over.store(true, Ordering::Relaxed);
        let busy = customer.join().map_err(|_| anyhow::anyhow!("the thread of the customer panicked"))??;
        ensure!(
            statuses.iter().all(|status| [401, 503].contains(status)),
            "expected only the statuses 401 and 503, found {statuses:?}"
        );
        let refused = statuses.iter().filter(|status| **status == 503).count();
        Ok((busy, took, refused))
    })?;
    let (mut quiet, mut busy) = (quiet, busy);
    println!("| GET usage | median | p99 |\n|---|---|---|");
    let (before, after) = (percentile(&mut quiet, 50)?, percentile(&mut busy, 50)?);
    println!("| quiet | {before:.2?} | {:.2?} |", percentile(&mut quiet, 99)?);
    println!("| {at_once} sign-ins at once | {after:.2?} | {:.2?} |", percentile(&mut busy, 99)?);
    let ratio = after.as_secs_f64() / before.as_secs_f64();
    println!(
        "\n{ratio:.2} times as long at the median; {at_once} sign-ins took {took:.2?}, {refused} got 503."
    );
    Ok(())
}

fn quiet_is_over(since: Instant, time: Duration) -> impl Fn() -> bool {
    move || since.elapsed() >= time
}

/// Requests usage repeatedly, and returns the response times.
fn customer(server: &str, key: &str, is_over: impl Fn() -> bool) -> Result<Vec<Duration>> {
    let mut connection = Connection::open(server)?;
    let request = usage_request(key);
    let mut times = Vec::new();
    while !is_over() {
        let since = Instant::now();
        let answer = connection.send(&request)?;
        times.push(since.elapsed());
        ensure!(answer.status == 200, "expected status 200, got {}: {}", answer.status, answer.body);
        thread::sleep(PAUSE);
    }
    Ok(times)
}

/// Times refused sign-ins, alternately for emails with and without an account.
fn times(service: &Service, tries: u32) -> Result<()> {
    let server = &service.server.url;
    let accounts = tries.div_ceil(TRIES_EACH);
    for number in 0..accounts {
        let link = service.must(&["admin", "create", &format!("known{number}@example.com")])?;
        let mut browser = Browser::at(1_000_000 + number);
        browser.choose_password(server, link.trim(), "another-long-password-of-theirs")?;
    }
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    let mut connection = Connection::open(server)?;
    for number in 0..tries {
        for (whose, times) in [("known", &mut known), ("unknown", &mut unknown)] {
            let email = format!("{whose}{}%40example.com", number % accounts);
            let request = attempt(server, 2_000_000 + number, &email)?;
            let since = Instant::now();
            let answer = connection.send(&request)?;
            times.push(since.elapsed());
            ensure!(answer.status == 401, "{email}: expected status 401, got {}", answer.status);
        }
    }
    println!("\n| a refused sign-in | first quarter | median | third quarter |\n|---|---|---|---|");
    for (name, times) in [("with an account", &mut known), ("without", &mut unknown)] {
        let quarters = [25, 50, 75].map(|part| percentile(times, part));
        let [first, middle, third] = quarters;
        println!("| {name}, {tries} | {:.2?} | {:.2?} | {:.2?} |", first?, middle?, third?);
    }
    let gap = percentile(&mut known, 50)?.abs_diff(percentile(&mut unknown, 50)?);
    println!("\nThe medians are {gap:.2?} apart.");
    Ok(())
}
