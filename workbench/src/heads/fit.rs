//! Multinomial logistic regression with a quadratic penalty, minimised by L-BFGS.
//!
//! A linear layer on features that are already there needs no library for linear algebra: all of it
//! is two loops over the photos, in which each photo meets each class.

use std::collections::VecDeque;

/// Steps that the search remembers.
const MEMORY: usize = 10;
const MAX_STEPS: usize = 400;
/// The search ends when a step gains less than this part of the cost.
const FLAT: f64 = 2e-6;
/// Share of the expected descent that a step must reach.
const ENOUGH: f64 = 1e-4;
/// Numbers that are added up side by side, which the compiler turns into wide instructions.
const LANES: usize = 8;
/// Photos that are looked at together, so that weights are fetched once for all of them.
const ABREAST: usize = 4;

/// Photos to learn from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lessons<'a> {
    /// The features of each photo.
    pub(crate) inputs: &'a [&'a [f32]],
    /// The class of each photo.
    pub(crate) kinds: &'a [usize],
    pub(crate) classes: usize,
}

/// A linear layer: a row of weights and a bias for each class.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fit {
    pub(crate) weights: Vec<f32>,
    pub(crate) biases: Vec<f32>,
}

impl Fit {
    /// The score of each class for these features.
    pub(crate) fn scores(&self, input: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(input.len().max(1));
        rows.zip(&self.biases).map(|(row, bias)| dot(row, input) + bias).collect()
    }
}

/// Trains a layer. The strength is that of the photos against the penalty on large weights, as
/// scikit-learn counts it: the smaller, the plainer the layer.
pub(crate) fn train(lessons: Lessons<'_>, strength: f64) -> Fit {
    let width = lessons.inputs.first().map_or(0, |input| input.len());
    let scale = Scale::of(lessons.inputs, width);
    let inputs: Vec<f32> = lessons.inputs.iter().flat_map(|input| scale.apply(input)).collect();
    let problem =
        Problem { inputs: &inputs, kinds: lessons.kinds, classes: lessons.classes, width, strength };
    let parameters = problem.minimise();
    let (weights, biases) = parameters.split_at(lessons.classes * width);
    scale.undo(weights, biases)
}

/// Features around zero and of like size: the search is quicker, and none is favoured.
struct Scale {
    means: Vec<f32>,
    factors: Vec<f32>,
}

impl Scale {
    fn of(inputs: &[&[f32]], width: usize) -> Self {
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
        // What hardly ever changes says little, and must not be blown up.
        let usual = (squares.iter().sum::<f32>() / float(width).max(1.0)).sqrt().max(f32::EPSILON);
        let factors = squares.iter().map(|square| 1.0 / (square.sqrt() + 0.2 * usual)).collect();
        Self { means, factors }
    }

    fn apply(&self, input: &[f32]) -> Vec<f32> {
        let scaled = input.iter().zip(&self.means).zip(&self.factors);
        scaled.map(|((value, mean), factor)| (value - mean) * factor).collect()
    }

    /// The layer for features as they are, from that for scaled ones.
    fn undo(&self, weights: &[f32], biases: &[f32]) -> Fit {
        let rows = weights.chunks_exact(self.means.len().max(1));
        let rows: Vec<Vec<f32>> = rows
            .map(|row| row.iter().zip(&self.factors).map(|(weight, factor)| weight * factor).collect())
            .collect();
        let biases = rows.iter().zip(biases).map(|(row, bias)| bias - dot(row, &self.means)).collect();
        Fit { weights: rows.concat(), biases }
    }
}

struct Problem<'a> {
    inputs: &'a [f32],
    kinds: &'a [usize],
    classes: usize,
    width: usize,
    strength: f64,
}

/// A cost and its slope.
type Cost = (f64, Vec<f32>);

impl Problem<'_> {
    /// The cost of some parameters (all weights, then the biases) and its slope: the mean log loss,
    /// and the penalty in proportion.
    fn cost(&self, parameters: &[f32]) -> Cost {
        let share = 1.0 / float(self.kinds.len()).max(1.0);
        let (weights, biases) = parameters.split_at(self.classes * self.width);
        let mut slope = vec![0.0; parameters.len()];
        let (slopes, bias_slopes) = slope.split_at_mut(self.classes * self.width);
        let mut loss = 0.0;
        let nothing = vec![0.0; self.width];
        for (inputs, kinds) in self.inputs.chunks(ABREAST * self.width).zip(self.kinds.chunks(ABREAST)) {
            // Behind the last photo stand some that show nothing and count for nothing.
            let input = |place: usize| inputs.get(place * self.width..(place + 1) * self.width);
            let inputs: [&[f32]; ABREAST] = std::array::from_fn(|place| input(place).unwrap_or(&nothing));
            let rows = weights.chunks_exact(self.width);
            let scores: Vec<[f32; ABREAST]> = rows.map(|row| dots(row, inputs)).collect();
            let mut factors = vec![[0.0; ABREAST]; self.classes];
            for (place, &kind) in kinds.iter().enumerate() {
                let scores: Vec<f32> =
                    scores.iter().zip(biases).map(|(scores, bias)| scores[place] + bias).collect();
                loss += f64::from(surprise(&scores, kind, |class, excess| {
                    factors[class][place] = share * excess;
                    bias_slopes[class] += share * excess;
                }));
            }
            for (row, factors) in slopes.chunks_exact_mut(self.width).zip(factors) {
                add_all(row, factors, inputs);
            }
        }
        let penalty = 1.0 / (self.strength * f64::from(float(self.kinds.len())).max(1.0));
        let squares: f64 = weights.iter().map(|weight| f64::from(weight * weight)).sum();
        add(slopes, narrow(penalty), weights);
        (loss * f64::from(share) + penalty * squares / 2.0, slope)
    }

    fn minimise(&self) -> Vec<f32> {
        let mut point = vec![0.0; self.classes * (self.width + 1)];
        let (mut cost, mut slope) = self.cost(&point);
        let mut memory = Memory::default();
        for _ in 0..MAX_STEPS {
            let direction = memory.direction(&slope);
            let Some((step, next)) = self.descend(&point, cost, &slope, &direction) else { break };
            let change: Vec<f32> = next.1.iter().zip(&slope).map(|(new, old)| new - old).collect();
            add(&mut point, 1.0, &step);
            memory.remember(step, change);
            let gain = cost - next.0;
            (cost, slope) = next;
            if gain < FLAT * cost {
                break;
            }
        }
        point
    }

    /// Halves the step until it goes down enough; `None` when nothing does.
    fn descend(
        &self,
        point: &[f32],
        cost: f64,
        slope: &[f32],
        direction: &[f32],
    ) -> Option<(Vec<f32>, Cost)> {
        let expected = f64::from(dot(slope, direction));
        let mut length = 1.0_f32;
        for _ in 0..30 {
            let step: Vec<f32> = direction.iter().map(|value| value * length).collect();
            let mut there = point.to_vec();
            add(&mut there, 1.0, &step);
            let next = self.cost(&there);
            if next.0 <= cost + ENOUGH * f64::from(length) * expected {
                return Some((step, next));
            }
            length /= 2.0;
        }
        None
    }
}

/// The last steps and how each changed the slope: what L-BFGS knows of the cost's curvature.
#[derive(Default)]
struct Memory {
    steps: VecDeque<(Vec<f32>, Vec<f32>)>,
}

impl Memory {
    fn remember(&mut self, step: Vec<f32>, change: Vec<f32>) {
        // A pair without positive curvature would spoil the direction.
        if dot(&step, &change) > 1e-7 * dot(&change, &change) {
            self.steps.push_back((step, change));
        }
        if self.steps.len() > MEMORY {
            self.steps.pop_front();
        }
    }

    /// The two-loop recursion: minus the approximate inverse curvature times the slope.
    fn direction(&self, slope: &[f32]) -> Vec<f32> {
        let mut direction: Vec<f32> = slope.iter().map(|value| -value).collect();
        let mut shares = Vec::new();
        for (step, change) in self.steps.iter().rev() {
            let share = dot(step, &direction) / dot(step, change);
            add(&mut direction, -share, change);
            shares.push(share);
        }
        // Without memory, start gently.
        let scale = self.steps.back().map_or_else(
            || 1.0 / dot(slope, slope).sqrt().max(1.0),
            |(step, change)| dot(step, change) / dot(change, change),
        );
        for value in &mut direction {
            *value *= scale;
        }
        for ((step, change), share) in self.steps.iter().zip(shares.into_iter().rev()) {
            let correction = dot(change, &direction) / dot(step, change);
            add(&mut direction, share - correction, step);
        }
        direction
    }
}

/// The log loss of a photo's scores; tells for each class how much more of it there is than should be.
fn surprise(scores: &[f32], kind: usize, mut tell: impl FnMut(usize, f32)) -> f32 {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f32 = powers.iter().sum();
    for (class, power) in powers.iter().enumerate() {
        tell(class, power / sum - if class == kind { 1.0 } else { 0.0 });
    }
    sum.ln() + highest - scores[kind]
}

/// The products of a row with some inputs, which are read side by side so that the row is read once.
fn dots(row: &[f32], inputs: [&[f32]; ABREAST]) -> [f32; ABREAST] {
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
    std::array::from_fn(|place| {
        let rest: f32 = row_rest.iter().zip(chunks[place].1).map(|(a, b)| a * b).sum();
        sums[place].iter().sum::<f32>() + rest
    })
}

/// Adds some inputs to a row, each so many times.
fn add_all(row: &mut [f32], factors: [f32; ABREAST], inputs: [&[f32]; ABREAST]) {
    let [a, b, c, d] = inputs.map(|input| &input[..row.len()]);
    for (index, value) in row.iter_mut().enumerate() {
        *value +=
            factors[0] * a[index] + factors[1] * b[index] + factors[2] * c[index] + factors[3] * d[index];
    }
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
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

fn add(target: &mut [f32], factor: f32, values: &[f32]) {
    for (target, value) in target.iter_mut().zip(values) {
        *target += factor * value;
    }
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "no more photos than that")]
fn float(count: usize) -> f32 {
    count as f32
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "features are f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_learns_what_tells_the_classes_apart() {
        // Photos of three classes in two dimensions, and one that is the same for all.
        let corners = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
        let photos: Vec<(Vec<f32>, usize)> = (0..90)
            .map(|photo| {
                let (kind, wobble) = (photo % 3, float(photo % 7) / 7.0);
                (vec![corners[kind][0] + wobble, corners[kind][1] - wobble, 5.0], kind)
            })
            .collect();
        let inputs: Vec<&[f32]> = photos.iter().map(|(input, _)| input.as_slice()).collect();
        let kinds: Vec<usize> = photos.iter().map(|(_, kind)| *kind).collect();
        let fit = train(Lessons { inputs: &inputs, kinds: &kinds, classes: 3 }, 1.0);
        for (input, kind) in &photos {
            let scores = fit.scores(input);
            assert!((0..3).all(|other| scores[other] <= scores[*kind]), "{scores:?} {kind}");
        }
    }
}
