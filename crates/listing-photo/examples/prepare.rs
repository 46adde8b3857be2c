//! Prepares every file of a folder (and the folders in it) as if each had been
//! uploaded, one after another, and tells for each what became of it.
//!
//! ```text
//! cargo run --release -p listing-photo --example prepare -- FOLDER [OUTPUT]
//! ```
//!
//! A line holds milliseconds, the process's peak memory in MiB while this file
//! was prepared (on Linux, else 0), the outcome and the file. With OUTPUT the
//! prepared JPEG files are written there. The last line sums up.
#![expect(clippy::print_stdout, reason = "a command-line tool prints its report")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::ids::AccountId;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::{PhotoError, PhotoProcessor as _};
use listing_domain::request::PhotoUploads;
use listing_domain::wish::Quality;
use listing_photo::{PhotoSettings, SafePhotos};
use uuid::Uuid;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("name a folder of photos")?;
    let output = arguments.next();
    // One account asks for all of them, one after another.
    let account = AccountId::new(Uuid::nil());
    let processor =
        SafePhotos::new(PhotoSettings { account_time: Duration::from_hours(24), ..PhotoSettings::default() });
    let (mut files, mut prepared) = (0, 0);
    let (mut slowest, mut largest) = (Duration::ZERO, 0);
    for file in files_below(&folder)? {
        let data_uri = format!("data:image/jpeg;base64,{}", STANDARD.encode(fs::read(&file)?));
        let upload =
            PhotoUploads::new(vec![PhotoUpload::new(data_uri)]).map_err(|error| error.to_string())?;
        reset_peak_memory();
        let start = Instant::now();
        let outcome = processor.prepare(account, upload, Quality::Standard).await;
        let (took, peak) = (start.elapsed(), peak_memory_mib());
        println!("{:7.1} {peak:4} {} {}", took.as_secs_f64() * 1000.0, describe(&outcome), file.display());
        if let (Some(output), Ok(photos)) = (&output, &outcome) {
            for photo in photos {
                fs::write(output.join(format!("{files:05}.jpg")), &photo.jpeg)?;
            }
        }
        files += 1;
        prepared += usize::from(outcome.is_ok());
        slowest = slowest.max(took);
        largest = largest.max(peak);
    }
    println!("{files} files, {prepared} prepared; slowest {slowest:.1?}, most memory {largest} MiB");
    Ok(())
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let into = if entry.file_type()?.is_dir() { &mut folders } else { &mut files };
            into.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

fn describe(outcome: &Result<Vec<listing_domain::photo::PreparedPhoto>, PhotoError>) -> String {
    match outcome {
        Ok(photos) => format!("{photos:?}"),
        Err(PhotoError::Unusable(problems)) => {
            problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("; ")
        }
        Err(other) => format!("FAILED {other:?}"),
    }
}

/// Makes Linux forget the peak so far; elsewhere nothing happens.
fn reset_peak_memory() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

fn peak_memory_mib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).map_or(0, |kib: u64| kib / 1024)
}
