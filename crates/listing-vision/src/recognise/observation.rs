//! What recognisers say of a photo.

use listing_domain::label::Reference;
use listing_domain::product::Brand;
use listing_domain::statement::MaterialStatement;

use super::Recognised;
use crate::colour::ColourFinding;
use crate::pattern::Pattern;

/// The source of an observation; of the product, the first source that says anything is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The shapes in the photo: the classifier and the heads, judged together.
    Shape,
    /// The shapes in a photo with many lines of text, which mostly shows a plate, a box or a page.
    ShapeAmongText,
    /// The product's pixels.
    Pixels,
    /// What is written in the photo.
    Text,
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
    /// It is of denim, if it is a garment.
    Denim,
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
