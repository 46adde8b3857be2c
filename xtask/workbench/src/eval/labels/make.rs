//! Generates photos of labels, each with a file of its true text.

use std::fs;
use std::path::{Path, PathBuf};

use ab_glyph::FontVec;
use anyhow::Result;
use fastrand::Rng;
use serde::Serialize;
use serde_json::json;

use super::kind::{Kind, Take};
use super::placement::Placement;
use super::plates::Plate;
use super::print::{FINENESS, print};
use super::scene::{SIDES, blur, file, grain, show};
use super::words::{Line, Subject, Words};

/// Font height of a label's smallest letters, in pixels of the photo.
const SMALLEST_FONT: f32 = 14.0;
/// Likewise.
const LARGEST_FONT: f32 = 34.0;

pub(super) struct Photo {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
    pub(super) lines: Vec<String>,
    pub(super) brand: &'static str,
    pub(super) size: &'static str,
    /// In a form that a label may have.
    pub(super) composition: String,
}

/// Written as JSON next to the photo.
#[derive(Serialize)]
struct Truth {
    kind: Kind,
    take: Take,
    /// Of the smallest letters, in pixels of the photo.
    font_pixels: f32,
    language: &'static str,
    brand: &'static str,
    size: &'static str,
    composition: Vec<Share>,
    lines: Vec<TrueLine>,
}

#[derive(Serialize)]
struct Share {
    percent: u8,
    material: &'static str,
}

#[derive(Serialize)]
struct TrueLine {
    subject: Subject,
    text: String,
    /// Top left, top right, bottom right and bottom left of the line's ink, in pixels of the photo.
    corners: [[f32; 2]; 4],
}

struct Shot {
    file: Vec<u8>,
    take: Take,
    /// Of the smallest letters, in pixels of the photo.
    font_pixels: f32,
    /// Of each line's ink, in pixels of the photo.
    corners: Vec<[[f32; 2]; 4]>,
}

impl Shot {
    fn of(lines: &[Line], kind: Kind, fonts: &[FontVec], rng: &mut Rng) -> Result<Self> {
        let height = SMALLEST_FONT + rng.f32() * (LARGEST_FONT - SMALLEST_FONT);
        let printed = print(lines, fonts, height, rng);
        let take = Take::of(kind, rng);
        let [long, short] = SIDES;
        let sides = if rng.bool() { [long, short] } else { [short, long] };
        let placement = Placement::of(take, printed.canvas.sides(), sides.map(f32::from), FINENESS, rng);
        let mut picture = blur(&show(&printed, &placement, take, sides, rng), take.blur);
        grain(&mut picture, take.noise, rng);
        let corners = printed.boxes.iter().map(|&[left, top, right, bottom]| {
            [[left, top], [right, top], [right, bottom], [left, bottom]]
                .map(|corner| placement.to_photo(corner))
        });
        Ok(Self {
            file: file(&picture, sides, take.quality)?,
            take,
            font_pixels: height * FINENESS * placement.scale(),
            corners: corners.collect(),
        })
    }
}

fn rng(number: usize, seed: u64) -> Result<Rng> {
    Ok(Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(u64::try_from(number)?)))
}

/// The same number and seed give the same photo.
pub(super) fn photo(folder: &Path, fonts: &[FontVec], number: usize, seed: u64) -> Result<Photo> {
    let mut rng = rng(number, seed)?;
    let kind = Kind::ALL[number % Kind::ALL.len()];
    let words = Words::of(&mut rng);
    let shot = Shot::of(&words.lines, kind, fonts, &mut rng)?;
    let path = folder.join(format!("{number:04}-{}.jpg", kind.name()));
    fs::write(&path, &shot.file)?;
    let truth = truth(words, kind, &shot);
    fs::write(path.with_extension("json"), serde_json::to_vec_pretty(&truth)?)?;
    let shares = truth.composition.iter().map(|share| format!("{}% {}", share.percent, share.material));
    Ok(Photo {
        path,
        kind,
        brand: truth.brand,
        size: truth.size,
        composition: shares.collect::<Vec<_>>().join(", "),
        lines: truth.lines.into_iter().map(|line| line.text).collect(),
    })
}

/// Makes a photo of a type plate or a book's back cover.
pub(super) fn plate_photo(
    folder: &Path,
    fonts: &[FontVec],
    number: usize,
    seed: u64,
) -> Result<(PathBuf, Plate)> {
    let mut rng = rng(number, seed)?;
    let kind = Kind::ALL[number % Kind::ALL.len()];
    let plate = Plate::of(&mut rng);
    let shot = Shot::of(&plate.lines, kind, fonts, &mut rng)?;
    let path = folder.join(format!("plate-{number:04}-{}.jpg", kind.name()));
    fs::write(&path, shot.file)?;
    let lines: Vec<&str> = plate.lines.iter().map(|line| line.text.as_str()).collect();
    let truth = json!({ "lines": lines, "reference": plate.reference, "capacity": plate.capacity });
    fs::write(path.with_extension("json"), serde_json::to_vec_pretty(&truth)?)?;
    Ok((path, plate))
}

fn truth(words: Words, kind: Kind, shot: &Shot) -> Truth {
    let Words { language, brand, size, composition, lines } = words;
    let lines = lines.into_iter().zip(&shot.corners).map(|(line, corners)| TrueLine {
        subject: line.subject,
        text: line.text,
        corners: *corners,
    });
    let composition = composition.into_iter().map(|(percent, material)| Share { percent, material });
    Truth {
        kind,
        take: shot.take,
        font_pixels: shot.font_pixels,
        language,
        brand,
        size,
        composition: composition.collect(),
        lines: lines.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fonts;
    use super::*;

    #[test]
    fn the_same_number_and_seed_make_the_same_photo() {
        let Ok(fonts) = fonts::all() else {
            listing_testkit::skipped("no fonts to print labels in");
            return;
        };
        let folder = tempfile::tempdir().unwrap();
        let make = |number, seed| {
            let photo = photo(folder.path(), &fonts, number, seed).unwrap();
            (fs::read(photo.path).unwrap(), photo.lines)
        };
        let first = make(3, 1);
        assert_eq!(make(3, 1), first);
        assert!(make(3, 2).0 != first.0 && make(14, 1).0 != first.0);
        assert!(first.1.len() >= 4, "{:?}", first.1);
    }
}
