//! Reads the text in photos on one thread, and prints a line of JSON for each: the lines in reading order,
//! their meaning on a garment, and the processor (else wall) milliseconds of finding and reading them.
//!
//! ```text
//! cargo run --release -p listing-vision --example read -- MODELS_DIR [PHOTO...]
//! ```
//!
//! Without PHOTO, the paths are read from standard input, one per line.

use std::fs;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use listing_domain::label::Label;
use listing_domain::options::Language;
use listing_domain::photo::Pixels;
use listing_domain::product::{Brand, Department, Product};
use listing_vision::reading::{Detail, Line, Reader};
use listing_vision::threads::Threads;
use serde_json::{Value, json};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let Some(models) = arguments.next() else { bail!("usage: read MODELS_DIR [PHOTO...]") };
    let reader =
        Reader::load(Path::new(&models))?.context("the models folder has no networks for reading text")?;
    let threads = Threads::new(1);
    let photos: Vec<String> = arguments.collect();
    if photos.is_empty() {
        for path in stdin().lock().lines() {
            report(&reader, &threads, &path?)?;
        }
    }
    for path in photos {
        report(&reader, &threads, &path)?;
    }
    Ok(())
}

fn report(reader: &Reader, threads: &Threads, path: &str) -> Result<()> {
    let photo = decode(path).with_context(|| format!("cannot open {path}"))?;
    let (areas, find_ms) = timed(|| reader.find(threads, &photo, Detail::Full));
    let areas = areas?;
    let (lines, read_ms) = timed(|| reader.read(threads, &photo, &areas, None));
    let lines = lines?;
    let answer = json!({
        "photo": path,
        "find_ms": find_ms,
        "read_ms": read_ms,
        "lines": lines.iter().map(line).collect::<Vec<Value>>(),
        "label": understood(&lines),
    });
    let mut out = stdout().lock();
    writeln!(out, "{answer}")?;
    Ok(out.flush()?)
}

/// Also returns the milliseconds.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (start, used) = (Instant::now(), processor_time());
    let made = work();
    let by_processor = processor_time().zip(used).map(|(now, before)| now.saturating_sub(before));
    (made, by_processor.unwrap_or_else(|| start.elapsed()).as_secs_f64() * 1000.0)
}

/// The processor time of all current threads, on Linux.
fn processor_time() -> Option<Duration> {
    let threads = fs::read_dir("/proc/self/task").ok()?.flatten();
    let used = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
    let nanos: Vec<u64> = used.filter_map(|used| used.split(' ').next()?.parse().ok()).collect();
    (!nanos.is_empty()).then(|| Duration::from_nanos(nanos.iter().sum()))
}

fn line(line: &Line) -> Value {
    json!({ "text": line.text, "score": line.score, "sure": line.is_sure(), "corners": line.corners })
}

/// The facts that the lines state about a garment.
fn understood(lines: &[Line]) -> Value {
    let sure: Vec<&str> = lines.iter().filter(|line| line.is_sure()).map(|line| line.text.as_str()).collect();
    let (label, product) = (Label::read(&sure), Product::Department(Department::Clothing));
    json!({
        "brand": label.brand(product).map(Brand::name),
        "size": label.size(product),
        "materials": label.materials().map(|materials| materials.value(Language::En)),
    })
}

fn decode(path: &str) -> Result<Pixels> {
    let picture = image::open(path)?.into_rgb8();
    Ok(Pixels::new(picture.width(), picture.height(), picture.into_raw())?)
}
