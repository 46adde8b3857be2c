//! The picture classifier: 1000 everyday classes, and features for heads.

use listing_domain::photo::Pixels;
use rten_tensor::{AsView as _, Layout as _, NdTensor};

use crate::network::{Folder, LookError, ModelsError, Network, Runtime, shaped};
use crate::picture::{Crop, Square};
use crate::threads::Threads;

/// Its file in the models folder.
const FILE: &str = "classifier.onnx";
/// Classes the classifier knows (ImageNet-1k).
pub const CLASSES: usize = 1000;
/// Numbers that describe a picture before the last layer.
const LAST: usize = 1280;
/// Earlier layers that describe it too, by their output in the network's file and their channels:
/// the last of the fourth stage, of the fifth and of the sixth. They know less of what things are
/// called and more of what they are made of, which tells garments apart.
const LAYERS: [(&str, usize); 3] = [("v177", 120), ("v236", 208), ("v247", 352)];
/// Numbers that describe a picture: the roots of the last ones, so that a few large ones do not
/// drown the others; then of each channel of the earlier layers the mean, and how much it varies
/// over the picture.
pub const FEATURES: usize = LAST + 2 * (120 + 208 + 352);
/// Side of the pictures the classifier takes.
const SIDE: u16 = 260;

/// What the classifier says about one crop of a photo.
#[derive(Debug, Clone, PartialEq)]
pub struct Classification {
    /// The probability of each of the [`CLASSES`] classes; they sum to 1.
    pub probabilities: Vec<f32>,
    /// The [`FEATURES`] numbers that describe the picture.
    pub features: Vec<f32>,
}

/// EfficientNet-Lite2 with the outputs `logits` and `feat`.
#[derive(Debug)]
pub struct Classifier {
    /// Its outputs are the logits, the numbers before the last layer, and the earlier layers.
    network: Network<{ 2 + LAYERS.len() }>,
}

impl Classifier {
    pub(crate) fn load(folder: &Folder) -> Result<Self, ModelsError> {
        let [fourth, fifth, sixth] = LAYERS.map(|(name, _)| name);
        let outputs = ["logits", "feat", fourth, fifth, sixth];
        Ok(Self { network: Network::load(folder, FILE, outputs)? })
    }

    pub(crate) fn runtime(&self) -> Runtime {
        self.network.runtime()
    }

    /// Looks at some crops of a photo; one answer per crop, in order.
    pub fn look(
        &self,
        threads: &Threads,
        photo: &Pixels,
        crops: &[Crop],
    ) -> Result<Vec<Classification>, LookError> {
        self.runtime().each(threads, crops, |&crop| self.look_at(threads, photo, crop))
    }

    fn look_at(&self, threads: &Threads, photo: &Pixels, crop: Crop) -> Result<Classification, LookError> {
        let side = usize::from(SIDE);
        let mut planes = Vec::with_capacity(3 * side * side);
        // The range that the network was trained with.
        Square::cut(photo, crop, SIDE)?.append_planes(&mut planes, |_, value| (value - 127.0) / 128.0);
        let batch = NdTensor::from_data([1, 3, side, side], planes);
        let [logits, last, layers @ ..] = self.network.run(threads, batch)?;
        let mut features: Vec<f32> = last.into_data();
        for value in &mut features {
            *value = value.max(0.0).sqrt();
        }
        let layers = layers.into_iter().map(shaped).collect::<Result<Vec<NdTensor<f32, 4>>, _>>()?;
        let (means, spreads): (Vec<_>, Vec<_>) = layers.iter().map(channels).unzip();
        features.extend(means.into_iter().chain(spreads).flatten());
        Ok(Classification { probabilities: softmax(&logits.into_data()), features })
    }
}

/// The mean of each channel of a layer over the only picture, and how much it varies.
fn channels(layer: &NdTensor<f32, 4>) -> (Vec<f32>, Vec<f32>) {
    (0..layer.size(1))
        .map(|channel| {
            let map = layer.slice((0, channel)).to_vec();
            let share = 1.0 / f32::from(u16::try_from(map.len()).unwrap_or(u16::MAX));
            let mean = map.iter().sum::<f32>() * share;
            let variance = map.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() * share;
            (mean, variance.sqrt())
        })
        .unzip()
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
