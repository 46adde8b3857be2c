//! Recognizes the product by its shape, from the classifier and the heads together.

use listing_domain::product::{Department, Good};

use super::photo::Photo;
use super::recogniser::{Pass, Recogniser};
use super::steps::Step;
use super::{Claim, Observation, Recognised, Source};
use crate::classes;
use crate::classifier::{CLASSES, Classification};
use crate::head::{DENIM, Head};
use crate::network::InferenceError;
use crate::picture::Crop;

/// The likelihood that a label with materials and care belongs to clothing rather than another textile.
const SEWN_IN: f32 = 0.7;

/// A photo of a label gives no result.
pub(super) struct Kind;

impl Recogniser for Kind {
    fn pass(&self) -> Pass {
        Pass::BeforeProduct
    }

    fn observe(&self, photo: &Photo<'_>, _: Recognised) -> Result<Vec<Observation>, InferenceError> {
        if photo.label()?.is_garment_label() {
            return Ok(vec![Observation {
                claim: Claim::Product(Recognised::Department(Department::Clothing)),
                confidence: SEWN_IN,
                source: Source::Text,
            }]);
        }
        let heads = photo.models.heads();
        let classified = photo.classified(&crops(heads))?;
        let denim = photo.models.denim();
        let mut observations =
            photo.time(Step::Judge, || [judge(&classified, heads), fabric(&classified, denim)].concat());
        if photo.is_full_of_text()? {
            for observation in &mut observations {
                observation.source = Source::ShapeAmongText;
            }
        }
        Ok(observations)
    }
}

/// The crops that vote in the classifier, and those that the heads need. More voting crops improved as many
/// goods as they worsened.
fn crops(heads: &[Head]) -> Vec<Crop> {
    let needed = heads.iter().flat_map(Head::views).flatten();
    let mut crops: Vec<Crop> = Vec::new();
    for crop in needed.chain(&[Crop::Squash, Crop::Centre]) {
        if !crops.contains(crop) {
            crops.push(*crop);
        }
    }
    crops
}

/// Combines the classifier's and the heads' results for one photo. Each head takes over the part of the
/// classifier's probabilities that its goods explain best, and distributes it among its classes. The
/// likelihoods of all goods sum to at most 1.
pub fn judge(classified: &[(Crop, Classification)], heads: &[Head]) -> Vec<Observation> {
    let mut left = average(classified);
    let mut masses: Vec<(Recognised, f32)> = Vec::new();
    for head in heads {
        let Some(kinds) = head.probabilities(classified) else { continue };
        let pairs = || head.classes().iter().zip(&kinds);
        let own: f32 = pairs().filter(|(class, _)| class.good.is_some()).map(|(_, kind)| kind).sum();
        let opened = head.take(&mut left, &kinds);
        for (class, kind) in pairs() {
            if let Some(good) = class.good {
                add(&mut masses, good, opened * kind / own.max(f32::EPSILON));
            }
        }
    }
    for (class, mass) in left.into_iter().enumerate() {
        if let Some(good) = classes::good(class) {
            add(&mut masses, good, mass);
        }
    }
    let observe = |(product, confidence)| Observation {
        claim: Claim::Product(product),
        confidence,
        source: Source::Shape,
    };
    masses.into_iter().map(observe).collect()
}

/// Returns the likelihood of denim; no observation if a crop is missing.
pub fn fabric(classified: &[(Crop, Classification)], denim: &Head) -> Vec<Observation> {
    let likely = denim.probability(DENIM, classified);
    let observe = |confidence| Observation { claim: Claim::Denim, confidence, source: Source::Shape };
    likely.map(observe).into_iter().collect()
}

fn add(masses: &mut Vec<(Recognised, f32)>, good: Good, mass: f32) {
    let product = reported(good);
    match masses.iter_mut().find(|(known, _)| *known == product) {
        Some((_, sum)) => *sum += mass,
        None => masses.push((product, mass)),
    }
}

/// Keys of goods reported as their whole type or department, because heads and classes name only goods that
/// are more specific than the engine can recognize ("knee-high boots").
const REPORTED_BROADLY: [&str; 3] = ["boots", "shoes", "hat"];

/// As itself, or as its whole type or department.
fn reported(good: Good) -> Recognised {
    if REPORTED_BROADLY.contains(&good.key()) { good.product().into() } else { Recognised::Good(good) }
}

/// Averages the class probabilities over the voting crops. Crops for heads do not vote: the classifier is
/// most reliable on the center, and three of four crops would show the whole photo.
pub fn average(classified: &[(Crop, Classification)]) -> Vec<f32> {
    let votes = || classified.iter().filter(|(crop, _)| !crop.is_for_heads());
    let share = 1.0 / f32::from(u16::try_from(votes().count().max(1)).unwrap_or(u16::MAX));
    let mut mean = vec![0.0; CLASSES];
    for (_, output) in votes() {
        for (sum, probability) in mean.iter_mut().zip(&output.probabilities) {
            *sum += probability * share;
        }
    }
    mean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(class: usize) -> Classification {
        let mut probabilities = vec![0.0; CLASSES];
        probabilities[class] = 1.0;
        Classification { probabilities, features: Vec::new() }
    }

    #[test]
    fn crop_that_only_heads_use_does_not_vote() {
        let classified =
            [(Crop::Squash, output(504)), (Crop::Centre, output(968)), (Crop::Middle, output(968))];
        let mean = average(&classified);
        assert_eq!((mean[504], mean[968]), (0.5, 0.5));
    }

    #[test]
    fn without_a_head_the_classifier_decides() {
        let observations = judge(&[(Crop::Squash, output(402)), (Crop::Centre, output(402))], &[]);
        let guitar = Recognised::Good(Good::from_key("acoustic_guitar").expect("is in the table"));
        let guitars = observations.iter().filter(|observation| observation.claim == Claim::Product(guitar));
        assert!((guitars.map(|observation| observation.confidence).sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
