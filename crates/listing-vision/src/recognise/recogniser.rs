//! What looks at photos: a recogniser for each source of observations.
//!
//! A new source is a file with a type that implements [`Recogniser`], a line in [`ALL`], and where
//! it says what nobody said before, a variant of `Claim`, which `merge` then has to read.

use super::photo::Photo;
use super::{Observation, Recognised, kind, surface, text};
use crate::network::LookError;

/// When a recogniser looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// At every photo, before it is known what the product is.
    First,
    /// When that is known, at every photo.
    Then,
    /// When that is known, at the photo that shows it best.
    AtBest,
}

/// Looks at photos and says what may be true of the product.
pub(super) trait Recogniser: Sync {
    /// When it looks.
    fn turn(&self) -> Turn;

    /// What a photo says. The product is what all photos say it is, in the turn after that is
    /// known.
    fn observe(&self, photo: &Photo<'_>, product: Recognised) -> Result<Vec<Observation>, LookError>;
}

/// Every recogniser.
pub(super) const ALL: [&dyn Recogniser; 3] = [&kind::Kind, &text::Text, &surface::Surface];
