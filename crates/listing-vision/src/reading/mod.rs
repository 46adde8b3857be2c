//! Reads the text in a photo: on labels, tags, boxes and the products themselves.
//!
//! One network finds the lines of text, another reads them. Text may run in any direction. The lines of a
//! photo mostly share one, so short lines are first read in the direction of the long ones.

mod decode;
mod detector;
mod geometry;
mod map;
mod number;
mod order;
mod reader;
mod recogniser;
mod region;
mod strip;
mod way;

use std::time::Instant;

use listing_domain::photo::Pixels;

use crate::network::InferenceError;
use crate::threads::Threads;

pub use detector::Detail;
pub use reader::{Reader, TextArea};

/// A line of text in a photo.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Without spaces at its ends; at least one letter or digit.
    pub text: String,
    /// The confidence, from [`Line::LEAST_SCORE`] to 1.
    pub score: f32,
    /// Top left, top right, bottom right and bottom left in reading direction, as pixels right and down.
    pub corners: [[f32; 2]; 4],
}

impl Line {
    /// Less confident lines are dropped.
    pub const LEAST_SCORE: f32 = 0.5;
    /// The minimum confidence of a line that counts without other evidence. Less confident lines are often
    /// read where there is no text.
    const SURE: f32 = 0.85;
    /// The maximum number of lines read in a photo, those with the highest letters, which are meant to be
    /// seen.
    pub const MOST: usize = 48;
}

impl Line {
    /// Returns true if the text counts without other evidence.
    pub fn is_sure(&self) -> bool {
        self.score >= Self::SURE
    }

    /// Returns true if the line surely has a word. Numbers and single letters do not count: they are also
    /// misread from dials, keys and folds.
    pub fn is_surely_worded(&self) -> bool {
        const LETTERS: usize = 3;
        self.is_sure() && self.text.chars().filter(|letter| letter.is_alphabetic()).count() >= LETTERS
    }
}

/// Reads text in reading order. Takes only processor time, most of it to find the lines, so call it where
/// blocking is allowed. After `until`, it starts no further line.
pub fn read(
    reader: &Reader,
    threads: &Threads,
    photo: &Pixels,
    until: Option<Instant>,
) -> Result<Vec<Line>, InferenceError> {
    let areas = reader.find(threads, photo, Detail::Full)?;
    reader.read(threads, photo, &areas, until)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_single_letters_are_not_words() {
        let is_worded = |text: &str, score| {
            Line { text: text.to_owned(), score, corners: [[0.0; 2]; 4] }.is_surely_worded()
        };
        assert!(is_worded("100% coton", 0.9) && is_worded("Été", 0.85));
        assert!(!is_worded("12", 1.0) && !is_worded("A 2 B", 1.0));
        assert!(!is_worded("coton", 0.8), "the confidence is too low");
    }
}
