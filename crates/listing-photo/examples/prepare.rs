//! Prepares photo files, whose paths are read from standard input, and prints a line for each, tab-separated:
//!
//! | | |
//! |---|---|
//! | milliseconds | duration by the clock |
//! | milliseconds | processor time (on Linux, else 0) |
//! | MiB | the process's peak memory above its initial memory (on Linux, else 0) |
//! | panics | panics inside decoders, which the processor catches |
//! | outcome | `prepared`, `refused` or `wrong` |
//! | sentence | the notes, the refusal, or the broken invariant |
//! | path | the path of the file, as read |
//!
//! ```text
//! find FOLDER -type f | cargo run --release -p listing-photo --example prepare [-- OUTPUT]
//! ```
//!
//! With OUTPUT, the prepared JPEG files are written to that folder, named by the line numbers of their paths.
#![expect(clippy::print_stdout, reason = "a command-line tool prints its report")]

#[path = "../tests/processor/answer.rs"]
mod answer;
#[path = "process/usage.rs"]
mod usage;

use std::error::Error;
use std::fs;
use std::io::{BufRead as _, stdin};
use std::panic;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::ids::AccountId;
use listing_domain::options::Quality;
use listing_domain::photo::{PhotoUpload, PreparedPhoto};
use listing_domain::ports::{PhotoError, PhotoProcessor as _};
use listing_domain::request::PhotoUploads;
use listing_photo::{PhotoSettings, SafePhotos};
use listing_testkit::OpenAdmission;
use usage::{memory_mib, processor_time};
use uuid::Uuid;

static PANICS: AtomicUsize = AtomicUsize::new(0);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let output = std::env::args_os().nth(1).map(PathBuf::from);
    let show = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        show(info);
    }));
    let account = AccountId::new(Uuid::nil());
    let processor = SafePhotos::new(PhotoSettings::default(), Arc::new(OpenAdmission::with_workers(1)));
    let at_first = memory_mib("VmRSS");
    for (number, path) in (1..).zip(stdin().lock().lines()) {
        let path = path?;
        let data_uri = format!("data:image/jpeg;base64,{}", STANDARD.encode(fs::read(&path)?));
        let upload =
            PhotoUploads::new(vec![PhotoUpload::new(data_uri)]).map_err(|error| error.to_string())?;
        reset_peak_memory();
        let (start, used) = (Instant::now(), processor_time());
        let outcome = processor.prepare(account, upload, Quality::Standard).await;
        let by_clock = start.elapsed().as_secs_f64() * 1000.0;
        let of_processor = processor_time().saturating_sub(used).as_secs_f64() * 1000.0;
        let memory = memory_mib("VmHWM").saturating_sub(at_first);
        let panics = PANICS.swap(0, Ordering::Relaxed);
        let (kind, sentence) = describe(&outcome);
        println!("{by_clock:.1}\t{of_processor:.1}\t{memory}\t{panics}\t{kind}\t{sentence}\t{path}");
        if let (Some(output), Ok(photos)) = (&output, &outcome) {
            for photo in photos {
                fs::write(output.join(format!("{number:05}.jpg")), &photo.jpeg)?;
            }
        }
    }
    Ok(())
}

fn describe(outcome: &Result<Vec<PreparedPhoto>, PhotoError>) -> (&'static str, String) {
    if let Err(breach) = answer::check(outcome, PhotoSettings::STANDARD.long_edge.get()) {
        return ("wrong", breach);
    }
    match outcome {
        Ok(photos) => ("prepared", format!("{photos:?}")),
        Err(PhotoError::Unusable(problems)) => {
            ("refused", problems.iter().map(|problem| problem.message.as_str()).collect())
        }
        Err(other) => ("wrong", format!("{other:?}")),
    }
}

/// Works only on Linux.
fn reset_peak_memory() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}
