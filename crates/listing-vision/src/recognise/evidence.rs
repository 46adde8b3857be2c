//! What speaks for which product.

use listing_domain::product::Good;

use super::Recognised;
use crate::classes;

/// How likely the product is each thing that can be sold. The likelihoods sum to at most 1; the
/// rest is what cannot be sold, or is not known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    masses: Vec<(Good, f32)>,
}

impl Evidence {
    /// What several photos of one product say together: each counts the same.
    pub fn average(votes: &[Self]) -> Self {
        let share = 1.0 / f32::from(u16::try_from(votes.len().max(1)).unwrap_or(u16::MAX));
        let mut together = Self::default();
        for (good, mass) in votes.iter().flat_map(|vote| &vote.masses) {
            together.add(*good, mass * share);
        }
        together
    }

    /// Adds to the likelihood of a thing.
    pub(super) fn add(&mut self, good: Good, mass: f32) {
        match self.masses.iter_mut().find(|(known, _)| *known == good) {
            Some((_, sum)) => *sum += mass,
            None => self.masses.push((good, mass)),
        }
    }

    /// Adds to the likelihood of the good that a class is, if it is sold at all.
    pub(super) fn add_class(&mut self, class: usize, mass: f32) {
        if let Some(good) = classes::good(class) {
            self.add(good, mass);
        }
    }

    /// The things and their likelihoods, most likely first.
    pub fn ranked(&self) -> Vec<(Good, f32)> {
        let mut ranked = self.masses.clone();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// How much of the evidence speaks for this.
    pub(super) fn support(&self, product: Recognised) -> f32 {
        let supports = |good: &Good| match product {
            Recognised::Good(it) => *good == it,
            Recognised::Nothing => true,
            other => {
                other.product() == good.product()
                    || Some(other) == good.product().department().map(Recognised::Department)
            }
        };
        self.masses.iter().filter(|(good, _)| supports(good)).map(|(_, mass)| mass).sum()
    }
}
