//! Multinomial logistic regression with a quadratic penalty, minimized by L-BFGS: one of the two methods for
//! training a head's layer.
//!
//! It needs no library for linear algebra: the work is two loops over photos and classes.

use std::collections::VecDeque;

use super::vectors::{ABREAST, add, add_all, dot, dots, float};

/// Recent steps from which L-BFGS estimates the curvature.
const MEMORY: usize = 10;
const MAX_STEPS: usize = 400;
/// The search ends when a step reduces the cost by less than this share.
const FLAT: f64 = 2e-6;
/// Minimum share of the expected reduction in cost.
const ENOUGH: f64 = 1e-4;

/// `strength` is the weight of the photos against the penalty on large weights, like scikit-learn's `C`. A
/// smaller strength regularizes more.
pub(super) fn train(
    inputs: &[Vec<f32>],
    kinds: &[usize],
    classes: usize,
    strength: f64,
) -> (Vec<Vec<f32>>, Vec<f32>) {
    let width = inputs.first().map_or(0, Vec::len);
    let problem = Problem { inputs, kinds, classes, width, strength };
    let parameters = problem.minimise();
    let (weights, biases) = parameters.split_at(classes * width);
    (weights.chunks_exact(width.max(1)).map(<[f32]>::to_vec).collect(), biases.to_vec())
}

struct Problem<'a> {
    inputs: &'a [Vec<f32>],
    kinds: &'a [usize],
    classes: usize,
    width: usize,
    strength: f64,
}

/// Cost and gradient.
type Cost = (f64, Vec<f32>);

impl Problem<'_> {
    /// Mean log loss plus the scaled penalty. `parameters` are all weights, then the biases.
    fn cost(&self, parameters: &[f32]) -> Cost {
        let share = 1.0 / float(self.kinds.len()).max(1.0);
        let (weights, biases) = parameters.split_at(self.classes * self.width);
        let mut slope = vec![0.0; parameters.len()];
        let (slopes, bias_slopes) = slope.split_at_mut(self.classes * self.width);
        let mut loss = 0.0;
        let nothing = vec![0.0; self.width];
        for (inputs, kinds) in self.inputs.chunks(ABREAST).zip(self.kinds.chunks(ABREAST)) {
            // The last chunk is padded with zero photos.
            let inputs: [&[f32]; ABREAST] =
                std::array::from_fn(|photo| inputs.get(photo).unwrap_or(&nothing).as_slice());
            let rows = weights.chunks_exact(self.width);
            let scores: Vec<[f32; ABREAST]> = rows.map(|row| dots(row, inputs)).collect();
            let mut factors = vec![[0.0; ABREAST]; self.classes];
            for (photo, &kind) in kinds.iter().enumerate() {
                let scores: Vec<f32> =
                    scores.iter().zip(biases).map(|(scores, bias)| scores[photo] + bias).collect();
                loss += f64::from(surprise(&scores, kind, |class, excess| {
                    factors[class][photo] = share * excess;
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

    /// Halves the step until the cost falls enough. Returns the step and the new cost; `None` if no step is
    /// good enough.
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

/// Recent steps, each with the change of the gradient.
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

    /// Minus the approximate inverse curvature times the gradient (two-loop recursion).
    fn direction(&self, slope: &[f32]) -> Vec<f32> {
        let mut direction: Vec<f32> = slope.iter().map(|value| -value).collect();
        let mut shares = Vec::new();
        for (step, change) in self.steps.iter().rev() {
            let share = dot(step, &direction) / dot(step, change);
            add(&mut direction, -share, change);
            shares.push(share);
        }
        // Without memory, start small.
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

/// Returns a photo's log loss, and passes the gradient of each class's score to `add_slope`.
fn surprise(scores: &[f32], kind: usize, mut add_slope: impl FnMut(usize, f32)) -> f32 {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f32 = powers.iter().sum();
    for (class, power) in powers.iter().enumerate() {
        add_slope(class, power / sum - if class == kind { 1.0 } else { 0.0 });
    }
    sum.ln() + highest - scores[kind]
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "features are f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}
