//! Fast loops over vectors of features, and the scaling of features.

use super::fit::Fit;

/// Values added in parallel. The compiler turns this into vector instructions.
const LANES: usize = 8;
/// Photos processed together, so that weights are read once for all of them.
pub(super) const ABREAST: usize = 4;

/// Mean zero and similar size make training faster, and no feature dominates.
pub(super) struct Scale {
    means: Vec<f32>,
    factors: Vec<f32>,
}

impl Scale {
    pub(super) fn of(inputs: &[&[f32]], width: usize) -> Self {
        let count = float(inputs.len()).max(1.0);
        let mut means = vec![0.0; width];
        for input in inputs {
            add(&mut means, 1.0 / count, input);
        }
        let mut squares = vec![0.0_f32; width];
        for input in inputs {
            for ((square, value), mean) in squares.iter_mut().zip(*input).zip(&means) {
                *square += (value - mean) * (value - mean) / count;
            }
        }
        // A nearly constant feature has little information and must not be amplified.
        let usual = (squares.iter().sum::<f32>() / float(width).max(1.0)).sqrt().max(f32::EPSILON);
        let factors = squares.iter().map(|square| 1.0 / (square.sqrt() + 0.2 * usual)).collect();
        Self { means, factors }
    }

    pub(super) fn apply(&self, input: &[f32]) -> Vec<f32> {
        let scaled = input.iter().zip(&self.means).zip(&self.factors);
        scaled.map(|((value, mean), factor)| (value - mean) * factor).collect()
    }

    /// Converts a layer for scaled features to the original features.
    pub(super) fn undo(&self, mut rows: Vec<Vec<f32>>, biases: &[f32]) -> Fit {
        for (weight, factor) in rows.iter_mut().flat_map(|row| row.iter_mut().zip(&self.factors)) {
            *weight *= factor;
        }
        let biases = rows.iter().zip(biases).map(|(row, bias)| bias - dot(row, &self.means)).collect();
        Fit { weights: rows.concat(), biases }
    }
}

/// Multiplies a row with several inputs, so that the row is read only once.
pub(super) fn dots(row: &[f32], inputs: [&[f32]; ABREAST]) -> [f32; ABREAST] {
    let (row, row_rest) = row.as_chunks::<LANES>();
    let chunks = inputs.map(|input| input.as_chunks::<LANES>());
    let mut sums = [[0.0_f32; LANES]; ABREAST];
    for (index, row) in row.iter().enumerate() {
        for (sums, (input, _)) in sums.iter_mut().zip(chunks) {
            for lane in 0..LANES {
                sums[lane] += row[lane] * input[index][lane];
            }
        }
    }
    std::array::from_fn(|index| {
        let rest: f32 = row_rest.iter().zip(chunks[index].1).map(|(a, b)| a * b).sum();
        sums[index].iter().sum::<f32>() + rest
    })
}

/// Adds several inputs to a row, each times its factor.
pub(super) fn add_all(row: &mut [f32], factors: [f32; ABREAST], inputs: [&[f32]; ABREAST]) {
    let [a, b, c, d] = inputs.map(|input| &input[..row.len()]);
    for (index, value) in row.iter_mut().enumerate() {
        *value +=
            factors[0] * a[index] + factors[1] * b[index] + factors[2] * c[index] + factors[3] * d[index];
    }
}

pub(super) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (left, left_rest) = left.as_chunks::<LANES>();
    let (right, right_rest) = right.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (left, right) in left.iter().zip(right) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

pub(super) fn add(target: &mut [f32], factor: f32, values: &[f32]) {
    for (target, value) in target.iter_mut().zip(values) {
        *target += factor * value;
    }
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "no more photos than that")]
pub(super) fn float(count: usize) -> f32 {
    count as f32
}
