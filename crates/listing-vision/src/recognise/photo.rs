//! What one photo says about the product.

use super::{Evidence, garments};
use crate::classifier::Classification;
use crate::garment::ClothingHead;

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
}

fn average(first: &[f32], others: &[&[f32]]) -> Vec<f32> {
    let looks = f32::from(u16::try_from(others.len() + 1).unwrap_or(u16::MAX));
    first
        .iter()
        .enumerate()
        .map(|(class, value)| (value + others.iter().map(|other| other[class]).sum::<f32>()) / looks)
        .collect()
}
