use std::path::Path;
use std::time::Instant;

use listing_domain::photo::Pixels;

use super::Line;
use super::detector::{Detail, Detector};
use super::geometry::{Corners, Point, size};
use super::map::Found;
use super::number::real;
use super::order::{direction, sort};
use super::recogniser::Recogniser;
use super::strip::Strip;
use super::way::ways;
use crate::network::{Folder, InferenceError, ModelsError, Network};
use crate::threads::Threads;

const DETECTOR: &str = "text-detector.onnx";
const RECOGNISER: &str = "text-recogniser.onnx";
/// The output of both networks.
const ANSWER: &str = "fetch_name_0";

/// The confidence above which a line is not read in another direction.
const SURE: f32 = 0.9;
const MOST_WAYS: usize = 2;
/// The minimum shorter side of a photo with text, in pixels.
const LEAST_SIDE: u32 = 8;
/// The maximum height of text, as a share of the photo's shorter side. Anything higher may be a whole garment
/// that looks like a letter.
const HIGHEST: f32 = 0.4;

/// The position of a line of text in a photo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextArea(Found);

/// Finds and reads lines of text.
#[derive(Debug)]
pub struct Reader {
    detector: Detector,
    recogniser: Recogniser,
}

impl Reader {
    /// Loads the networks from the folder that `cargo xtask models` writes, in a tenth of a second and about
    /// 40 MB; `None` for an older folder without them.
    pub fn load(dir: &Path) -> Result<Option<Self>, ModelsError> {
        Self::from_folder(&Folder::open(dir)?)
    }

    /// `None` if the folder has no networks for reading text.
    pub(crate) fn from_folder(folder: &Folder) -> Result<Option<Self>, ModelsError> {
        if !(folder.lists(DETECTOR) && folder.lists(RECOGNISER)) {
            return Ok(None);
        }
        let network = |name: &str| Network::load(folder, name, [ANSWER]);
        let detector = Detector::new(network(DETECTOR)?);
        Ok(Some(Self { detector, recogniser: Recogniser::new(network(RECOGNISER)?)? }))
    }

    /// Finds at most [`Line::MOST`] lines, those with the highest letters first.
    pub fn find(
        &self,
        threads: &Threads,
        photo: &Pixels,
        detail: Detail,
    ) -> Result<Vec<TextArea>, InferenceError> {
        if photo.width().min(photo.height()) < LEAST_SIDE {
            return Ok(Vec::new());
        }
        let mut found = self.detector.find(threads, photo, detail)?;
        let height = |found: &Found| size(&found.corners).into_iter().fold(f32::INFINITY, f32::min);
        found.retain(|found| height(found) <= highest(photo));
        found.sort_by(|a, b| height(b).total_cmp(&height(a)));
        found.truncate(Line::MOST);
        Ok(found.into_iter().map(TextArea).collect())
    }

    /// Reads lines, and returns them in reading order. After `until`, it starts no further line.
    pub fn read(
        &self,
        threads: &Threads,
        photo: &Pixels,
        areas: &[TextArea],
        until: Option<Instant>,
    ) -> Result<Vec<Line>, InferenceError> {
        let mut areas: Vec<&Corners> = areas.iter().map(|area| &area.0.corners).collect();
        // Long lines show the direction of the text. A single letter may resemble another one upside down.
        areas.sort_by(|a, b| elongation(b).total_cmp(&elongation(a)));
        let mut lines: Vec<Line> = Vec::new();
        let mut others: Point = [0.0, 0.0];
        for corners in areas {
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            if let Some(line) = self.line(threads, photo, corners, others)? {
                let along = direction(&line.corners);
                others = [0, 1].map(|axis| others[axis] + along[axis] * line.score);
                lines.push(line);
            }
        }
        for line in &mut lines {
            line.corners = line.corners.map(|corner| within(corner, photo));
        }
        sort(&mut lines);
        Ok(lines)
    }

    /// Reads a line in its likeliest directions, for the most confident result.
    fn line(
        &self,
        threads: &Threads,
        photo: &Pixels,
        corners: &Corners,
        others: Point,
    ) -> Result<Option<Line>, InferenceError> {
        let mut best: Option<Line> = None;
        for corners in ways(corners, others).into_iter().take(MOST_WAYS) {
            let (text, score) = self.recogniser.read(threads, &Strip::cut(photo, &corners))?;
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(Line { text, score, corners });
            }
            if score > SURE {
                break;
            }
        }
        let has_text = |line: &Line| line.text.chars().any(char::is_alphanumeric);
        Ok(best.filter(|line| line.score >= Line::LEAST_SCORE && has_text(line)))
    }
}

/// The longer side over the shorter one.
fn elongation(corners: &Corners) -> f32 {
    let [long, high] = size(corners);
    long.max(high) / long.min(high).max(f32::EPSILON)
}

fn within(point: Point, photo: &Pixels) -> Point {
    [point[0].clamp(0.0, side(photo.width())), point[1].clamp(0.0, side(photo.height()))]
}

/// In pixels.
fn highest(photo: &Pixels) -> f32 {
    HIGHEST * side(photo.width().min(photo.height()))
}

fn side(pixels: u32) -> f32 {
    real(usize::try_from(pixels).unwrap_or(usize::MAX))
}
