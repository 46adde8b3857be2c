//! Heads: small trained layers that recognize goods, such as "denim jacket", from the classifier's features.
//! The classifier has no class for many of them.
//!
//! `cargo xtask train-head` makes a head from labeled photos. The head for garments is built in; operators
//! can add their own as `*.head` files in the models folder.

mod file;

use listing_domain::product::{Department, Good};

use crate::classes;
use crate::classifier::{CLASSES, Classification, FEATURES, softmax};
use crate::network::ModelsError;
use crate::picture::Crop;

/// In the format of [`Head::from_bytes`].
static GARMENTS: &[u8] = include_bytes!("../../data/garments.head");

/// Distinguishes denim from other fabrics of garments.
static DENIM_OR_NOT: &[u8] = include_bytes!("../../data/denim.head");

/// Label of garments made of denim.
pub const DENIM: &str = "denim";

/// Label of things that are none of the head's goods.
pub const OTHER: &str = "other";

/// A group of crops whose features are averaged; the averages of all views together are a head's input.
pub type View = Vec<Crop>;

/// A class of a head: a label of its training photos.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadClass {
    /// The label, such as "denim".
    pub label: String,
    /// The label's good; none for [`OTHER`] and for fabrics.
    pub good: Option<Good>,
}

/// The trained numbers of a head.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layer {
    /// A row for each class, one weight per input number.
    pub weights: Vec<f32>,
    /// Added to each class's score.
    pub biases: Vec<f32>,
    /// Divides the scores, which calibrates the probabilities.
    pub temperature: f32,
    /// For each class, the classifier's usual output for its photos.
    pub profiles: Vec<ClassProfile>,
}

/// The classifier's usual output for photos of one class of a head, for which it mostly has no class itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClassProfile {
    /// The mean probability of each of the classifier's classes in photos where it is below [`SURE`].
    pub unsure: Vec<f32>,
    /// The share of photos in which the classifier is sure of each of its classes, though it is wrong.
    pub sure: Vec<f32>,
}

/// The lowest probability at which the classifier is sure.
pub const SURE: f32 = 0.5;
/// The assumed [`ClassProfile::unsure`] for things outside the head: any of some 350 goods, and the
/// classifier is sure in three of five photos.
const ELSEWHERE_UNSURE: f32 = 0.5 / 350.0;
/// The assumed [`ClassProfile::sure`] for the same things.
const ELSEWHERE_SURE: f32 = 0.6 / 350.0;
/// Weight of the evidence against a head's goods, relative to that for them: their profiles were learned from
/// dozens of photos or more, those of other goods from none.
const DOUBT: f32 = 2.0;
/// Factor for bags, which are sold more often than most goods, though the classifier has few classes for
/// them.
const BAGS: f32 = 6.0;
/// A class missing in some hundreds of training photos may still occur.
const LEAST_SEEN: f32 = 5e-5;

/// A softmax layer on the features of a photo's views.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    views: Vec<View>,
    classes: Vec<HeadClass>,
    layer: Layer,
    notes: Vec<(String, String)>,
}

impl Head {
    /// Returns the built-in head for garments.
    pub fn garments() -> Result<Self, ModelsError> {
        Self::from_bytes(GARMENTS)
    }

    /// Returns the built-in head whose classes are fabrics, not goods.
    pub fn denim() -> Result<Self, ModelsError> {
        Self::from_bytes(DENIM_OR_NOT)
    }

    /// Creates a head, with notes on its source and quality.
    pub fn new(
        views: Vec<View>,
        classes: Vec<HeadClass>,
        layer: Layer,
        notes: Vec<(String, String)>,
    ) -> Result<Self, ModelsError> {
        let width = views.len() * FEATURES;
        let is_whole = width > 0
            && classes.len() >= 2
            && views.iter().all(|view| !view.is_empty())
            && layer.biases.len() == classes.len()
            && layer.weights.len() == classes.len() * width
            && layer.profiles.len() == classes.len()
            && layer
                .profiles
                .iter()
                .all(|profile| profile.unsure.len() == CLASSES && profile.sure.len() == CLASSES)
            && layer.temperature > 0.0;
        if is_whole {
            Ok(Self { views, classes, layer, notes })
        } else {
            Err(ModelsError::Shape { what: "a head" })
        }
    }

    /// Returns the groups of crops that are the input.
    pub fn views(&self) -> &[View] {
        &self.views
    }

    /// Returns the classes in the order of the probabilities.
    pub fn classes(&self) -> &[HeadClass] {
        &self.classes
    }

    /// Returns the names and values of the maker's notes.
    pub fn notes(&self) -> &[(String, String)] {
        &self.notes
    }

    /// Returns the probability of each class, given that the photo shows one of them; `None` if a crop is
    /// missing.
    pub fn probabilities(&self, classified: &[(Crop, Classification)]) -> Option<Vec<f32>> {
        Some(self.judge(&input(&self.views, classified)?))
    }

    /// Returns a label's probability; `None` if a crop or the class is missing.
    pub fn probability(&self, label: &str, classified: &[(Crop, Classification)]) -> Option<f32> {
        let class = self.classes.iter().position(|class| class.label == label)?;
        self.probabilities(classified)?.get(class).copied()
    }

    /// Returns the probability of each class for the features of all views.
    pub fn judge(&self, input: &[f32]) -> Vec<f32> {
        let rows = self.layer.weights.chunks_exact(self.views.len() * FEATURES);
        let scores: Vec<f32> = rows
            .zip(&self.layer.biases)
            .map(|(row, bias)| (dot(row, input) + bias) / self.layer.temperature)
            .collect();
        softmax(&scores)
    }

    /// Removes from `beliefs` (the classifier's probabilities) the part that supports goods of this head, and
    /// returns the removed sum. `kinds` are the head's own probabilities.
    ///
    /// Either the photo shows one of the head's goods, and the classifier gives its usual output for them, or
    /// it shows another thing. Each class of the classifier contributes a likelihood ratio, weighted by its
    /// probability.
    pub(crate) fn take(&self, beliefs: &mut [f32], kinds: &[f32]) -> f32 {
        let total: f32 = beliefs.iter().sum();
        let mut log_odds = 0.0;
        let mut left = 0.0;
        for (seen, belief) in beliefs.iter_mut().enumerate() {
            let is_sure = *belief >= SURE;
            let in_head = LEAST_SEEN + self.seen_as(seen, is_sure, kinds);
            let outside = likelihood_outside(seen, is_sure);
            log_odds += *belief / total.max(f32::EPSILON) * (in_head / outside).ln();
            *belief *= outside / (in_head + outside);
            left += *belief;
        }
        let log_odds = if log_odds < 0.0 { log_odds * DOUBT } else { log_odds };
        let taken = total / (1.0 + (-log_odds).exp());
        for belief in beliefs {
            *belief *= (total - taken) / left.max(f32::EPSILON);
        }
        taken
    }

    /// The frequency, from 0 to 1, with which the classifier reports its class `seen` in photos of the head's goods.
    fn seen_as(&self, seen: usize, is_sure: bool, kinds: &[f32]) -> f32 {
        let own = self.classes.iter().zip(&self.layer.profiles).zip(kinds);
        own.filter(|((class, _), _)| class.good.is_some())
            .map(|((_, profile), kind)| {
                kind * if is_sure { profile.sure[seen] } else { profile.unsure[seen] }
            })
            .sum()
    }
}

/// The same in photos of other things.
fn likelihood_outside(seen: usize, is_sure: bool) -> f32 {
    let department = classes::good(seen).and_then(|good| good.product().department());
    let popularity = if department == Some(Department::Bags) { BAGS } else { 1.0 };
    popularity * if is_sure { ELSEWHERE_SURE } else { ELSEWHERE_UNSURE }
}

/// Concatenates the features of the views; `None` if a crop is missing.
pub fn input(views: &[View], classified: &[(Crop, Classification)]) -> Option<Vec<f32>> {
    let mut input = Vec::with_capacity(views.len() * FEATURES);
    for view in views {
        let mut sum = vec![0.0; FEATURES];
        for crop in view {
            let (_, output) = classified.iter().find(|(known, _)| known == crop)?;
            for (sum, value) in sum.iter_mut().zip(&output.features) {
                *sum += value;
            }
        }
        let share = 1.0 / f32::from(u16::try_from(view.len()).unwrap_or(u16::MAX));
        input.extend(sum.into_iter().map(|sum| sum * share));
    }
    Some(input)
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part that the head for garments takes over in a photo of a jacket.
    fn taken(seen: &[(usize, f32)]) -> f32 {
        let head = Head::garments().unwrap();
        let is_jacket = |class: &HeadClass| class.good == Good::from_key("jacket");
        let kinds: Vec<f32> =
            head.classes().iter().map(|class| if is_jacket(class) { 1.0 } else { 0.0 }).collect();
        let mut beliefs = vec![0.0; CLASSES];
        for &(class, belief) in seen {
            beliefs[class] = belief;
        }
        let taken = head.take(&mut beliefs, &kinds);
        let sum: f32 = seen.iter().map(|(_, belief)| belief).sum();
        assert!(
            (taken + beliefs.iter().sum::<f32>() - sum).abs() < 1e-3,
            "taken and remaining beliefs do not add up to the sum before"
        );
        taken
    }

    #[test]
    fn sleeping_bag_class_counts_as_a_jacket_laid_flat() {
        // 797 is a sleeping bag, 869 a trench coat, 735 a poncho, 620 a laptop, 414 a backpack.
        assert!(taken(&[(797, 0.4), (869, 0.2), (735, 0.2)]) > 0.6);
        assert!(taken(&[(620, 0.9)]) < 0.1);
        assert!(taken(&[(414, 0.9)]) < 0.3);
        assert!(taken(&[(869, 0.9)]) > 0.7);
    }

    #[test]
    fn built_in_head_is_valid() {
        let head = Head::garments().unwrap();
        assert_eq!(head.to_bytes(), GARMENTS);
        assert!(head.notes().iter().any(|(name, value)| name == "licence" && value.starts_with("CC0")));
    }
}
