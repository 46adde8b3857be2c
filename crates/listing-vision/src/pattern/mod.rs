//! Detects the pattern of the product's surface.

mod blobs;
mod field;
mod texture;

use listing_domain::statement::PatternName;

use crate::mask::Mask;
use field::Field;
use texture::Texture;

/// The pattern of a product's surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// One color, except for folds, seams and small trims.
    Plain,
    /// Lines in one direction.
    Stripes,
    /// Lines in two directions.
    Checks,
    /// Similar spots on a background of one color.
    Dots,
    /// Flowers or other motifs all over the surface.
    Print,
    /// Not plain, but of an uncertain pattern.
    Patterned,
}

impl Pattern {
    /// Returns the domain's name; `None` if plain or uncertain.
    pub fn name(self) -> Option<PatternName> {
        match self {
            Self::Stripes => PatternName::from_key("stripes"),
            Self::Checks => PatternName::from_key("checks"),
            // Half of the apparent dots are round motifs or small checks.
            Self::Dots | Self::Print => PatternName::from_key("motifs"),
            Self::Plain | Self::Patterned => None,
        }
    }
}

/// A detected pattern with its confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PatternFinding {
    /// The detected pattern.
    pub pattern: Pattern,
    /// The confidence that the surface is plain, or patterned, from 0 to 1.
    pub confidence: f32,
}

/// The minimum likelihood of a patterned surface.
const PATTERNED: f32 = 0.55;
/// The maximum likelihood of a plain surface.
const PLAIN: f32 = 0.25;
/// The minimum roundness of dots (see [`blobs::roundness`]).
const ROUND: f32 = 0.6;
/// Lower than [`PATTERNED`], because clear dots or stripes do not occur by chance.
const PATTERNED_IF_CLEAR: f32 = 0.3;
/// The minimum alignment of the edges of stripes: 1 if all edges have one direction, 0 if they have all.
const ONE_WAY: f32 = 0.5;
/// The same if there is little other evidence of a pattern.
const ONE_WAY_ALONE: f32 = 0.8;
/// The maximum alignment of the edges of motifs.
const NO_WAY: f32 = 0.48;
/// The minimum likelihood for motifs: high, because crumpled checks look like motifs.
const SURELY: f32 = 0.8;

/// Finds the pattern; `None` if uncertain, or if the product is too small in its photo.
pub fn find(mask: &Mask) -> Option<PatternFinding> {
    let field = Field::from_mask(mask);
    let texture = Texture::from_field(&field)?;
    let patterned = texture.patterned();
    if patterned <= PLAIN {
        return Some(PatternFinding { pattern: Pattern::Plain, confidence: 1.0 - patterned });
    }
    if patterned >= PATTERNED_IF_CLEAR && blobs::roundness(&field) > ROUND {
        return Some(PatternFinding { pattern: Pattern::Dots, confidence: patterned.max(ROUND) });
    }
    if patterned >= PATTERNED_IF_CLEAR && texture.one_way > ONE_WAY_ALONE {
        return Some(PatternFinding { pattern: Pattern::Stripes, confidence: patterned.max(ONE_WAY_ALONE) });
    }
    let kind = if texture.one_way > ONE_WAY {
        Pattern::Stripes
    } else if texture.local_two_way > texture.local_one_way {
        Pattern::Checks
    } else if texture.local_one_way < NO_WAY && patterned > SURELY {
        Pattern::Print
    } else {
        Pattern::Patterned
    };
    (patterned >= PATTERNED).then_some(PatternFinding { pattern: kind, confidence: patterned })
}

#[cfg(test)]
mod tests;
