//! Linear discriminant analysis: one of the two methods for training a head's layer.
//!
//! All classes share one covariance. There are more features than photos, so it is mixed with a uniform one
//! (shrunken). A class's weights solve "covariance times weights is the class's mean", by conjugate
//! gradients.

use super::vectors::{ABREAST, add, add_all, dot, dots, float};

/// Share of the uniform covariance, in units of a feature's mean variance. A larger value regularizes more.
const EVENNESS: f32 = 4.0;
/// Relative error at which the solver stops.
const WRONG: f32 = 1e-3;
const MAX_STEPS: usize = 300;

/// Returns a row of weights and a bias for each class.
pub(super) fn train(inputs: &[Vec<f32>], kinds: &[usize], classes: usize) -> (Vec<Vec<f32>>, Vec<f32>) {
    let width = inputs.first().map_or(0, Vec::len);
    let (means, shares) = means(inputs, kinds, classes, width);
    let mut inputs = inputs.to_vec();
    for (input, kind) in inputs.iter_mut().zip(kinds) {
        add(input, -1.0, &means[*kind]);
    }
    let rows = Spread::of(&inputs, width).solve(&means);
    let biases = rows
        .iter()
        .zip(&means)
        .zip(shares)
        .map(|((row, mean), share)| share.max(f32::MIN_POSITIVE).ln() - dot(row, mean) / 2.0);
    let biases = biases.collect();
    (rows, biases)
}

/// Returns each class's mean input and share of the photos.
fn means(inputs: &[Vec<f32>], kinds: &[usize], classes: usize, width: usize) -> (Vec<Vec<f32>>, Vec<f32>) {
    let counts = (0..classes).map(|class| float(kinds.iter().filter(|kind| **kind == class).count()));
    let counts: Vec<f32> = counts.collect();
    let mut means = vec![vec![0.0; width]; classes];
    for (input, kind) in inputs.iter().zip(kinds) {
        add(&mut means[*kind], 1.0 / counts[*kind], input);
    }
    let all = float(inputs.len()).max(1.0);
    (means, counts.into_iter().map(|count| count / all).collect())
}

/// Covariance around the means of the classes.
struct Spread<'a> {
    /// Minus the mean of the photo's class.
    inputs: &'a [Vec<f32>],
    width: usize,
    /// Added to every feature's variance.
    even: f32,
}

impl<'a> Spread<'a> {
    fn of(inputs: &'a [Vec<f32>], width: usize) -> Self {
        let squares: f32 = inputs.iter().map(|input| dot(input, input)).sum();
        let mean = squares / (float(inputs.len()) * float(width)).max(1.0);
        Self { inputs, width, even: (EVENNESS * mean).max(f32::EPSILON) }
    }

    /// Multiplies the covariance matrix with each row.
    fn times(&self, rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let share = 1.0 / float(self.inputs.len()).max(1.0);
        let mut products: Vec<Vec<f32>> =
            rows.iter().map(|row| row.iter().map(|value| value * self.even).collect()).collect();
        let nothing = vec![0.0; self.width];
        for inputs in self.inputs.chunks(ABREAST) {
            // The last chunk is padded with zero photos.
            let inputs: [&[f32]; ABREAST] =
                std::array::from_fn(|index| inputs.get(index).unwrap_or(&nothing).as_slice());
            for (row, product) in rows.iter().zip(&mut products) {
                add_all(product, dots(row, inputs).map(|value| value * share), inputs);
            }
        }
        products
    }

    /// Returns the rows whose products with the covariance matrix are `wanted`.
    fn solve(&self, wanted: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let mut rows = vec![vec![0.0; self.width]; wanted.len()];
        let mut wrong = wanted.to_vec();
        let mut directions = wrong.clone();
        let mut errors: Vec<f32> = wrong.iter().map(|wrong| dot(wrong, wrong)).collect();
        let allowed: Vec<f32> = errors.iter().map(|error| error * WRONG * WRONG).collect();
        for _ in 0..MAX_STEPS {
            if errors.iter().zip(&allowed).all(|(error, allowed)| error <= allowed) {
                break;
            }
            let products = self.times(&directions);
            for (class, product) in products.iter().enumerate() {
                if errors[class] <= allowed[class] {
                    continue;
                }
                let length = errors[class] / dot(&directions[class], product);
                add(&mut rows[class], length, &directions[class]);
                add(&mut wrong[class], -length, product);
                let error = dot(&wrong[class], &wrong[class]);
                let turn = error / errors[class];
                for (direction, wrong) in directions[class].iter_mut().zip(&wrong[class]) {
                    *direction = *direction * turn + wrong;
                }
                errors[class] = error;
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_rows_give_the_wanted_products() {
        let inputs = [vec![2.0, 0.0, 1.0], vec![-2.0, 1.0, 0.0], vec![0.0, -1.0, 3.0]];
        let spread = Spread::of(&inputs, 3);
        let wanted = [vec![1.0, 2.0, 3.0], vec![-4.0, 0.0, 1.0]];
        let products = spread.times(&spread.solve(&wanted));
        for (product, wanted) in products.iter().flatten().zip(wanted.iter().flatten()) {
            assert!((product - wanted).abs() < 1e-2, "{products:?}");
        }
    }
}
