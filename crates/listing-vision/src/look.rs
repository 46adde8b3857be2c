//! The look of a photo, by which photos of one item are found.

use listing_domain::grouping::Look;
use listing_domain::photo::Pixels;

use crate::classifier;
use crate::models::Models;
use crate::network::InferenceError;
use crate::picture::Crop;
use crate::threads::Threads;

/// Returns a photo's look: the features of the classifier's last layer for the whole photo. `None` for a
/// photo without any feature. Takes a tenth of a second of processor time.
pub fn look(models: &Models, threads: &Threads, photo: &Pixels) -> Result<Option<Look>, InferenceError> {
    let classified = models.classifier().classify(threads, photo, &[Crop::Squash])?;
    let features = classified.first().and_then(|found| found.features.get(..classifier::LAST));
    Ok(features.and_then(Look::from_features))
}
