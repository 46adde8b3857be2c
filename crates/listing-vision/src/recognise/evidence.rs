//! The likelihood of each good (kind of thing that sellers offer).

use listing_domain::product::Good;

use super::Recognised;

/// The likelihoods sum to at most 1; the remainder is for things that cannot be sold and for unknown things.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Evidence {
    masses: Vec<(Recognised, f32)>,
}

impl Evidence {
    pub(super) fn add(&mut self, product: Recognised, mass: f32) {
        match self.masses.iter_mut().find(|(known, _)| *known == product) {
            Some((_, sum)) => *sum += mass,
            None => self.masses.push((product, mass)),
        }
    }

    pub(super) fn masses(&self) -> &[(Recognised, f32)] {
        &self.masses
    }

    /// Most likely first.
    pub(super) fn ranked(&self) -> Vec<(Good, f32)> {
        let mut ranked: Vec<(Good, f32)> = self
            .masses
            .iter()
            .filter_map(|(product, mass)| match product {
                Recognised::Good(good) => Some((*good, *mass)),
                _ => None,
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// The share of the evidence for `product`.
    pub(super) fn support(&self, product: Recognised) -> f32 {
        let supports = |claimed: Recognised| match product {
            Recognised::Nothing => true,
            Recognised::Good(_) => claimed == product,
            Recognised::Type(kind) => claimed.product().kind() == Some(kind),
            Recognised::Department(department) => claimed.product().department() == Some(department),
        };
        self.masses.iter().filter(|(claimed, _)| supports(*claimed)).map(|(_, mass)| mass).sum()
    }
}
