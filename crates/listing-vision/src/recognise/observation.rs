//! What recognisers say of a photo.

use listing_domain::label::Reference;
use listing_domain::product::Brand;
use listing_domain::statement::MaterialStatement;

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
    /// What is written in the photo.
    Text,
}

impl Source {
    /// How much the source counts beside the others when they speak of the same.
    pub(super) const fn weight(self) -> f32 {
        match self {
            Self::Shape | Self::Pixels => 1.0,
            // A label says what its kind of goods is, and nothing against what photos of the
            // product show more precisely.
            Self::Text => 0.2,
        }
    }
}

/// What may be true of the product.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// What it is.
    Product(Recognised),
    /// What colour it is.
    Colour(ColourFinding),
    /// What its surface looks like.
    Pattern(Pattern),
    /// Whose name it bears.
    Brand(Brand),
    /// Its model, or the number of the book.
    Reference(Reference),
    /// Its size, as it is printed.
    Size(String),
    /// What it is made of.
    Materials(MaterialStatement),
}

/// What a source says of a photo, and how sure it is. What it says of the same subject are
/// alternatives: their confidences sum to 1 at most.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// What may be true.
    pub claim: Claim,
    /// How likely that is, from 0 to 1.
    pub confidence: f32,
    /// Who says so.
    pub source: Source,
}
