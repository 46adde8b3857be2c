//! Multinomial logistic regression with a quadratic penalty, minimised by L-BFGS.

use std::collections::VecDeque;

use anyhow::Result;
use listing_vision::classifier::FEATURES;
use listing_vision::garment::{ClothingHead, Garment};

use crate::data::Sample;

/// One row of parameters for each garment: the weights, then the bias.
const WIDTH: usize = FEATURES + 1;
const KINDS: usize = Garment::ALL.len();
/// Steps that the search remembers.
const MEMORY: usize = 10;
const MAX_STEPS: usize = 600;
/// The search ends when no slope, relative to the number of photos, is steeper than this.
const FLAT: f64 = 1e-5;
/// Share of the expected descent that a step must reach.
const ENOUGH: f64 = 1e-4;

/// Trains a head on these photos.
pub(crate) fn train(samples: &[&Sample], c: f64) -> Result<ClothingHead> {
    let problem = Problem::new(samples, c);
    let parameters = problem.minimise();
    let (mut weights, mut biases) = (Vec::new(), Vec::new());
    for row in parameters.chunks_exact(WIDTH) {
        weights.extend(row[..FEATURES].iter().copied().map(narrow));
        biases.push(narrow(row[FEATURES]));
    }
    Ok(ClothingHead::new(weights, biases)?)
}

struct Problem {
    /// The features of each photo and a 1 for the bias.
    inputs: Vec<f32>,
    kinds: Vec<usize>,
    c: f64,
}

impl Problem {
    fn new(samples: &[&Sample], c: f64) -> Self {
        let mut inputs = Vec::with_capacity(samples.len() * WIDTH);
        for sample in samples {
            inputs.extend(&sample.squash.features);
            inputs.push(1.0);
        }
        let kind = |sample: &&Sample| Garment::ALL.iter().position(|&garment| garment == sample.garment);
        Self { inputs, kinds: samples.iter().filter_map(kind).collect(), c }
    }

    /// The cost of some parameters and its slope: C · log loss + half the squared weights.
    fn cost(&self, parameters: &[f64]) -> (f64, Vec<f64>) {
        let mut slope = vec![0.0; parameters.len()];
        let mut loss = 0.0;
        for (input, &kind) in self.inputs.chunks_exact(WIDTH).zip(&self.kinds) {
            let mut shares: Vec<f64> =
                parameters.chunks_exact(WIDTH).map(|row| dot_with(row, input)).collect();
            let highest = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let right = shares[kind];
            for share in &mut shares {
                *share = (*share - highest).exp();
            }
            let sum: f64 = shares.iter().sum();
            loss += sum.ln() + highest - right;
            for (index, row) in slope.chunks_exact_mut(WIDTH).enumerate() {
                let target = if index == kind { 1.0 } else { 0.0 };
                let factor = self.c * (shares[index] / sum - target);
                for (slope, &value) in row.iter_mut().zip(input) {
                    *slope += factor * f64::from(value);
                }
            }
        }
        let mut penalty = 0.0;
        for (row, slope) in parameters.chunks_exact(WIDTH).zip(slope.chunks_exact_mut(WIDTH)) {
            for (weight, slope) in row[..FEATURES].iter().zip(slope) {
                penalty += weight * weight / 2.0;
                *slope += weight;
            }
        }
        (self.c * loss + penalty, slope)
    }

    fn minimise(&self) -> Vec<f64> {
        let mut point = vec![0.0; KINDS * WIDTH];
        let (mut cost, mut slope) = self.cost(&point);
        let mut memory = Memory::default();
        let photos = f64::from(u32::try_from(self.kinds.len()).unwrap_or(u32::MAX));
        for _ in 0..MAX_STEPS {
            let steepest = slope.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            if steepest < FLAT * self.c * photos {
                break;
            }
            let direction = memory.direction(&slope);
            let Some((step, next)) = self.descend(&point, cost, &slope, &direction) else { break };
            let change: Vec<f64> = next.1.iter().zip(&slope).map(|(new, old)| new - old).collect();
            add(&mut point, 1.0, &step);
            memory.remember(step, change);
            (cost, slope) = next;
        }
        point
    }

    /// Halves the step until it goes down enough; `None` when nothing does.
    fn descend(&self, point: &[f64], cost: f64, slope: &[f64], direction: &[f64]) -> Option<Descent> {
        let expected = dot(slope, direction);
        let mut length = 1.0;
        for _ in 0..30 {
            let step: Vec<f64> = direction.iter().map(|value| value * length).collect();
            let mut there = point.to_vec();
            add(&mut there, 1.0, &step);
            let next = self.cost(&there);
            if next.0 <= cost + ENOUGH * length * expected {
                return Some((step, next));
            }
            length /= 2.0;
        }
        None
    }
}

/// A step, and the cost and slope where it ends.
type Descent = (Vec<f64>, (f64, Vec<f64>));

/// The last steps and how each changed the slope: what L-BFGS knows of the cost's curvature.
#[derive(Default)]
struct Memory {
    steps: VecDeque<(Vec<f64>, Vec<f64>)>,
}

impl Memory {
    fn remember(&mut self, step: Vec<f64>, change: Vec<f64>) {
        // A pair without positive curvature would spoil the direction.
        if dot(&step, &change) > 1e-12 * dot(&change, &change) {
            self.steps.push_back((step, change));
        }
        if self.steps.len() > MEMORY {
            self.steps.pop_front();
        }
    }

    /// The two-loop recursion: minus the approximate inverse curvature times the slope.
    fn direction(&self, slope: &[f64]) -> Vec<f64> {
        let mut direction: Vec<f64> = slope.iter().map(|value| -value).collect();
        let mut shares = Vec::new();
        for (step, change) in self.steps.iter().rev() {
            let share = dot(step, &direction) / dot(step, change);
            add(&mut direction, -share, change);
            shares.push(share);
        }
        // Without memory, start gently: features are not scaled.
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

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// A dot product in eight interleaved sums, which the compiler turns into wide instructions.
fn dot_with(row: &[f64], input: &[f32]) -> f64 {
    let (left, left_rest) = row.as_chunks::<8>();
    let (right, right_rest) = input.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (left, right) in left.iter().zip(right) {
        for lane in 0..8 {
            sums[lane] += left[lane] * f64::from(right[lane]);
        }
    }
    let rest: f64 = left_rest.iter().zip(right_rest).map(|(a, &b)| a * f64::from(b)).sum();
    sums.iter().sum::<f64>() + rest
}

fn add(target: &mut [f64], factor: f64, values: &[f64]) {
    for (target, value) in target.iter_mut().zip(values) {
        *target += factor * value;
    }
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "the weight file holds f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}
