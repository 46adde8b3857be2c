//! The programs that `cargo xtask bench photo` runs.
//!
//! | Command | Does |
//! |---|---|
//! | `make DIR` | makes the photos, and their expected small versions |
//! | `peer NAME` | prepares photos on commands from standard input: `ours`, `image` or `full` |
//! | `judge REFERENCE RESULT` | prints the similarity of two pictures (SSIM of their brightness) |
//! | `body FILE` | prints the milliseconds in which serde and base64 read a request, in the usual way |
#![expect(clippy::print_stdout, reason = "its answers are what it is for")]

mod peer;
mod photos;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::ImageReader;
use image_compare::Algorithm;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["make", folder] => photos::make(Path::new(folder)),
        ["peer", name] => peer::serve(name),
        ["judge", reference, result] => {
            println!("{:.4}", likeness(Path::new(reference), Path::new(result))?);
            Ok(())
        }
        ["body", file] => {
            println!("{:.3}", usual_reading(&fs::read(file)?)?);
            Ok(())
        }
        // `cargo bench` runs it without a command.
        _ => {
            println!("skipped: `cargo xtask bench photo` drives this program");
            Ok(())
        }
    }
}

/// Returns the median milliseconds for parsing a request body and decoding its photos, as services usually
/// do.
fn usual_reading(body: &[u8]) -> Outcome<f64> {
    #[derive(serde::Deserialize)]
    struct Request {
        photos: Vec<String>,
    }
    let mut times = Vec::new();
    for _ in 0..21 {
        let start = Instant::now();
        let request: Request = serde_json::from_slice(body)?;
        for photo in &request.photos {
            let (_, text) = photo.split_once(',').ok_or("a photo is not a data URI")?;
            std::hint::black_box(STANDARD.decode(text)?);
        }
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn likeness(reference: &Path, result: &Path) -> Outcome<f64> {
    let open = |file: &Path| -> Outcome<_> {
        Ok(ImageReader::open(file)?.with_guessed_format()?.decode()?.into_luma8())
    };
    let (reference, result) = (open(reference)?, open(result)?);
    Ok(image_compare::gray_similarity_structure(&Algorithm::MSSIMSimple, &reference, &result)?.score)
}
