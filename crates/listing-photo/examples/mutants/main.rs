//! Damages small photos of every format in many ways (the results are mutants), and prepares them: any input
//! must give a photo within its limits or a refusal, without a panic and in time.
//!
//! ```text
//! cargo run --release -p listing-photo --example mutants -- FIRST COUNT
//! ```
//!
//! A mutant's number gives the same file on every machine: `mutants -- NUMBER 1` repeats one that failed.
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
#[path = "../process/usage.rs"]
mod usage;

use std::collections::BTreeMap;
use std::error::Error;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{io, process};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::ids::AccountId;
use listing_domain::options::Quality;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::PhotoProcessor as _;
use listing_domain::request::PhotoUploads;
use listing_photo::{PhotoSettings, SafePhotos};
use listing_testkit::OpenAdmission;
use seeds::Seed;
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

/// Small, so that millions of photos take minutes.
const SIDE: u32 = 12;
const MAX_TIME: Duration = Duration::from_secs(1);
/// After all mutants.
const MAX_MIB_A_WORKER: u64 = 300;
const MAX_PRINTED: usize = 20;

/// Panics in decoders, which the processor catches.
static PANICS: AtomicUsize = AtomicUsize::new(0);

#[derive(Default)]
struct Figures {
    /// For each kind of photo, the number of mutants and of prepared ones.
    kinds: BTreeMap<&'static str, (u64, u64)>,
    slowest: (Duration, u64),
    /// Mutants that took too long by the clock, possibly because of other programs.
    late: Vec<u64>,
    failures: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(first), Some(count)) = (numbers.next().transpose()?, numbers.next().transpose()?) else {
        return Err("usage: mutants FIRST COUNT".into());
    };
    let show = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // A decoder that panics once does so often.
        if PANICS.fetch_add(1, Ordering::Relaxed) < MAX_PRINTED {
            show(info);
        }
    }));
    let seeds = seeds::seeds(SIDE);
    let workers = thread::available_parallelism()?.get();
    let (next, end, start) = (AtomicU64::new(first), first + count, Instant::now());
    let mut figures = Figures::default();
    thread::scope(|scope| -> io::Result<()> {
        let work = || work(&seeds, || next.fetch_add(1, Ordering::Relaxed), end);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            figures.add(worker.join().map_err(|_| io::Error::other("a worker panicked"))??);
        }
        Ok(())
    })?;
    retry_late_mutants(&mut figures, &seeds)?;
    if !report(&figures, start.elapsed(), workers) {
        process::exit(1);
    }
    Ok(())
}

/// With one thread: each further thread would keep memory.
struct Worker {
    runtime: Runtime,
    processor: SafePhotos,
}

impl Worker {
    fn new() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_time().max_blocking_threads(1).build()?;
        let one = Arc::new(OpenAdmission::with_workers(1));
        let processor = SafePhotos::new(PhotoSettings::default(), one);
        Ok(Self { runtime, processor })
    }

    /// Returns true if the file was prepared, false if refused, or the broken invariant.
    fn prepare(&self, file: &[u8]) -> Result<bool, String> {
        let data_uri = format!("data:image/jpeg;base64,{}", STANDARD.encode(file));
        let upload =
            PhotoUploads::new(vec![PhotoUpload::new(data_uri)]).map_err(|error| error.to_string())?;
        let account = AccountId::new(Uuid::nil());
        let outcome = self.runtime.block_on(self.processor.prepare(account, upload, Quality::Standard));
        answer::check(&outcome, PhotoSettings::STANDARD.long_edge.get()).map(|()| outcome.is_ok())
    }
}

fn work(seeds: &[Seed], next: impl Fn() -> u64, end: u64) -> io::Result<Figures> {
    let (worker, mut figures) = (Worker::new()?, Figures::default());
    loop {
        let number = next();
        if number >= end {
            return Ok(figures);
        }
        let mutant = mutation::mutant(seeds, number);
        let (panics, start) = (PANICS.load(Ordering::Relaxed), Instant::now());
        let outcome = worker.prepare(&mutant.file);
        let took = start.elapsed();
        // During this preparation, possibly in another worker.
        let has_panicked = PANICS.load(Ordering::Relaxed) > panics;
        let (mutants, prepared) = figures.kinds.entry(mutant.kind).or_default();
        *mutants += 1;
        *prepared += u64::from(outcome == Ok(true));
        if took > MAX_TIME {
            figures.late.push(number);
        } else {
            figures.slowest = figures.slowest.max((took, number));
        }
        if has_panicked || outcome.is_err() {
            let panicked = if has_panicked { ", a decoder panicked" } else { "" };
            let (kind, file) = (mutant.kind, STANDARD.encode(&mutant.file));
            figures.failures.push(format!(
                "mutant {number} of {kind}: {outcome:?}{panicked}; the file in base64: {file}"
            ));
        }
    }
}

/// Prepares late mutants again, one at a time, and fails those whose processor time is too long.
fn retry_late_mutants(figures: &mut Figures, seeds: &[Seed]) -> io::Result<()> {
    let worker = Worker::new()?;
    for number in std::mem::take(&mut figures.late) {
        let mutant = mutation::mutant(seeds, number);
        // Its thread must exist before its time can be read.
        let _ = worker.prepare(&[]);
        let used = usage::processor_time();
        let _ = worker.prepare(&mutant.file);
        let took = usage::processor_time().saturating_sub(used);
        figures.slowest = figures.slowest.max((took, number));
        if took > MAX_TIME {
            figures.failures.push(format!("mutant {number} of {}: {took:.1?}", mutant.kind));
        }
    }
    Ok(())
}

impl Figures {
    fn add(&mut self, other: Self) {
        for (kind, (mutants, prepared)) in other.kinds {
            let sums = self.kinds.entry(kind).or_default();
            *sums = (sums.0 + mutants, sums.1 + prepared);
        }
        self.slowest = self.slowest.max(other.slowest);
        self.late.extend(other.late);
        self.failures.extend(other.failures);
    }
}

/// Returns true if no mutant failed.
fn report(figures: &Figures, took: Duration, workers: usize) -> bool {
    for (kind, (mutants, prepared)) in &figures.kinds {
        eprintln!("mutants: {kind:18} {mutants:9}, {prepared:9} prepared");
    }
    for failure in figures.failures.iter().take(MAX_PRINTED) {
        eprintln!("mutants: FAILED: {failure}");
    }
    let panics = PANICS.load(Ordering::Relaxed);
    let (mutants, prepared) =
        figures.kinds.values().fold((0, 0), |sums, kind| (sums.0 + kind.0, sums.1 + kind.1));
    let (slowest, number) = figures.slowest;
    let memory = usage::memory_mib("VmHWM");
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
