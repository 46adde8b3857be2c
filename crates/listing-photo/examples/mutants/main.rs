//! Damages small photos of every kind, in many ways and as often as wanted, and
//! prepares what comes of it: whatever goes in, a photo within its bounds or a
//! refusal comes out, without a panic and in time.
//!
//! ```text
//! cargo run --release -p listing-photo --example mutants -- FIRST COUNT
//! ```
//!
//! A mutant is known by its number: the same number is the same file on every
//! machine, so that `mutants -- NUMBER 1` repeats one that failed. All figures
//! are printed at the end; the program fails if a mutant did.
#![expect(clippy::print_stdout, reason = "a command-line tool prints its report")]

#[path = "../../tests/processor/answer.rs"]
mod answer;
#[path = "../../tests/processor/files.rs"]
#[expect(clippy::unwrap_used, reason = "a photo that cannot be made is a mistake of this program")]
mod files;
mod mutation;
#[path = "../../tests/processor/seeds.rs"]
#[expect(clippy::unwrap_used, reason = "a photo that cannot be made is a mistake of this program")]
mod seeds;

use std::collections::BTreeMap;
use std::error::Error;
use std::panic;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, process};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::ids::AccountId;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::PhotoProcessor as _;
use listing_domain::request::PhotoUploads;
use listing_domain::wish::Quality;
use listing_photo::{PhotoSettings, SafePhotos};
use seeds::Seed;
use uuid::Uuid;

/// Pixels on a side of what is damaged: small, so that millions take minutes.
const SIDE: u32 = 12;
/// Time that a mutant may take.
const MAX_TIME: Duration = Duration::from_secs(1);
/// How often a mutant is tried that takes longer: another program may have held
/// the processor, so that its best time counts.
const TRIES: u32 = 3;
/// Memory that the process may have in the end, for all workers together.
const MAX_MIB_A_WORKER: u64 = 300;
/// Failures that are told one by one.
const MAX_TOLD: usize = 20;

/// Panics, all of which the processor catches.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// What was seen.
#[derive(Default)]
struct Figures {
    /// By kind of photo: mutants, and how many of them were prepared.
    kinds: BTreeMap<&'static str, (u64, u64)>,
    slowest: (Duration, u64),
    failures: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(first), Some(count)) = (numbers.next().transpose()?, numbers.next().transpose()?) else {
        return Err("name the first mutant's number, and how many there shall be".into());
    };
    let show = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // A decoder that panics once does so often; the first few tell where.
        if PANICS.fetch_add(1, Ordering::Relaxed) < MAX_TOLD {
            show(info);
        }
    }));
    let seeds = seeds::seeds(SIDE);
    let workers = thread::available_parallelism()?.get();
    let (next, end, start) = (AtomicU64::new(first), first + count, Instant::now());
    let all = Mutex::new(Figures::default());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let figures = work(&seeds, || next.fetch_add(1, Ordering::Relaxed), end);
                all.lock().unwrap_or_else(PoisonError::into_inner).add(figures);
            });
        }
    });
    let figures = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !report(&figures, start.elapsed(), workers) {
        process::exit(1);
    }
    Ok(())
}

/// Prepares mutants until none is left.
fn work(seeds: &[Seed], next: impl Fn() -> u64, end: u64) -> Figures {
    let mut figures = Figures::default();
    // One thread prepares for each worker, and not one after another of many,
    // each of which would keep memory.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().max_blocking_threads(1).build();
    let Ok(runtime) = runtime else {
        figures.failures.push("a worker could not begin".to_owned());
        return figures;
    };
    let account = AccountId::new(Uuid::nil());
    let account_time = Duration::from_hours(24);
    let processor = SafePhotos::new(PhotoSettings { workers: 1, account_time, ..PhotoSettings::default() });
    loop {
        let number = next();
        if number >= end {
            return figures;
        }
        let mutant = mutation::mutant(seeds, number);
        let prepare = || {
            let panics = PANICS.load(Ordering::Relaxed);
            let start = Instant::now();
            let data_uri = format!("data:image/jpeg;base64,{}", STANDARD.encode(&mutant.file));
            let checked = match PhotoUploads::new(vec![PhotoUpload::new(data_uri)]) {
                Ok(upload) => {
                    let outcome = runtime.block_on(processor.prepare(account, upload, Quality::Standard));
                    answer::check(&outcome, PhotoSettings::STANDARD.long_edge.get()).map(|()| outcome.is_ok())
                }
                Err(error) => Err(error.to_string()),
            };
            (checked, start.elapsed(), PANICS.load(Ordering::Relaxed) > panics)
        };
        let (checked, mut took, has_panicked) = prepare();
        for _ in 1..TRIES {
            if took > MAX_TIME {
                took = took.min(prepare().1);
            }
        }
        let (mutants, prepared) = figures.kinds.entry(mutant.kind).or_default();
        *mutants += 1;
        *prepared += u64::from(checked == Ok(true));
        figures.slowest = figures.slowest.max((took, number));
        // Of several workers, each tells of a mutant that may have panicked.
        if has_panicked || took > MAX_TIME || checked.is_err() {
            let panicked = if has_panicked { ", a decoder panicked" } else { "" };
            let kind = mutant.kind;
            figures.failures.push(format!("mutant {number} of {kind}: {took:.1?}, {checked:?}{panicked}"));
        }
    }
}

impl Figures {
    fn add(&mut self, other: Self) {
        for (kind, (mutants, prepared)) in other.kinds {
            let sums = self.kinds.entry(kind).or_default();
            *sums = (sums.0 + mutants, sums.1 + prepared);
        }
        self.slowest = self.slowest.max(other.slowest);
        self.failures.extend(other.failures);
    }
}

/// Prints all figures; whether nothing failed.
fn report(figures: &Figures, took: Duration, workers: usize) -> bool {
    for (kind, (mutants, prepared)) in &figures.kinds {
        eprintln!("mutants: {kind:18} {mutants:9}, {prepared:9} prepared");
    }
    for failure in figures.failures.iter().take(MAX_TOLD) {
        eprintln!("mutants: FAILED: {failure}");
    }
    let panics = PANICS.load(Ordering::Relaxed);
    let (mutants, prepared) =
        figures.kinds.values().fold((0, 0), |sums, kind| (sums.0 + kind.0, sums.1 + kind.1));
    let (slowest, number) = figures.slowest;
    let memory = peak_memory_mib();
    let may_have = MAX_MIB_A_WORKER * u64::try_from(workers).unwrap_or(u64::MAX);
    println!(
        "{mutants} mutants, {prepared} prepared, {} refused, {panics} panics, {} failures; slowest \
         {slowest:.1?} (number {number}); {memory} MiB at most with {workers} workers; {:.0} s",
        mutants - prepared,
        figures.failures.len(),
        took.as_secs_f64(),
    );
    figures.failures.is_empty() && panics == 0 && memory <= may_have
}

/// The most memory that the process had so far, on Linux.
fn peak_memory_mib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).map_or(0, |kib: u64| kib / 1024)
}
