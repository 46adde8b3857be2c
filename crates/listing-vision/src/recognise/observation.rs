//! What recognisers say of a photo.

use super::Recognised;
use crate::colour::ColourFinding;
use crate::pattern::Pattern;

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The shapes in the photo: the classifier and the heads, judged together.
    Shape,
    /// The product's pixels.
    Pixels,
}

impl Source {
    /// How much the source counts beside the others when they speak of the same.
    pub(super) const fn weight(self) -> f32 {
        match self {
            Self::Shape | Self::Pixels => 1.0,
        }
    }
}

/// What may be true of the product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Claim {
    /// What it is.
    Product(Recognised),
    /// What colour it is.
    Colour(ColourFinding),
    /// What its surface looks like.
    Pattern(Pattern),
}

/// What a source says of a photo, and how sure it is. What it says of the same subject are
/// alternatives: their confidences sum to 1 at most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation {
    /// What may be true.
    pub claim: Claim,
    /// How likely that is, from 0 to 1.
    pub confidence: f32,
    /// Who says so.
    pub source: Source,
}
