//! The difference of each pixel of a product from its surroundings on the product.

use crate::colour::space::Lab;
use crate::mask::Mask;

/// The minimum mask weight of a product pixel.
const PRODUCT: f32 = 0.6;
/// Pixels of the rim, in this width, are mixed with the background and left out.
const RIM: usize = 4;
/// Half the width of a point, in pixels; smaller details are camera noise.
const POINT: usize = 1;
/// Half the width, in pixels. Light changes over a larger distance, patterns over a smaller one.
const SURROUNDINGS: usize = 10;

/// The inner part of a product, without light and shadow.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) side: usize,
    pub(super) inside: Vec<bool>,
    /// Lightness and the two color axes of each pixel, minus those of its surroundings; 0 outside the
    /// product.
    pub(super) planes: [Vec<f32>; 3],
}

impl Field {
    pub(super) fn from_mask(mask: &Mask) -> Self {
        let side = mask.picture.side();
        let product: Vec<f32> =
            mask.weights.iter().map(|&weight| if weight >= PRODUCT { 1.0 } else { 0.0 }).collect();
        let full = sums(&vec![1.0; product.len()], side, RIM);
        let inside: Vec<bool> =
            sums(&product, side, RIM).iter().zip(full).map(|(sum, full)| *sum > full - 0.5).collect();
        let colours: Vec<Lab> = mask.picture.pixels().iter().map(|&pixel| Lab::from_srgb(pixel)).collect();
        let counts: Vec<f32> = inside.iter().map(|&is_inside| if is_inside { 1.0 } else { 0.0 }).collect();
        let near = sums(&counts, side, POINT);
        let wide = sums(&counts, side, SURROUNDINGS);
        let plane = |value: fn(&Lab) -> f32| {
            let values: Vec<f32> =
                colours.iter().zip(&counts).map(|(colour, count)| value(colour) * count).collect();
            let (point, surroundings) = (sums(&values, side, POINT), sums(&values, side, SURROUNDINGS));
            let difference = |index: usize| {
                let is_inside = inside.get(index).is_some_and(|it| *it);
                if is_inside { point[index] / near[index] - surroundings[index] / wide[index] } else { 0.0 }
            };
            (0..values.len()).map(difference).collect()
        };
        let planes = [plane(|it| it.lightness), plane(|it| it.a), plane(|it| it.b)];
        Self { side, inside, planes }
    }
}

/// The sums over squares that reach this far from each pixel, cut off at the picture's edge.
fn sums(values: &[f32], side: usize, reach: usize) -> Vec<f32> {
    let rows: Vec<f32> = values.chunks_exact(side).flat_map(|row| line_sums(row, reach)).collect();
    let row = |y: usize| rows.get(y * side..(y + 1) * side).unwrap_or_default();
    let mut running = vec![0.0; side];
    for y in 0..reach {
        add(&mut running, row(y), 1.0);
    }
    let mut sums = Vec::with_capacity(values.len());
    for y in 0..side {
        add(&mut running, row(y + reach), 1.0);
        sums.extend_from_slice(&running);
        if let Some(first) = y.checked_sub(reach) {
            add(&mut running, row(first), -1.0);
        }
    }
    sums
}

fn add(sums: &mut [f32], row: &[f32], times: f32) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value * times;
    }
}

fn line_sums(line: &[f32], reach: usize) -> Vec<f32> {
    let mut sum: f32 = line.iter().take(reach).sum();
    (0..line.len())
        .map(|index| {
            sum += line.get(index + reach).unwrap_or(&0.0);
            let here = sum;
            sum -= index.checked_sub(reach).map_or(0.0, |first| line[first]);
            here
        })
        .collect()
}
