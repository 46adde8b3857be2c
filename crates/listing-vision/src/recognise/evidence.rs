//! What one photo, or all photos together, say about the product.

use super::Recognised;
use super::garments;
use crate::classifier::Classification;
use crate::garment::ClothingHead;
use crate::lexicon::{Lexeme, lexeme};

/// How likely the product is each thing that can be sold. The likelihoods sum to at most 1; the
/// rest is what cannot be sold, or is not known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    masses: Vec<(Lexeme, f32)>,
}

impl Evidence {
    /// What one photo says: `squash` is the look at the whole photo, `others` are the class
    /// probabilities of further looks. Garments are told apart by `clothing`.
    pub fn of_photo(squash: &Classification, others: &[&[f32]], clothing: &ClothingHead) -> Self {
        let probabilities = average(&squash.probabilities, others);
        let kinds = clothing.probabilities(&squash.features);
        let mut evidence = Self::default();
        if garments::is_clothing(&squash.probabilities) {
            garments::add(&mut evidence, &probabilities, &kinds);
            return evidence;
        }
        let cap = garments::cap(&probabilities, &kinds);
        if cap > 0.0 {
            garments::add_cap(&mut evidence, cap);
        }
        for (class, &probability) in probabilities.iter().enumerate() {
            evidence.add_class(class, probability * (1.0 - cap));
        }
        evidence
    }

    /// What several photos of one product say together: each counts the same.
    pub fn average(votes: &[Self]) -> Self {
        let share = 1.0 / f32::from(u16::try_from(votes.len().max(1)).unwrap_or(u16::MAX));
        let mut together = Self::default();
        for (lexeme, mass) in votes.iter().flat_map(|vote| &vote.masses) {
            together.add(*lexeme, mass * share);
        }
        together
    }

    /// Adds to the likelihood of a thing.
    pub(super) fn add(&mut self, lexeme: Lexeme, mass: f32) {
        match self.masses.iter_mut().find(|(known, _)| *known == lexeme) {
            Some((_, sum)) => *sum += mass,
            None => self.masses.push((lexeme, mass)),
        }
    }

    /// Adds to the likelihood of what a class is called, if it is sold at all.
    pub(super) fn add_class(&mut self, class: usize, mass: f32) {
        if let Some(lexeme) = lexeme(class) {
            self.add(lexeme, mass);
        }
    }

    /// The things and their likelihoods, most likely first.
    pub fn ranked(&self) -> Vec<(Lexeme, f32)> {
        let mut ranked = self.masses.clone();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// How much of the evidence speaks for this.
    pub(super) fn support(&self, product: Recognised) -> f32 {
        let supports = |lexeme: &Lexeme| match product {
            Recognised::Noun(noun) => *lexeme == noun,
            Recognised::Nothing => true,
            other => {
                other.product() == lexeme.product
                    || Some(other) == lexeme.product.department().map(Recognised::Department)
            }
        };
        self.masses.iter().filter(|(lexeme, _)| supports(lexeme)).map(|(_, mass)| mass).sum()
    }
}

fn average(first: &[f32], others: &[&[f32]]) -> Vec<f32> {
    let looks = f32::from(u16::try_from(others.len() + 1).unwrap_or(u16::MAX));
    first
        .iter()
        .enumerate()
        .map(|(class, value)| (value + others.iter().map(|other| other[class]).sum::<f32>()) / looks)
        .collect()
}
