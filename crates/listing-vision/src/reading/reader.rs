//! The networks that read, and how they are used.

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
use crate::network::{Folder, LookError, ModelsError, Network};
use crate::threads::Threads;

const DETECTOR: &str = "text-detector.onnx";
const RECOGNISER: &str = "text-recogniser.onnx";
/// The output of either network.
const ANSWER: &str = "fetch_name_0";

/// A line that is surer than this runs the way in which it was read.
const SURE: f32 = 0.9;
/// In how many ways a line is read at most.
const MOST_WAYS: usize = 2;
/// A photo with a shorter side than this, in pixels, shows no text.
const LEAST_SIDE: u32 = 8;
/// What is higher than this part of a photo's shorter side is no text: a garment as a whole looks
/// like a letter.
const HIGHEST: f32 = 0.4;

/// A place where there is a line of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place(Found);

/// Finds and reads lines of text.
#[derive(Debug)]
pub struct Reader {
    detector: Detector,
    recogniser: Recogniser,
}

impl Reader {
    /// Loads the networks that read from the folder that `cargo xtask models` writes: a tenth of a
    /// second and about 40 MB. `None` for a folder from before there were any.
    pub fn load(dir: &Path) -> Result<Option<Self>, ModelsError> {
        Self::from_folder(&Folder::open(dir)?)
    }

    /// The same, from a folder that has been opened.
    pub(crate) fn from_folder(folder: &Folder) -> Result<Option<Self>, ModelsError> {
        if !(folder.lists(DETECTOR) && folder.lists(RECOGNISER)) {
            return Ok(None);
        }
        let network = |name: &str| Network::load(folder, name, [ANSWER]);
        let detector = Detector::new(network(DETECTOR)?);
        Ok(Some(Self { detector, recogniser: Recogniser::new(network(RECOGNISER)?)? }))
    }

    /// Finds the places with lines of text, the highest first, at most [`Line::MOST`].
    pub fn find(&self, threads: &Threads, photo: &Pixels, detail: Detail) -> Result<Vec<Place>, LookError> {
        if photo.width().min(photo.height()) < LEAST_SIDE {
            return Ok(Vec::new());
        }
        let mut found = self.detector.find(threads, photo, detail)?;
        let height = |found: &Found| size(&found.corners).into_iter().fold(f32::INFINITY, f32::min);
        found.retain(|found| height(found) <= highest(photo));
        found.sort_by(|a, b| height(b).total_cmp(&height(a)));
        found.truncate(Line::MOST);
        Ok(found.into_iter().map(Place).collect())
    }

    /// Reads the lines at some places of a photo, and tells them in reading order. After `until`,
    /// no further line is begun.
    pub fn read(
        &self,
        threads: &Threads,
        photo: &Pixels,
        places: &[Place],
        until: Option<Instant>,
    ) -> Result<Vec<Line>, LookError> {
        let mut places: Vec<&Corners> = places.iter().map(|place| &place.0.corners).collect();
        // Long lines show which way text runs; a letter alone may be another one upside down.
        places.sort_by(|a, b| elongation(b).total_cmp(&elongation(a)));
        let mut lines: Vec<Line> = Vec::new();
        let mut others: Point = [0.0, 0.0];
        for corners in places {
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

    /// Reads a line the way it runs.
    fn line(
        &self,
        threads: &Threads,
        photo: &Pixels,
        corners: &Corners,
        others: Point,
    ) -> Result<Option<Line>, LookError> {
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
        let tells = |line: &Line| line.text.chars().any(char::is_alphanumeric);
        Ok(best.filter(|line| line.score >= Line::LEAST_SCORE && tells(line)))
    }
}

/// How many times as long as high a place is, whichever side is the longer one.
fn elongation(corners: &Corners) -> f32 {
    let [long, high] = size(corners);
    long.max(high) / long.min(high).max(f32::EPSILON)
}

/// The nearest place that is in a photo.
fn within(place: Point, photo: &Pixels) -> Point {
    [place[0].clamp(0.0, side(photo.width())), place[1].clamp(0.0, side(photo.height()))]
}

/// How high text in a photo is at most.
fn highest(photo: &Pixels) -> f32 {
    HIGHEST * side(photo.width().min(photo.height()))
}

fn side(pixels: u32) -> f32 {
    real(usize::try_from(pixels).unwrap_or(usize::MAX))
}
