//! Recognizers analyze photos, one for each source of observations.
//!
//! To add a source, add a type that implements [`Recogniser`], and a line in [`ALL`]. A new kind of
//! observation also needs a variant of `Claim`, which `merge` has to read.

use super::photo::Photo;
use super::{Observation, Recognised, kind, surface, text};
use crate::network::InferenceError;

/// When a recognizer runs, and on which photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// On every photo.
    BeforeProduct,
    /// On every photo, once the product is known.
    WithProduct,
    /// Once the product is known, only on the photo that shows it best.
    BestPhoto,
}

pub(super) trait Recogniser: Sync {
    fn pass(&self) -> Pass;

    /// `product` is the merged result of the first pass; during it, [`Recognised::Nothing`].
    fn observe(&self, photo: &Photo<'_>, product: Recognised) -> Result<Vec<Observation>, InferenceError>;
}

pub(super) const ALL: [&dyn Recogniser; 3] = [&kind::Kind, &text::Text, &surface::Surface];
