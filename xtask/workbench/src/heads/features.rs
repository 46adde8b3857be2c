//! A cache of the classifier's output for photos.
//!
//! Training runs more than once, and the classifier takes a twentieth of a second for each crop.
//! `target/looks` has a file for each crop and classifier: records of the photo's SHA-256, the features and
//! the probabilities, in 32-bit floats.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use listing_vision::Models;
use listing_vision::classifier::{CLASSES, Classification, FEATURES};
use listing_vision::picture::Crop;
use listing_vision::threads::Threads;
use sha2::{Digest as _, Sha256};

use xtask::project;

use super::photo::Preparation;

/// Bytes of a photo's SHA-256.
const SUM: usize = 32;
/// Bytes of a record.
const RECORD: usize = SUM + 4 * (FEATURES + CLASSES);

type Sum = [u8; SUM];

/// For each photo, in order, the output for each crop.
pub(crate) type Outputs = Vec<Vec<(Crop, Classification)>>;

pub(crate) struct OutputCache {
    folder: PathBuf,
    models: PathBuf,
    threads: usize,
}

impl OutputCache {
    pub(crate) fn open(models: &Path, threads: usize) -> Result<Self> {
        let classifier =
            fs::read(models.join("classifier.onnx")).context("no classifier: run `cargo xtask models`")?;
        let name: String = Sha256::digest(&classifier)[..6]
            .iter()
            .fold(String::new(), |name, byte| format!("{name}{byte:02x}"));
        let folder = project::target().join("looks").join(format!("{name}-{FEATURES}"));
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Self { folder, models: models.to_owned(), threads })
    }

    /// From the cache where possible.
    pub(crate) fn outputs(&self, photos: &[&Path], crops: &[Crop]) -> Result<Outputs> {
        let sums = photos.iter().map(|path| sum(path)).collect::<Result<Vec<Sum>>>()?;
        let mut seen = crops.iter().map(|crop| self.known(*crop)).collect::<Result<Vec<_>>>()?;
        let is_new = |index: &usize| seen.iter().any(|seen| !seen.contains_key(&sums[*index]));
        let new: Vec<usize> = (0..photos.len()).filter(is_new).collect();
        if !new.is_empty() {
            let todo: Vec<(&Path, Sum)> = new.iter().map(|index| (photos[*index], sums[*index])).collect();
            self.classify(&todo, crops, &mut seen)?;
        }
        let of_photo = |sum: &Sum| {
            let outputs = crops.iter().zip(&seen).map(|(crop, seen)| Some((*crop, seen.get(sum)?.clone())));
            outputs.collect::<Option<Vec<_>>>().context("a photo was not analyzed")
        };
        sums.iter().map(of_photo).collect()
    }

    fn path(&self, crop: Crop) -> PathBuf {
        self.folder.join(format!("{}.bin", crop.code()))
    }

    fn known(&self, crop: Crop) -> Result<HashMap<Sum, Classification>> {
        let path = self.path(crop);
        if !path.exists() {
            return Ok(HashMap::new());
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        // An interrupted run may have cut off the last record; the next run overwrites it.
        let (records, _) = bytes.as_chunks::<RECORD>();
        Ok(records.iter().filter_map(parse).collect())
    }

    /// Adds the output to the cache.
    fn classify(
        &self,
        photos: &[(&Path, Sum)],
        crops: &[Crop],
        seen: &mut [HashMap<Sum, Classification>],
    ) -> Result<()> {
        let models = Models::load(&self.models)?;
        let preparation = Preparation::new()?;
        let threads = Threads::new(self.threads);
        let mut files = crops.iter().map(|crop| self.append(*crop)).collect::<Result<Vec<File>>>()?;
        let progress = bar(photos.len(), "analyzing photos");
        for (path, sum) in photos {
            let pixels = preparation.pixels(path)?;
            let outputs = models.classifier().classify(&threads, &pixels, crops)?;
            for ((file, seen), output) in files.iter_mut().zip(seen.iter_mut()).zip(outputs) {
                if !seen.contains_key(sum) {
                    file.write_all(&record(*sum, &output))?;
                    seen.insert(*sum, output);
                }
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(())
    }

    /// Cuts off an incomplete last record.
    fn append(&self, crop: Crop) -> Result<File> {
        let path = self.path(crop);
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        let record = u64::try_from(RECORD)?;
        file.set_len(file.metadata()?.len() / record * record)?;
        Ok(file)
    }
}

/// Hidden if the output is not a terminal.
pub(crate) fn bar(length: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX)).with_message(what);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

fn sum(path: &Path) -> Result<Sum> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Sha256::digest(bytes).into())
}

fn record(sum: Sum, output: &Classification) -> Vec<u8> {
    let numbers = output.features.iter().chain(&output.probabilities);
    sum.into_iter().chain(numbers.flat_map(|value| value.to_le_bytes())).collect()
}

fn parse(record: &[u8; RECORD]) -> Option<(Sum, Classification)> {
    let (sum, numbers) = record.split_first_chunk::<SUM>()?;
    let mut features: Vec<f32> =
        numbers.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let probabilities = features.split_off(FEATURES);
    Some((*sum, Classification { probabilities, features }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_keeps_whole_records_after_an_interrupted_run() {
        let folder = tempfile::tempdir().unwrap();
        let cache = OutputCache { folder: folder.path().to_owned(), models: PathBuf::new(), threads: 1 };
        let output = Classification { probabilities: vec![0.001; CLASSES], features: vec![0.5; FEATURES] };
        cache.append(Crop::Squash).unwrap().write_all(&record([7; SUM], &output)).unwrap();
        cache.append(Crop::Squash).unwrap().write_all(&record([8; SUM], &output)[..100]).unwrap();
        assert_eq!(cache.known(Crop::Squash).unwrap(), HashMap::from([([7; SUM], output.clone())]));
        cache.append(Crop::Squash).unwrap().write_all(&record([9; SUM], &output)).unwrap();
        let mut known: Vec<u8> = cache.known(Crop::Squash).unwrap().keys().map(|sum| sum[0]).collect();
        known.sort_unstable();
        assert_eq!(known, [7, 9]);
        assert!(cache.known(Crop::Centre).unwrap().is_empty());
    }
}
