//! What is written on the product and its label.

use super::photo::Photo;
use super::recogniser::{Recogniser, Turn};
use super::{Claim, Observation, Recognised, Source};
use crate::network::LookError;

/// How sure what was read is, which counts only where it can be nothing else: see
/// [`listing_domain::label`].
const SURE: f32 = 0.95;

/// Reads brand, size and materials.
pub(super) struct Text;

impl Recogniser for Text {
    fn turn(&self) -> Turn {
        Turn::Then
    }

    fn observe(&self, photo: &Photo<'_>, product: Recognised) -> Result<Vec<Observation>, LookError> {
        let (label, product) = (photo.label()?, product.product());
        let claims = [
            label.brand(product).map(Claim::Brand),
            label.size(product).map(|size| Claim::Size(size.to_owned())),
            label.materials().cloned().map(Claim::Materials),
        ];
        let observe = |claim| Observation { claim, confidence: SURE, source: Source::Text };
        Ok(claims.into_iter().flatten().map(observe).collect())
    }
}
