//! Trains a linear layer that classifies photos by their features.
//!
//! It is the weighted mean of two layers, which make mistakes on different photos: logistic regression
//! depends most on difficult photos, and discriminant analysis on each class as a whole.

use super::vectors::{Scale, dot, float};
use super::{discriminant, regression};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Lessons<'a> {
    pub(crate) inputs: &'a [&'a [f32]],
    pub(crate) kinds: &'a [usize],
    pub(crate) classes: usize,
}

/// A row of weights and a bias for each class.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fit {
    pub(crate) weights: Vec<f32>,
    pub(crate) biases: Vec<f32>,
}

impl Fit {
    /// For each class.
    pub(crate) fn scores(&self, input: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(input.len().max(1));
        rows.zip(&self.biases).map(|(row, bias)| dot(row, input) + bias).collect()
    }
}

/// Weight in the mean, from 0 to 1, once both scores have the same spread. The discriminant's scores are
/// flatter, so this gives both about equal influence.
const DISCRIMINANT: f32 = 0.6;

type Rows = (Vec<Vec<f32>>, Vec<f32>);

/// A larger `strength` gives the photos more weight against the regression's penalty on large weights.
pub(crate) fn train(lessons: Lessons<'_>, strength: f64) -> Fit {
    let Lessons { kinds, classes, .. } = lessons;
    let width = lessons.inputs.first().map_or(0, |input| input.len());
    let scale = Scale::of(lessons.inputs, width);
    let inputs: Vec<Vec<f32>> = lessons.inputs.iter().map(|input| scale.apply(input)).collect();
    let regression = regression::train(&inputs, kinds, classes, strength);
    let discriminant = discriminant::train(&inputs, kinds, classes);
    let factor = spread(&regression, &inputs) / spread(&discriminant, &inputs).max(f32::MIN_POSITIVE);
    let mean = |one: &f32, other: &f32| (1.0 - DISCRIMINANT) * one + DISCRIMINANT * factor * other;
    let row = |(one, other): (&Vec<f32>, &Vec<f32>)| one.iter().zip(other).map(|(a, b)| mean(a, b)).collect();
    let rows = regression.0.iter().zip(&discriminant.0).map(row).collect();
    let biases: Vec<f32> = regression.1.iter().zip(&discriminant.1).map(|(a, b)| mean(a, b)).collect();
    scale.undo(rows, &biases)
}

/// Mean spread of the classes' scores for a photo.
fn spread((rows, biases): &Rows, inputs: &[Vec<f32>]) -> f32 {
    let classes = float(rows.len()).max(1.0);
    let squares = inputs.iter().map(|input| {
        let scores: Vec<f32> = rows.iter().zip(biases).map(|(row, bias)| dot(row, input) + bias).collect();
        let mean = scores.iter().sum::<f32>() / classes;
        scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f32>() / classes
    });
    (squares.sum::<f32>() / float(inputs.len()).max(1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_learns_to_separate_the_classes() {
        // Three classes in two dimensions; a third is the same for all.
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
