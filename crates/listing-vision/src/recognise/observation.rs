//! Claims about the product in a photo, with their confidence.

use listing_domain::label::Reference;
use listing_domain::product::Brand;
use listing_domain::statement::MaterialStatement;

use super::Recognised;
use crate::colour::ColourFinding;
use crate::pattern::Pattern;

/// The source of an observation. The first one in this order with an observation of the product determines
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The classifier and the heads, judged together.
    Shape,
    /// The shapes in a photo with many lines of text: mostly a plate, a box or a page.
    ShapeAmongText,
    /// The colors of the product's pixels.
    Pixels,
    /// The text in the photo.
    Text,
}

/// A possible fact about the product.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// The product or its type.
    Product(Recognised),
    /// The product's colors.
    Colour(ColourFinding),
    /// The pattern of the surface.
    Pattern(Pattern),
    /// The brand on the product or its label.
    Brand(Brand),
    /// The model, or for a book its ISBN.
    Reference(Reference),
    /// The size, as printed.
    Size(String),
    /// The materials on the label.
    Materials(MaterialStatement),
    /// The fabric is denim, on a garment.
    Denim,
}

/// A source's claim about a photo. Confidences in the same subject sum to at most 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// The possible fact.
    pub claim: Claim,
    /// The likelihood of the claim, from 0 to 1.
    pub confidence: f32,
    /// The source of the claim.
    pub source: Source,
}
