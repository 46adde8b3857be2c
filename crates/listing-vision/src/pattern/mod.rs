//! The pattern of the product's surface: plain, striped, checked, dotted or printed.

mod blobs;
mod field;
mod texture;

use listing_domain::statement::PatternName;

use crate::mask::Mask;
use field::Field;
use texture::Texture;

/// What a surface looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// One colour, but for folds, seams and small trims.
    Plain,
    /// Lines in one direction.
    Stripes,
    /// Lines in two directions.
    Checks,
    /// Like spots on one ground.
    Dots,
    /// Flowers or other motifs all over.
    Print,
    /// Not plain; which pattern is not sure.
    Patterned,
}

impl Pattern {
    /// What the domain calls the pattern; nothing where it is plain, or not sure which it is.
    pub fn name(self) -> Option<PatternName> {
        match self {
            Self::Stripes => PatternName::of("stripes"),
            Self::Checks => PatternName::of("checks"),
            // Half of what looks like dots is round motifs or small checks.
            Self::Dots | Self::Print => PatternName::of("motifs"),
            Self::Plain | Self::Patterned => None,
        }
    }
}

/// The pattern of a product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PatternFinding {
    /// What the surface looks like.
    pub pattern: Pattern,
    /// How sure it is that it is plain, or that it is patterned, from 0 to 1.
    pub confidence: f32,
}

/// From here on a surface is called patterned, and up to the next value plain.
const PATTERNED: f32 = 0.55;
const PLAIN: f32 = 0.25;
/// So much of what stands out must be round spots of like size before they are called dots.
const ROUND: f32 = 0.6;
/// Round spots of like size are no accident, nor are edges that all run one way: less else has
/// to speak for a pattern then.
const PATTERNED_IF_CLEAR: f32 = 0.3;
/// How far the edges of stripes have one direction, and how far where little else speaks for a
/// pattern.
const ONE_WAY: f32 = 0.5;
const ONE_WAY_ALONE: f32 = 0.8;
/// Motifs have edges in all directions. They are called so only on a surface that is surely
/// patterned: crumpled checks look like them.
const NO_WAY: f32 = 0.48;
const SURELY: f32 = 0.8;

/// Finds the pattern of the product. `None` when it is not sure whether there is one, or when
/// the product is too small in its photo.
pub fn find(mask: &Mask) -> Option<PatternFinding> {
    let field = Field::of(mask);
    let texture = Texture::of(&field)?;
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
