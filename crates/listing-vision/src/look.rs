//! The look of a photo, for finding the photos of one item.

use listing_domain::grouping::Look;
use listing_domain::photo::Pixels;

use crate::classifier;
use crate::models::Models;
use crate::network::InferenceError;
use crate::picture::Crop;
use crate::threads::Threads;

/// The mean of the features, scaled to length 1, of 400 photos of garments: numbers of four bytes, the lowest
/// first. Without the mean, all photos would look alike, because no feature is negative.
const MEAN: &[u8] = include_bytes!("../data/look-mean.f32");

/// Returns a photo's look: the direction in which the features of the classifier's last layer differ from
/// those of the mean photo. `None` for a photo without any feature. Takes a tenth of a second of processor
/// time.
pub fn look(models: &Models, threads: &Threads, photo: &Pixels) -> Result<Option<Look>, InferenceError> {
    let classified = models.classifier().classify(threads, photo, &[Crop::Squash])?;
    let features = classified.first().and_then(|found| found.features.get(..classifier::LAST));
    Ok(features.and_then(from_features))
}

fn from_features(features: &[f32]) -> Option<Look> {
    let length = features.iter().map(|value| value * value).sum::<f32>().sqrt();
    let (mean, _) = MEAN.as_chunks::<4>();
    let mean = mean.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let differences: Vec<f32> =
        features.iter().zip(mean).map(|(value, mean)| value / length - mean).collect();
    Look::from_features(&differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_has_a_number_for_each_feature() {
        assert_eq!(MEAN.len(), 4 * classifier::LAST);
    }

    #[test]
    fn look_ignores_the_strength_of_the_features() {
        let features: Vec<f32> = (0_u16..1280).map(|number| f32::from(number % 7)).collect();
        let strong: Vec<f32> = features.iter().map(|value| value * 9.0).collect();
        let (look, other) = (from_features(&features).unwrap(), from_features(&strong).unwrap());
        assert!(look.likeness(&other).unwrap() > 0.999);
        assert_eq!(from_features(&[0.0; 1280]), None);
    }
}
