//! What is written on the things in a photo: on labels, tags, boxes and the things themselves.
//!
//! A first network finds the lines of text, a second reads them one by one. Text may be turned
//! in any way; the lines of a photo mostly run the same way, so that what the long ones show
//! is tried first with the short ones.

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

use crate::network::LookError;
use crate::threads::Threads;

pub use detector::Detail;
pub use reader::{Place, Reader};

/// A line of text in a photo.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What it says, without spaces at its ends; at least one letter or digit.
    pub text: String,
    /// How sure that is, from [`Line::LEAST_SCORE`] to 1.
    pub score: f32,
    /// Its top left, top right, bottom right and bottom left corner as it is read, each by how
    /// far it is right and down from the photo's corner, in pixels.
    pub corners: [[f32; 2]; 4],
}

impl Line {
    /// Lines that are less sure than this are not told.
    pub const LEAST_SCORE: f32 = 0.5;
    /// Less sure lines are often read where there is no text.
    const SURE: f32 = 0.85;
    /// The most lines that are read in a photo. The highest come first: they are what is meant to
    /// be read.
    pub const MOST: usize = 48;
}

impl Line {
    /// Whether it surely is text, so that it can be believed without anything else that speaks
    /// for it.
    pub fn is_sure(&self) -> bool {
        self.score >= Self::SURE
    }

    /// Whether it surely has a word: numbers and single letters are also read off dials, keys and
    /// folds.
    pub fn is_surely_worded(&self) -> bool {
        const LETTERS: usize = 3;
        self.is_sure() && self.text.chars().filter(|letter| letter.is_alphabetic()).count() >= LETTERS
    }
}

/// Reads what is written in a photo, in reading order. Takes processor time, most of it to find
/// the lines, and no other resource: run it where blocking is allowed. After `until`, no further
/// line is begun, and what has been read is told.
pub fn read(
    reader: &Reader,
    threads: &Threads,
    photo: &Pixels,
    until: Option<Instant>,
) -> Result<Vec<Line>, LookError> {
    let places = reader.find(threads, photo, Detail::Full)?;
    reader.read(threads, photo, &places, until)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_single_letters_are_no_words() {
        let is_worded = |text: &str, score| {
            Line { text: text.to_owned(), score, corners: [[0.0; 2]; 4] }.is_surely_worded()
        };
        assert!(is_worded("100% coton", 0.9) && is_worded("Été", 0.85));
        assert!(!is_worded("12", 1.0) && !is_worded("A 2 B", 1.0));
        assert!(!is_worded("coton", 0.8), "it is not sure");
    }
}
