//! What speaks for which product.

use super::Recognised;
use crate::lexicon::{Lexeme, lexeme};

/// How likely the product is each thing that can be sold. The likelihoods sum to at most 1; the
/// rest is what cannot be sold, or is not known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    masses: Vec<(Lexeme, f32)>,
}

impl Evidence {
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
