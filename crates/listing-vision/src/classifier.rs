//! The picture classifier: 1000 everyday classes, and features for the clothing head.

use listing_domain::photo::Pixels;
use rten::NodeId;
use rten_tensor::{AsView as _, Layout as _, NdTensor};

use crate::network::{LookError, ModelsError, Network};
use crate::picture::{Crop, Square};
use crate::threads::Threads;

/// Classes the classifier knows (ImageNet-1k).
pub const CLASSES: usize = 1000;
/// Numbers that describe a picture before the last layer.
pub const FEATURES: usize = 1280;
/// Side of the pictures the classifier takes.
const SIDE: u16 = 260;

/// What the classifier says about one crop of a photo.
#[derive(Debug, Clone, PartialEq)]
pub struct Classification {
    /// The probability of each of the [`CLASSES`] classes; they sum to 1.
    pub probabilities: Vec<f32>,
    /// The [`FEATURES`] numbers before the last layer.
    pub features: Vec<f32>,
}

/// EfficientNet-Lite2 with the outputs `logits` and `feat`.
#[derive(Debug)]
pub struct Classifier {
    network: Network,
    input: NodeId,
    logits: NodeId,
    features: NodeId,
}

impl Classifier {
    pub(crate) fn new(network: Network) -> Result<Self, ModelsError> {
        let what = ModelsError::Shape { what: "the classifier" };
        match (network.input(), network.output("logits"), network.output("feat")) {
            (Some(input), Some(logits), Some(features)) => Ok(Self { network, input, logits, features }),
            _ => Err(what),
        }
    }

    /// Looks at some crops of a photo at once; one answer per crop, in order.
    pub fn look(
        &self,
        threads: &Threads,
        photo: &Pixels,
        crops: &[Crop],
    ) -> Result<Vec<Classification>, LookError> {
        let side = usize::from(SIDE);
        let mut planes = Vec::with_capacity(crops.len() * 3 * side * side);
        for &crop in crops {
            // The range that the network was trained with.
            Square::cut(photo, crop, SIDE)?.append_planes(&mut planes, |_, value| (value - 127.0) / 128.0);
        }
        let batch = NdTensor::from_data([crops.len(), 3, side, side], planes);
        let [logits, features] =
            self.network.run(threads, self.input, batch, [self.logits, self.features])?;
        let logits: NdTensor<f32, 2> = logits.try_into()?;
        let features: NdTensor<f32, 2> = features.try_into()?;
        Ok(rows(&logits)
            .into_iter()
            .zip(rows(&features))
            .map(|(logits, features)| Classification { probabilities: softmax(&logits), features })
            .collect())
    }
}

fn rows(matrix: &NdTensor<f32, 2>) -> Vec<Vec<f32>> {
    (0..matrix.size(0)).map(|row| matrix.slice(row).to_vec()).collect()
}

/// Turns scores into probabilities.
pub(crate) fn softmax(scores: &[f32]) -> Vec<f32> {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::softmax;

    #[test]
    fn probabilities_keep_the_order_and_sum_to_one() {
        let probabilities = softmax(&[1.0, 3.0, -200.0, 2.0]);
        assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(probabilities[1] > probabilities[3] && probabilities[3] > probabilities[0]);
    }
}
