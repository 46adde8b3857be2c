//! Trains the part of the embedded engine that tells garments apart.
//!
//! ```text
//! cargo run --release -p listing-vision --example train_clothing_head -- PHOTOS_DIR MODELS_DIR [CACHE]
//! ```
//!
//! `PHOTOS_DIR` holds JPEG photos and a `labels.csv` with the columns file, label, contributor.
//! The labels are those of the freely licensed (CC0) "clothing dataset" of Alexey Grigorev; 17 of
//! them become the 13 of `Garment`. Prints an honest estimate first: five folds, no contributor
//! in both halves of one. Then trains on everything and writes `data/clothing-head.bin`. The
//! result depends on the photos only. `CACHE` keeps what the classifier said between runs.

mod answer;
mod data;
mod fit;
mod report;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// Strength of the data against the penalty on large weights, as scikit-learn counts it.
const C: f64 = 0.03;

fn main() -> Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let (photos, models, cache) = match arguments.as_slice() {
        [photos, models] => (photos, models, None),
        [photos, models, cache] => (photos, models, Some(cache.as_path())),
        _ => bail!("usage: train_clothing_head PHOTOS_DIR MODELS_DIR [CACHE]"),
    };
    let samples = data::load(photos, models, cache)?;
    eprintln!("{} photos by {} contributors", samples.len(), data::contributors(&samples));
    report::cross_validate(&samples, C)?;
    let everything: Vec<&data::Sample> = samples.iter().collect();
    let head = fit::train(&everything, C)?;
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/clothing-head.bin");
    std::fs::write(&target, head.to_bytes()).with_context(|| format!("cannot write {}", target.display()))?;
    eprintln!("written to {}", target.display());
    Ok(())
}
