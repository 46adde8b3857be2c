//! What colour the product is.

use listing_domain::product::Department;

use super::photo::Photo;
use super::recogniser::{Recogniser, Turn};
use super::steps::Step;
use super::{Claim, Observation, Recognised, Source};
use crate::colour;
use crate::network::LookError;

/// Sees the colour of the product's pixels.
pub(super) struct Hue;

impl Recogniser for Hue {
    fn turn(&self) -> Turn {
        Turn::Then
    }

    fn observe(&self, photo: &Photo<'_>, product: Recognised) -> Result<Vec<Observation>, LookError> {
        let mask = photo.mask()?;
        let finding = photo.time(Step::Colour, || colour::find(mask, is_metallic(product)));
        let observation = finding.map(|finding| Observation {
            claim: Claim::Colour(finding),
            confidence: finding.confidence,
            source: Source::Pixels,
        });
        Ok(observation.into_iter().collect())
    }
}

/// Whether yellow and grey mean gold and silver.
fn is_metallic(product: Recognised) -> bool {
    product.product().department() == Some(Department::JewelleryWatches)
}
