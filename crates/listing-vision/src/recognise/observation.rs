//! The observations that recognizers make in a photo: claims about the product, with their confidence.

use listing_domain::label::Reference;
use listing_domain::product::Brand;
use listing_domain::statement::MaterialStatement;

use super::Recognised;
use crate::colour::ColourFinding;
use crate::pattern::Pattern;

/// The source of an observation. Only the first source in this order that has an observation of the product
/// determines the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The shapes in the photo: the classifier and the heads, judged together.
    Shape,
    /// The shapes in a photo with many lines of text, which mostly shows a plate, a box or a page.
    ShapeAmongText,
    /// The colors of the product's pixels.
    Pixels,
    /// The text that was read in the photo.
    Text,
}

/// A possible fact about the product, as one photo shows it.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// The product or its type.
    Product(Recognised),
    /// The product's colors.
    Colour(ColourFinding),
    /// The pattern of the product's surface.
    Pattern(Pattern),
    /// The brand on the product or its label.
    Brand(Brand),
    /// The model, or for a book its ISBN.
    Reference(Reference),
    /// The size, as printed on the product or its label.
    Size(String),
    /// The materials on the label.
    Materials(MaterialStatement),
    /// The fabric is denim, if the product is a garment.
    Denim,
}

/// A source's claim about a photo, with its confidence. Claims of one source about the same subject are
/// alternatives: their confidences sum to at most 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// The possible fact.
    pub claim: Claim,
    /// The likelihood of the claim, from 0 to 1.
    pub confidence: f32,
    /// The source of the claim.
    pub source: Source,
}
