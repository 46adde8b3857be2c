//! Reads and writes head files (`*.head`): the trained numbers of a head.
//!
//! The first line is `PTLHEAD2`. Lines of `name: value` follow, up to an empty line. Then come little-endian
//! numbers. For each class: the step of its weights (32-bit float), and the weights as multiples of the step
//! (16-bit integers). Then the biases (32-bit floats). Then, for each class, its [`ClassProfile`]: 1000
//! numbers for unsure results and 1000 for sure ones, stored like the weights. A number in steps keeps four
//! digits of its row's largest number; results depend on two.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use listing_domain::product::Good;

use super::{ClassProfile, Head, HeadClass, Layer, OTHER, View};
use crate::classifier::{CLASSES, FEATURES};
use crate::network::ModelsError;
use crate::picture::Crop;

const MAGIC: &str = "PTLHEAD2";
const END: &[u8] = b"\n\n";
/// The crops of a photo that the head needs.
const VIEWS: &str = "views";
/// One line per class.
const CLASS: &str = "class";
/// The divisor of the scores.
const TEMPERATURE: &str = "temperature";
/// Lines of any other name are notes for people.
const SUM: &str = "sha256 of the numbers";

impl Head {
    /// Fails if the file is damaged, names an unknown good, or was made for another classifier.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelsError> {
        read(bytes).ok_or(ModelsError::Shape { what: "a head" })
    }

    /// Returns the content of this head's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = numbers(&self.layer);
        let mut text = format!("{MAGIC}\n");
        for (name, value) in &self.notes {
            line(&mut text, name, value);
        }
        let views = self.views.iter().map(|view| view.iter().map(|crop| crop.code()).collect::<Vec<_>>());
        line(&mut text, VIEWS, &views.map(|view| view.join("+")).collect::<Vec<_>>().join(" "));
        for class in &self.classes {
            let good = class.good.map_or(OTHER, Good::key);
            line(&mut text, CLASS, &format!("{} = {good}", class.label));
        }
        line(&mut text, TEMPERATURE, &self.layer.temperature.to_string());
        line(&mut text, SUM, &sum(&numbers));
        text.push('\n');
        text.into_bytes().into_iter().chain(numbers).collect()
    }
}

fn line(text: &mut String, name: &str, value: &str) {
    // Writing to a string cannot fail. A line break in a value would end it.
    let _ = writeln!(text, "{name}: {}", value.replace(['\n', '\r'], " "));
}

fn sum(numbers: &[u8]) -> String {
    hex::encode(Sha256::digest(numbers))
}

fn read(bytes: &[u8]) -> Option<Head> {
    let end = bytes.windows(END.len()).position(|window| window == END)?;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    let numbers = &bytes[end + END.len()..];
    let mut lines = text.lines();
    if lines.next() != Some(MAGIC) {
        return None;
    }
    let (mut views, mut classes, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut temperature, mut expected) = (None, None);
    for line in lines {
        let (name, value) = line.split_once(": ")?;
        match name {
            VIEWS => views = value.split(' ').map(view).collect::<Option<_>>()?,
            CLASS => classes.push(class(value)?),
            TEMPERATURE => temperature = value.parse().ok(),
            SUM => expected = Some(value),
            _ => notes.push((name.to_owned(), value.to_owned())),
        }
    }
    if expected != Some(sum(numbers).as_str()) {
        return None;
    }
    let layer = layer(numbers, classes.len(), views.len() * FEATURES, temperature?)?;
    Head::new(views, classes, layer, notes).ok()
}

fn view(text: &str) -> Option<View> {
    text.split('+').map(Crop::from_code).collect()
}

fn class(text: &str) -> Option<HeadClass> {
    let (label, key) = text.rsplit_once(" = ")?;
    let good = if key == OTHER { None } else { Some(Good::from_key(key)?) };
    Some(HeadClass { label: label.to_owned(), good })
}

fn numbers(layer: &Layer) -> Vec<u8> {
    let width = layer.weights.len() / layer.biases.len().max(1);
    let rows = layer.weights.chunks_exact(width.max(1)).flat_map(in_steps);
    let biases = layer.biases.iter().flat_map(|bias| bias.to_le_bytes());
    let profiles = layer.profiles.iter().flat_map(|profile| [&profile.unsure, &profile.sure]);
    rows.chain(biases).chain(profiles.flat_map(|profile| in_steps(profile))).collect()
}

/// The step, then each number as a multiple of it.
fn in_steps(row: &[f32]) -> Vec<u8> {
    let largest = row.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    let step = if largest > 0.0 { largest / f32::from(i16::MAX) } else { 1.0 };
    let steps = row.iter().flat_map(|value| whole(value / step).to_le_bytes());
    step.to_le_bytes().into_iter().chain(steps).collect()
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "never more than the largest")]
fn whole(steps: f32) -> i16 {
    steps.round() as i16
}

fn layer(mut bytes: &[u8], classes: usize, width: usize, temperature: f32) -> Option<Layer> {
    let mut weights = Vec::with_capacity(classes * width);
    for _ in 0..classes {
        weights.extend(take_row(&mut bytes, width)?);
    }
    let biases = (0..classes).map(|_| take_float(&mut bytes)).collect::<Option<_>>()?;
    let mut profiles = Vec::with_capacity(classes);
    for _ in 0..classes {
        profiles.push(ClassProfile {
            unsure: take_row(&mut bytes, CLASSES)?,
            sure: take_row(&mut bytes, CLASSES)?,
        });
    }
    bytes.is_empty().then_some(Layer { weights, biases, temperature, profiles })
}

fn take_float(bytes: &mut &[u8]) -> Option<f32> {
    let (float, rest) = bytes.split_first_chunk::<4>()?;
    *bytes = rest;
    Some(f32::from_le_bytes(*float))
}

fn take_row(bytes: &mut &[u8], width: usize) -> Option<Vec<f32>> {
    let step = take_float(bytes)?;
    let (row, rest) = bytes.split_at_checked(width * 2)?;
    *bytes = rest;
    Some(row.as_chunks::<2>().0.iter().map(|two| f32::from(i16::from_le_bytes(*two)) * step).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        let class = |label: &str, key| HeadClass { label: label.to_owned(), good: Good::from_key(key) };
        let weight = |index: usize| f32::from(u16::try_from(index % 97).unwrap()) / 50.0 - 1.0;
        let layer = Layer {
            weights: (0..3 * 2 * FEATURES).map(weight).collect(),
            biases: vec![0.5, -2.0, 0.0],
            temperature: 1.25,
            profiles: vec![ClassProfile { unsure: vec![0.25; CLASSES], sure: vec![0.0; CLASSES] }; 3],
        };
        let views = vec![vec![Crop::Squash, Crop::MirroredSquash], vec![Crop::Centre]];
        let classes = vec![class("my trumpets", "trumpet"), class("violin", "violin"), class("other", "-")];
        Head::new(views, classes, layer, vec![("licence".to_owned(), "CC0-1.0".to_owned())]).unwrap()
    }

    #[test]
    fn written_head_is_read_back_unchanged() {
        let (head, read) = (head(), Head::from_bytes(&head().to_bytes()).unwrap());
        assert_eq!(
            (read.views(), read.classes(), read.notes()),
            (head.views(), head.classes(), head.notes())
        );
        let input: Vec<f32> = (0..2 * FEATURES).map(|index| if index % 3 == 0 { 0.3 } else { 0.0 }).collect();
        for (written, read) in head.judge(&input).into_iter().zip(read.judge(&input)) {
            assert!((written - read).abs() < 1e-3, "{written} {read}");
        }
        assert_eq!(read.to_bytes(), Head::from_bytes(&read.to_bytes()).unwrap().to_bytes());
    }

    #[test]
    fn damaged_head_is_refused() {
        let bytes = head().to_bytes();
        let changed = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            bytes
        };
        let text = String::from_utf8_lossy(&bytes[..200]).into_owned();
        let good = text.find("= trumpet").unwrap() + 3;
        for wrong in
            [vec![], bytes[..bytes.len() - 2].to_vec(), changed(0), changed(bytes.len() - 1), changed(good)]
        {
            assert!(Head::from_bytes(&wrong).is_err());
        }
    }
}
