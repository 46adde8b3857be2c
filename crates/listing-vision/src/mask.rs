//! The pixels of a photo that show the product.

use listing_domain::photo::Pixels;
use rten_tensor::NdTensor;

use crate::network::{Folder, InferenceError, ModelsError, Network};
use crate::picture::{Crop, Square};
use crate::threads::Threads;

const FILE: &str = "mask.onnx";
/// The output that combines all stages of the network.
const ANSWER: &str = "1959";
/// Pixels per side of masks and their pictures; fewer would lose patterns.
pub const MASK_SIDE: u16 = 320;
/// Pixels per side of the network's input: less than half of the side in training, in a fifth of the time. It
/// is the smallest side that finds colors and patterns well; 128 does not.
const INPUT_SIDE: u16 = 144;

/// The mean of each color channel in the network's training.
const MEAN: [f32; 3] = [0.485, 0.456, 0.406];
/// The standard deviation of the same channels.
const SPREAD: [f32; 3] = [0.229, 0.224, 0.225];

/// A photo with each pixel's likelihood of belonging to the product.
#[derive(Debug, Clone, PartialEq)]
pub struct Mask {
    /// The whole photo, squeezed into [`MASK_SIDE`] × [`MASK_SIDE`] pixels.
    pub picture: Square,
    /// Each pixel's likelihood, from 0 (background) to 1 (product).
    pub weights: Vec<f32>,
}

/// U²-Net (small), which separates a product from its background.
#[derive(Debug)]
pub struct Masker {
    network: Network<1>,
}

impl Masker {
    pub(crate) fn load(folder: &Folder) -> Result<Self, ModelsError> {
        Ok(Self { network: Network::load_changed(folder, FILE, [ANSWER], free_sides)? })
    }

    /// Returns the product's mask.
    pub fn mask(&self, threads: &Threads, photo: &Pixels) -> Result<Mask, InferenceError> {
        let input = Square::cut(photo, Crop::Squash, INPUT_SIDE)?;
        let brightest = input.pixels().iter().flatten().copied().max().unwrap_or(0).max(1);
        let brightest = f32::from(brightest);
        let mut planes = Vec::new();
        input.append_planes(&mut planes, |channel, value| {
            (value / brightest - MEAN[channel]) / SPREAD[channel]
        });
        let side = usize::from(INPUT_SIDE);
        let batch = NdTensor::from_data([1, 3, side, side], planes);
        let [answer] = self.network.run(threads, batch)?;
        let picture = Square::cut(photo, Crop::Squash, MASK_SIDE)?;
        Ok(Mask { picture, weights: enlarged(&stretch(answer.into_data()), side, MASK_SIDE.into()) })
    }
}

/// Makes the network accept inputs of any size. The ONNX file fixes them at 320 × 320 pixels, which the
/// network does not need; symbolic names of the same length replace both numbers.
fn free_sides(file: &mut [u8]) {
    for at in 0..file.len().saturating_sub(SIDES.len()) {
        if file[at..].starts_with(&SIDES) {
            file[at..at + SIDES.len()].copy_from_slice(&FREE);
        }
    }
}

/// Two dimensions of 320 in an ONNX file: each a message (tag 10) of three bytes, whose field with tag 8 is
/// the number.
const SIDES: [u8; 10] = [10, 3, 8, 0xc0, 2, 10, 3, 8, 0xc0, 2];
/// Replaces [`SIDES`] by symbolic names: the field with tag 18, a text of one letter.
const FREE: [u8; 10] = [10, 3, 18, 1, b'h', 10, 3, 18, 1, b'w'];

/// From 0 to 1.
fn stretch(mut values: Vec<f32>) -> Vec<f32> {
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let range = (high - low).max(f32::EPSILON);
    for value in &mut values {
        *value = (*value - low) / range;
    }
    values
}

/// Interpolates linearly.
fn enlarged(values: &[f32], from: usize, to: usize) -> Vec<f32> {
    let real = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
    // In half pixels of the larger side: a value's center is half a pixel from its edge.
    let steps: Vec<(usize, usize, f32)> = (0..to)
        .map(|at| {
            let position = ((2 * at + 1) * from).saturating_sub(to);
            let near = position / (2 * to);
            (near, (near + 1).min(from - 1), real(position % (2 * to)) / real(2 * to))
        })
        .collect();
    let mix = |one: f32, other: f32, share: f32| one + (other - one) * share;
    let mut wide = Vec::with_capacity(from * to);
    for row in values.chunks_exact(from) {
        wide.extend(steps.iter().map(|&(x, right, across)| mix(row[x], row[right], across)));
    }
    let mut large = Vec::with_capacity(to * to);
    for &(y, below, down) in &steps {
        let [above, below] = [y, below].map(|y| &wide[y * to..(y + 1) * to]);
        large.extend(above.iter().zip(below).map(|(&above, &below)| mix(above, below, down)));
    }
    large
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enlarged_mask_interpolates_between_its_values() {
        assert_eq!(enlarged(&[0.0, 1.0, 0.0, 1.0], 2, 4), [0.0, 0.25, 0.75, 1.0].repeat(4));
        let side = usize::from(MASK_SIDE);
        let slope: Vec<f32> = (0..144 * 144_u16).map(|at| f32::from(at % 144)).collect();
        let large = enlarged(&slope, 144, side);
        assert!(large.chunks_exact(side).all(|row| row.is_sorted() && row[side - 1] > 142.9));
    }

    #[test]
    fn only_the_fixed_input_sides_are_replaced() {
        let mut file = [&[7, 10][..], &SIDES, &[10, 3, 8]].concat();
        free_sides(&mut file);
        assert_eq!(file, [&[7, 10][..], &FREE, &[10, 3, 8]].concat());
    }
}
