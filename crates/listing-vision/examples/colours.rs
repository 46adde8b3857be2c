//! Prints the colors and patterns of single photos, for `cargo xtask eval colours`.
//!
//! ```text
//! cargo run --release -p listing-vision --example colours -- MODELS_DIR PHOTO...
//! ```
//!
//! A line for each photo: main color, its confidence, second color, pattern, `-` for missing results, then
//! the microseconds of mask, colors and pattern.

mod decode;

use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use listing_vision::colour::{self, Colour};
use listing_vision::models::Models;
use listing_vision::pattern::{self, Pattern};
use listing_vision::threads::Threads;

use self::decode::decode;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((models, photos)) = args.split_first() else { bail!("usage: colours MODELS_DIR PHOTO...") };
    let models = Models::load(Path::new(models))?;
    let threads = Threads::new(1);
    for path in photos {
        let photo = decode(path).with_context(|| format!("cannot open {path}"))?;
        let started = Instant::now();
        let mask = models.masker().mask(&threads, &photo)?;
        let masked = started.elapsed();
        let started = Instant::now();
        let pattern = pattern::find(&mask).map(|found| found.pattern);
        let patterned = started.elapsed();
        let started = Instant::now();
        let found = colour::find(&mask, pattern.is_some_and(|it| it != Pattern::Plain), false);
        let coloured = started.elapsed();
        let pattern = pattern.map_or("-", pattern_code);
        let confidence = found.map_or(0.0, |found| found.confidence);
        let primary = found.map_or("-", |found| found.primary.code());
        let secondary = found.and_then(|found| found.secondary).map_or("-", Colour::code);
        let times = [masked, coloured, patterned].map(|time| time.as_micros().to_string()).join("\t");
        writeln!(std::io::stdout(), "{primary}\t{confidence}\t{secondary}\t{pattern}\t{times}")?;
    }
    Ok(())
}

fn pattern_code(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Plain => "plain",
        Pattern::Stripes => "stripes",
        Pattern::Checks => "checks",
        Pattern::Dots => "dots",
        Pattern::Print => "print",
        Pattern::Patterned => "patterned",
    }
}
