//! The picture classifier: gives the probability of each of 1000 everyday classes, and features (numbers that
//! describe the picture) for heads, small trained layers that recognize more goods.

use std::ops::Range;

use listing_domain::photo::Pixels;
use rten_tensor::{AsView as _, Layout as _, NdTensor};

use crate::network::{Folder, InferenceError, ModelsError, Network, Runtime, shaped};
use crate::picture::{Crop, Square};
use crate::threads::Threads;

const FILE: &str = "classifier.onnx";
/// Number of classes (ImageNet-1k).
pub const CLASSES: usize = 1000;
/// Number of features of the network's last layer before the class scores, the first of a picture's features.
pub const LAST: usize = 1280;
/// Earlier layers that also give features, by output name and number of channels: the last layers of the
/// fourth, fifth and sixth stage. They describe materials more than names, which helps to distinguish
/// garments.
const LAYERS: [(&str, usize); 3] = [("v177", 120), ("v236", 208), ("v247", 352)];
/// Features of each channel of an earlier layer (see `of_channel`).
const PARTS: usize = 5;
/// Number of features of a picture: the square roots of the last layer's, so that a few large values do not
/// dominate, then five for each channel of the earlier layers.
pub const FEATURES: usize = LAST + PARTS * (120 + 208 + 352);
/// Pixels per side of the input.
const SIDE: u16 = 260;

/// The classifier's output for one crop of a photo.
#[derive(Debug, Clone, PartialEq)]
pub struct Classification {
    /// The probability of each of the [`CLASSES`] classes; they sum to 1.
    pub probabilities: Vec<f32>,
    /// The [`FEATURES`] numbers for heads.
    pub features: Vec<f32>,
}

/// EfficientNet-Lite2 with the outputs `logits` and `feat`.
#[derive(Debug)]
pub struct Classifier {
    /// Outputs: class scores (logits), the features before the last layer, the earlier layers.
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

    /// Returns one result per crop, in order.
    pub fn classify(
        &self,
        threads: &Threads,
        photo: &Pixels,
        crops: &[Crop],
    ) -> Result<Vec<Classification>, InferenceError> {
        self.runtime().each(threads, crops, |&crop| self.classify_crop(threads, photo, crop))
    }

    fn classify_crop(
        &self,
        threads: &Threads,
        photo: &Pixels,
        crop: Crop,
    ) -> Result<Classification, InferenceError> {
        let side = usize::from(SIDE);
        let mut planes = Vec::with_capacity(3 * side * side);
        // The value range of the training.
        Square::cut(photo, crop, SIDE)?.append_planes(&mut planes, |_, value| (value - 127.0) / 128.0);
        let batch = NdTensor::from_data([1, 3, side, side], planes);
        let [logits, last, layers @ ..] = self.network.run(threads, batch)?;
        let mut features: Vec<f32> = last.into_data();
        for value in &mut features {
            *value = value.max(0.0).sqrt();
        }
        let layers = layers.into_iter().map(shaped).collect::<Result<Vec<NdTensor<f32, 4>>, _>>()?;
        let layers: Vec<_> = layers.iter().map(channels).collect();
        features.extend((0..PARTS).flat_map(|part| layers.iter().flat_map(move |layer| &layer[part])));
        Ok(Classification { probabilities: softmax(&logits.into_data()), features })
    }
}

/// Returns the first feature of every channel, then the second, and so on. The batch holds one picture.
fn channels(layer: &NdTensor<f32, 4>) -> [Vec<f32>; PARTS] {
    let mut parts = [const { Vec::new() }; PARTS];
    for channel in 0..layer.size(1) {
        let map = layer.slice((0, channel)).to_vec();
        for (part, value) in parts.iter_mut().zip(of_channel(&map, layer.size(3).max(1))) {
            part.push(value);
        }
    }
    parts
}

/// Returns a channel's mean, its variation, and three differences in strength: top minus bottom, middle minus
/// top and bottom, and middle minus sides (sleeves are at the sides, a hem is below a collar). Left and right
/// count equally, so a mirrored picture has the same features.
fn of_channel(map: &[f32], width: usize) -> [f32; PARTS] {
    let height = map.len() / width;
    let (tall, wide) = (thirds(height), thirds(width));
    let (mut rows, mut columns) = ([0.0; 3], [0.0; 3]);
    for (row, values) in map.chunks_exact(width).enumerate() {
        let strengths = wide.clone().map(|third| values[third].iter().sum::<f32>());
        let third = tall.iter().position(|third| third.contains(&row)).unwrap_or(0);
        rows[third] += strengths.iter().sum::<f32>();
        for (column, strength) in columns.iter_mut().zip(strengths) {
            *column += strength;
        }
    }
    let mean = rows.iter().sum::<f32>() * share(map.len());
    let variance = map.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() * share(map.len());
    let [top, between, bottom] = std::array::from_fn(|third| rows[third] * share(tall[third].len() * width));
    let [left, centre, right] =
        std::array::from_fn(|third| columns[third] * share(wide[third].len() * height));
    [
        mean,
        variance.sqrt(),
        top - bottom,
        between - f32::midpoint(top, bottom),
        centre - f32::midpoint(left, right),
    ]
}

/// The middle third takes the remainder.
fn thirds(side: usize) -> [Range<usize>; 3] {
    let third = (side + 1) / 3;
    [0..third, third..side - third, side - third..side]
}

fn share(count: usize) -> f32 {
    1.0 / f32::from(u16::try_from(count.max(1)).unwrap_or(u16::MAX))
}

pub(crate) fn softmax(scores: &[f32]) -> Vec<f32> {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use rten_tensor::NdTensor;

    use super::{channels, softmax};

    #[test]
    fn channel_statistics_show_strength_and_position() {
        // Two channels of a 5 × 3 map: one strong at the top, one strong in the middle column.
        let top = [2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let middle = [0.0, 3.0, 0.0].repeat(5);
        let layer = NdTensor::from_data([1, 2, 5, 3], [top.to_vec(), middle].concat());
        let [means, spreads, down, between, across] = channels(&layer);
        let near = |found: Vec<f32>, expected: [f32; 2]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
        };
        near(means, [0.8, 1.0]);
        near(spreads, [0.96_f32.sqrt(), 2.0_f32.sqrt()]);
        near(down, [2.0, 0.0]);
        near(between, [-1.0, 0.0]);
        near(across, [0.0, 3.0]);
    }

    #[test]
    fn probabilities_keep_the_order_and_sum_to_one() {
        let probabilities = softmax(&[1.0, 3.0, -200.0, 2.0]);
        assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(probabilities[1] > probabilities[3] && probabilities[3] > probabilities[0]);
    }
}
