//! Photos, labels, and what the classifier says about each photo.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use listing_domain::photo::Pixels;
use listing_vision::classifier::{CLASSES, Classification, FEATURES};
use listing_vision::garment::Garment;
use listing_vision::models::Models;
use listing_vision::picture::Crop;
use listing_vision::threads::Threads;

/// Floats that the cache keeps for each photo: the squeezed photo's features and probabilities,
/// then the centre crop's probabilities.
const RECORD: usize = FEATURES + 2 * CLASSES;

/// One labelled photo.
pub(crate) struct Sample {
    pub(crate) garment: Garment,
    pub(crate) contributor: String,
    /// Of the whole photo, squeezed.
    pub(crate) squash: Classification,
    /// Of the middle square.
    pub(crate) centre: Vec<f32>,
}

/// Reads the labels and looks at every photo, or takes what was seen from the cache.
pub(crate) fn load(photos: &Path, models: &Path, cache: Option<&Path>) -> Result<Vec<Sample>> {
    let table = fs::read_to_string(photos.join("labels.csv")).context("labels.csv cannot be read")?;
    let rows: Vec<Row<'_>> = table.lines().skip(1).map(Row::parse).collect::<Result<_>>()?;
    let cached = cache.and_then(|path| fs::read(path).ok()).and_then(|bytes| records(&bytes, rows.len()));
    let records = if let Some(records) = cached {
        records
    } else {
        let records = look_at_all(&rows, photos, &Models::load(models)?)?;
        if let Some(path) = cache {
            let bytes: Vec<u8> = records.iter().flat_map(|value| value.to_le_bytes()).collect();
            fs::write(path, bytes)?;
        }
        records
    };
    let samples = rows.iter().zip(records.chunks_exact(RECORD));
    Ok(samples.map(|(row, record)| row.sample(record)).collect())
}

/// How many people took the photos.
pub(crate) fn contributors(samples: &[Sample]) -> usize {
    samples.iter().map(|sample| &sample.contributor).collect::<HashSet<_>>().len()
}

fn records(bytes: &[u8], count: usize) -> Option<Vec<f32>> {
    let (words, _) = bytes.as_chunks::<4>();
    (words.len() == count * RECORD).then(|| words.iter().copied().map(f32::from_le_bytes).collect())
}

fn look_at_all(rows: &[Row<'_>], photos: &Path, models: &Models) -> Result<Vec<f32>> {
    let mut records = Vec::with_capacity(rows.len() * RECORD);
    let threads = Threads::for_all_cores();
    for (index, row) in rows.iter().enumerate() {
        let pixels = decode(&photos.join(row.file)).with_context(|| format!("photo {}", row.file))?;
        let seen = models.classifier().look(&threads, &pixels, &[Crop::Squash, Crop::Centre])?;
        let [squash, centre] = seen.as_slice() else { bail!("two crops, but not two answers") };
        records.extend(squash.features.iter().chain(&squash.probabilities).chain(&centre.probabilities));
        if index % 200 == 0 {
            eprintln!("{index} of {} photos looked at", rows.len());
        }
    }
    Ok(records)
}

fn decode(path: &Path) -> Result<Pixels> {
    let picture = image::open(path)?.into_rgb8();
    Ok(Pixels::new(picture.width(), picture.height(), picture.into_raw())?)
}

/// A line of `labels.csv`.
struct Row<'a> {
    file: &'a str,
    garment: Garment,
    contributor: &'a str,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Result<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        ensure!(fields.len() >= 3, "labels.csv: a line has fewer than three columns");
        let garment = garment(fields[1]).with_context(|| format!("unknown label {}", fields[1]))?;
        Ok(Self { file: fields[0], garment, contributor: fields[2] })
    }

    fn sample(&self, record: &[f32]) -> Sample {
        let (squash, centre) = record.split_at(FEATURES + CLASSES);
        let (features, probabilities) = squash.split_at(FEATURES);
        Sample {
            garment: self.garment,
            contributor: self.contributor.to_owned(),
            squash: Classification { probabilities: probabilities.to_vec(), features: features.to_vec() },
            centre: centre.to_vec(),
        }
    }
}

fn garment(label: &str) -> Option<Garment> {
    Some(match label {
        "T-Shirt" | "Polo" => Garment::TShirt,
        "Pants" => Garment::Pants,
        "Longsleeve" => Garment::Longsleeve,
        "Outwear" | "Blazer" => Garment::Outwear,
        "Shoes" => Garment::Shoes,
        "Dress" => Garment::Dress,
        "Shirt" | "Blouse" => Garment::Shirt,
        "Shorts" => Garment::Shorts,
        "Top" | "Undershirt" => Garment::Top,
        "Skirt" => Garment::Skirt,
        "Hat" => Garment::Hat,
        "Hoodie" => Garment::Hoodie,
        "Body" => Garment::Body,
        _ => return None,
    })
}
