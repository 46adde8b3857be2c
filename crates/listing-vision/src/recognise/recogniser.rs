//! Recognizers, which analyze photos. There is one for each source of observations.
//!
//! To add a source, add a file with a type that implements [`Recogniser`], and a line in [`ALL`]. A new kind
//! of observation also needs a variant of `Claim`, which `merge` has to read.

use super::photo::Photo;
use super::{Observation, Recognised, kind, surface, text};
use crate::network::InferenceError;

/// A pass over the photos, which determines when a recognizer runs and on which photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Runs on every photo, before the product is known.
    BeforeProduct,
    /// Runs on every photo, once the product is known.
    WithProduct,
    /// Runs only on the photo that shows the product best, once the product is known.
    BestPhoto,
}

/// Analyzes photos and reports claims about the product.
pub(super) trait Recogniser: Sync {
    fn pass(&self) -> Pass;

    /// Reports claims about a photo. `product` is the merged result of the first pass; during the first pass,
    /// it is [`Recognised::Nothing`].
    fn observe(&self, photo: &Photo<'_>, product: Recognised) -> Result<Vec<Observation>, InferenceError>;
}

pub(super) const ALL: [&dyn Recogniser; 3] = [&kind::Kind, &text::Text, &surface::Surface];
