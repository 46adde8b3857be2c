//! From evidence to an answer: as precise as is sure enough, and no more.

use std::collections::HashMap;
use std::hash::Hash;

use listing_domain::product::Good;

use super::{Alternative, Evidence, Recognised, Recognition};

/// A good is said from this likelihood on: between more right and fewer wrong (`docs/quality.md`).
const SURE_GOOD: f32 = 0.564;
/// A product type is said from this summed likelihood on.
const SURE_TYPE: f32 = SURE_GOOD;
/// A department is said from this summed likelihood on.
const SURE_DEPARTMENT: f32 = 0.45;
/// A seller's photo shows something to sell: what speaks for animals, plants or scenery is
/// discounted down to this part of evidence for goods.
const LEAST_GOODS: f32 = 0.6;
/// Less likely alternatives are noise.
const LEAST_ALTERNATIVE: f32 = 0.03;

/// The answer that the evidence allows, its confidence, and what else it may be.
pub(super) fn decide(evidence: &Evidence) -> (Recognised, f32, Vec<Alternative>) {
    let sold: f32 = evidence.masses().iter().map(|(_, mass)| mass).sum();
    let scale = 1.0 / sold.max(LEAST_GOODS);
    let likelihoods: Vec<(Recognised, f32)> =
        evidence.masses().iter().map(|(product, mass)| (*product, mass * scale)).collect();
    let (product, confidence) = most_precise(&likelihoods);
    let ranked: Vec<(Good, f32)> =
        evidence.ranked().into_iter().map(|(good, mass)| (good, mass * scale)).collect();
    let others = ranked
        .iter()
        .filter(|(good, likelihood)| Recognised::Good(*good) != product && *likelihood >= LEAST_ALTERNATIVE);
    let alternatives = others.map(|&(good, confidence)| Alternative { good, confidence });
    (product, confidence, alternatives.take(Recognition::MAX_ALTERNATIVES).collect())
}

fn most_precise(likelihoods: &[(Recognised, f32)]) -> (Recognised, f32) {
    let goods = likelihoods.iter().filter(|(product, _)| matches!(product, Recognised::Good(_)));
    if let Some(&(good, likelihood)) =
        goods.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, likelihood)| *likelihood >= SURE_GOOD)
    {
        return (good, likelihood);
    }
    let kind = |product: Recognised| product.product().kind();
    let department = |product: Recognised| product.product().department();
    match (best_sum(likelihoods, kind), best_sum(likelihoods, department)) {
        (Some((product, sum)), _) if sum >= SURE_TYPE => (Recognised::Type(product), sum),
        (_, Some((department, sum))) if sum >= SURE_DEPARTMENT => (Recognised::Department(department), sum),
        _ => (Recognised::Nothing, 0.0),
    }
}

/// The group with the largest summed likelihood.
fn best_sum<G: Eq + Hash + Copy>(
    likelihoods: &[(Recognised, f32)],
    group: impl Fn(Recognised) -> Option<G>,
) -> Option<(G, f32)> {
    let mut sums: HashMap<G, f32> = HashMap::new();
    for (product, likelihood) in likelihoods {
        if let Some(group) = group(*product) {
            *sums.entry(group).or_default() += likelihood;
        }
    }
    sums.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classes::good;
    use listing_domain::product::{Department, ProductType};

    fn of(classes: &[(usize, f32)]) -> Evidence {
        let mut evidence = Evidence::default();
        for &(class, mass) in classes {
            if let Some(good) = good(class) {
                evidence.add(Recognised::Good(good), mass);
            }
        }
        evidence
    }

    fn check(classes: &[(usize, f32)], expected: Recognised, confidence: f32) {
        let (product, sure, _) = decide(&of(classes));
        assert_eq!(product, expected);
        assert!((sure - confidence).abs() < 1e-4, "{sure}");
    }

    #[test]
    fn the_most_precise_sure_level_is_said() {
        check(&[(402, 0.9), (546, 0.1)], Recognised::Good(good(402).unwrap()), 0.9);
        check(&[(402, 0.4), (546, 0.4), (530, 0.2)], Recognised::Type(ProductType::MusicalInstrument), 0.8);
        check(
            &[(526, 0.3), (532, 0.3), (765, 0.3), (883, 0.1)],
            Recognised::Department(Department::Furniture),
            0.9,
        );
        check(&[(402, 0.2), (526, 0.2), (883, 0.2), (770, 0.2)], Recognised::Nothing, 0.0);
        check(&[], Recognised::Nothing, 0.0);
    }

    #[test]
    fn what_is_not_for_sale_is_discounted_but_not_forgotten() {
        // 285 is a cat.
        check(&[(402, 0.4), (285, 0.6)], Recognised::Good(good(402).unwrap()), 0.4 / 0.6);
        check(&[(402, 0.2), (285, 0.8)], Recognised::Nothing, 0.0);
    }

    #[test]
    fn alternatives_are_the_next_likely_things() {
        let (_, _, alternatives) = decide(&of(&[(402, 0.6), (546, 0.2), (889, 0.1), (420, 0.01)]));
        let goods: Vec<Good> = alternatives.iter().map(|alternative| alternative.good).collect();
        assert_eq!(goods, [good(546).unwrap(), good(889).unwrap()]);
    }
}
