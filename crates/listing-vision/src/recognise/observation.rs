//! The observations that recognizers make in a photo.

use listing_domain::label::Reference;
use listing_domain::product::Brand;
use listing_domain::statement::MaterialStatement;

use super::Recognised;
use crate::colour::ColourFinding;
use crate::pattern::Pattern;

/// The source of an observation. For the product, only the first source with an observation counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The shapes in the photo: the classifier and the heads, judged together.
    Shape,
    /// The shapes in a photo with many lines of text, which mostly shows a plate, a box or a page.
    ShapeAmongText,
    /// The product's pixels.
    Pixels,
    /// The text in the photo.
    Text,
}

/// A possible fact about the product.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// The product.
    Product(Recognised),
    /// The color.
    Colour(ColourFinding),
    /// The pattern.
    Pattern(Pattern),
    /// The brand.
    Brand(Brand),
    /// The model, or the number of the book.
    Reference(Reference),
    /// The size, as printed.
    Size(String),
    /// The materials.
    Materials(MaterialStatement),
    /// Made of denim, if the product is a garment.
    Denim,
}

/// A source's claim about a photo, with its confidence. Claims of one source about the same subject are
/// alternatives: their confidences sum to at most 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// The claim.
    pub claim: Claim,
    /// The likelihood of the claim, from 0 to 1.
    pub confidence: f32,
    /// The source.
    pub source: Source,
}
