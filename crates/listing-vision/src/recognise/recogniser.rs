//! Recognizers, one for each source of observations.
//!
//! To add a source, add a file with a type that implements [`Recogniser`], and a line in [`ALL`]. A new kind
//! of observation also needs a variant of `Claim`, which `merge` has to read.

use super::photo::Photo;
use super::{Observation, Recognised, kind, surface, text};
use crate::network::InferenceError;

/// A pass over the photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// For every photo, before the product is known.
    BeforeProduct,
    /// For every photo, once the product is known.
    WithProduct,
    /// For the photo that shows the product best, once it is known.
    BestPhoto,
}

/// Analyzes photos and reports claims about the product.
pub(super) trait Recogniser: Sync {
    fn pass(&self) -> Pass;

    /// Reports claims about a photo. `product` is the merged result of the first pass; before, it is nothing.
    fn observe(&self, photo: &Photo<'_>, product: Recognised) -> Result<Vec<Observation>, InferenceError>;
}

pub(super) const ALL: [&dyn Recogniser; 3] = [&kind::Kind, &text::Text, &surface::Surface];
