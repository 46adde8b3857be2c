//! Shows the embedded engine's results for photos of one product.
//!
//! ```text
//! cargo run --release -p listing-vision --example recognise -- \
//!     [--high] [--each] [--alone] MODELS_DIR PHOTO...
//! ```
//!
//! `--high` analyzes more thoroughly, `--each` treats every photo as its own product, `--alone` uses one
//! thread.

mod decode;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use listing_domain::options::Language;
use listing_domain::photo::Pixels;
use listing_vision::models::Models;
use listing_vision::pattern::Pattern;
use listing_vision::recognise::{Depth, Recognised, Recognition, Search, Steps, recognise_in_steps};
use listing_vision::threads::Threads;

use self::decode::decode;

fn main() -> Result<()> {
    let (options, paths): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let Some((models, photos)) = paths.split_first().filter(|(_, photos)| !photos.is_empty()) else {
        bail!("usage: recognise [--high] [--each] [--alone] MODELS_DIR PHOTO...");
    };
    let has = |option: &str| options.iter().any(|given| given == option);
    let depth = if has("--high") { Depth::High } else { Depth::Standard };
    let search = Search { depth, is_colour_stated: false };
    let threads = if has("--alone") { Threads::new(1) } else { Threads::for_all_cores() };
    let models = Models::load(Path::new(models))?;
    let groups: Vec<&[String]> = if has("--each") { photos.chunks(1).collect() } else { vec![photos] };
    for group in groups {
        show(&models, &threads, group, search)?;
    }
    Ok(())
}

fn show(models: &Models, threads: &Threads, paths: &[String], search: Search) -> Result<()> {
    let photos = paths
        .iter()
        .map(|path| decode(path).with_context(|| format!("cannot open {path}")))
        .collect::<Result<Vec<Pixels>>>()?;
    let started = Instant::now();
    let steps = Steps::default();
    let seen = recognise_in_steps(models, threads, &photos.iter().collect::<Vec<_>>(), search, &steps)?;
    let took = started.elapsed().as_millis();
    let steps =
        steps.times().into_iter().map(|(step, time)| format!(", {} {}", step.code(), time.as_millis()));
    let steps = steps.collect::<String>();
    let line = format!("{}: {} ({took} ms{steps})\n", paths.join(" "), describe(&seen));
    std::io::stdout().write_all(line.as_bytes())?;
    Ok(())
}

fn describe(seen: &Recognition) -> String {
    let level = match seen.product {
        Recognised::Good(_) => "good",
        Recognised::Type(_) => "type",
        Recognised::Department(_) => "department",
        Recognised::Nothing => "nothing",
    };
    let noun = seen.product.product().noun(Language::Fr).text();
    let mut text = format!("{noun} [{level} {:.2}]", seen.confidence);
    for other in &seen.alternatives {
        // Writing to a string cannot fail.
        let _ = write!(text, ", {} {:.2}", other.good.noun(Language::Fr).text(), other.confidence);
    }
    if let Some(colour) = seen.colour {
        let _ = write!(text, "; {} {:.2}", colour.primary.name(Language::Fr), colour.confidence);
        if let Some(second) = colour.secondary {
            let _ = write!(text, " + {}", second.name(Language::Fr));
        }
    }
    if let Some(pattern) = seen.pattern.and_then(Pattern::name) {
        let _ = write!(text, " {}", pattern.word(Language::Fr));
    }
    let brand = seen.brand.as_ref().map(|brand| brand.value.name().to_owned());
    let size = seen.size.as_ref().map(|size| size.value.clone());
    let materials = seen.materials.as_ref().map(|materials| materials.value.value(Language::Fr));
    for read in [brand, size, materials].into_iter().flatten() {
        let _ = write!(text, "; \"{read}\"");
    }
    text
}
