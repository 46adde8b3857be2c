//! Decides on the most precise result that the evidence supports.

use std::collections::HashMap;
use std::hash::Hash;

use listing_domain::product::{Good, ProductType};

use super::{Alternative, Evidence, Recognised, Recognition};

/// The minimum likelihood of a named good: a balance between more right and fewer wrong results
/// (`docs/quality.md`).
const SURE_GOOD: f32 = 0.564;
const SURE_TYPE: f32 = SURE_GOOD;
/// Goods and types with their own minimum (`docs/heads.md`); infinity means never. It is higher where the
/// usual one gave too many wrong results on photos of unknown sellers, and lower where results stayed as
/// often right.
const NEEDED: [(&str, f32); 8] = [
    ("sandals", f32::INFINITY),
    ("sneakers", 0.7),
    ("heels", 0.5),
    ("jacket", 0.65),
    ("blazer", 0.7),
    ("polo_shirt", 0.65),
    ("hoodie", 0.45),
    ("cap", 0.45),
];
const SURE_DEPARTMENT: f32 = 0.45;
/// The goods' likelihoods are divided by their sum, but at least by this value, to discount evidence for
/// animals, plants or scenery: a seller's photo shows something to sell.
const LEAST_GOODS: f32 = 0.6;
/// Less likely products are noise.
const LEAST_ALTERNATIVE: f32 = 0.03;

/// The product, its confidence, and the alternatives.
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

/// Product types, with the key of a good whose name covers all of them, if no single type is confident. The
/// type of T-shirts includes tank tops and polo shirts, which are not called T-shirts.
const COVERED: [(&[ProductType], &str); 3] = [
    (&[ProductType::Jacket, ProductType::Coat], "jacket"),
    (&[ProductType::TShirt, ProductType::Shirt, ProductType::Sweater], "top"),
    (&[ProductType::Trousers, ProductType::Jeans], "trousers"),
];

fn needed(product: Recognised) -> f32 {
    let (key, common) = match product {
        Recognised::Good(good) => (good.key(), SURE_GOOD),
        Recognised::Type(kind) => (kind.code(), SURE_TYPE),
        Recognised::Department(_) => return SURE_DEPARTMENT,
        Recognised::Nothing => return 0.0,
    };
    NEEDED.iter().find(|(named, _)| *named == key).map_or(common, |(_, needed)| *needed)
}

fn most_precise(likelihoods: &[(Recognised, f32)]) -> (Recognised, f32) {
    let goods = likelihoods.iter().filter(|(product, _)| matches!(product, Recognised::Good(_)));
    let best = goods.max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some(&(good, likelihood)) = best.filter(|(good, likelihood)| *likelihood >= needed(*good)) {
        return (good, likelihood);
    }
    let kind = |product: Recognised| product.product().kind();
    let own_kind = |product| kind(product).filter(|kind| *kind != ProductType::TShirt);
    let covering = |product: Recognised| {
        let covers =
            |(kinds, _): &&(&[ProductType], _)| kind(product).is_some_and(|kind| kinds.contains(&kind));
        COVERED.iter().find(covers).and_then(|(_, key)| Good::from_key(key))
    };
    let department = |product: Recognised| product.product().department();
    let levels = [
        best_sum(likelihoods, own_kind).map(|(kind, sum)| (Recognised::Type(kind), sum)),
        best_sum(likelihoods, covering).map(|(good, sum)| (Recognised::Good(good), sum)),
        best_sum(likelihoods, department).map(|(department, sum)| (Recognised::Department(department), sum)),
    ];
    let sure = levels.into_iter().flatten().find(|(product, sum)| *sum >= needed(*product));
    sure.unwrap_or((Recognised::Nothing, 0.0))
}

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
    use listing_domain::product::Department;

    fn evidence(classes: &[(usize, f32)]) -> Evidence {
        let mut evidence = Evidence::default();
        for &(class, mass) in classes {
            if let Some(good) = good(class) {
                evidence.add(Recognised::Good(good), mass);
            }
        }
        evidence
    }

    fn check(classes: &[(usize, f32)], expected: Recognised, confidence: f32) {
        let (product, sure, _) = decide(&evidence(classes));
        assert_eq!(product, expected);
        assert!((sure - confidence).abs() < 1e-4, "{sure}");
    }

    #[test]
    fn most_precise_confident_level_is_returned() {
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
    fn word_for_several_types_is_used_if_no_type_is_confident() {
        let sure = |goods: [&str; 3]| {
            let mut evidence = Evidence::default();
            for (key, mass) in goods.into_iter().zip([0.4, 0.3, 0.2]) {
                evidence.add(Recognised::Good(Good::from_key(key).unwrap()), mass);
            }
            decide(&evidence).0
        };
        let good = |key| Recognised::Good(Good::from_key(key).unwrap());
        assert_eq!(sure(["t_shirt", "polo_shirt", "dress"]), good("top"));
        assert_eq!(sure(["jumper", "long_sleeve_t_shirt", "dress"]), good("top"));
        assert_eq!(sure(["jumper", "cardigan", "t_shirt"]), Recognised::Type(ProductType::Sweater));
        assert_eq!(sure(["jeans", "trousers", "dress"]), good("trousers"));
        assert_eq!(sure(["coat", "blazer", "dress"]), good("jacket"));
        assert_eq!(sure(["dress", "skirt", "top"]), Recognised::Department(Department::Clothing));
    }

    #[test]
    fn unreliable_good_needs_more_confidence_or_is_never_named() {
        let shoes = Recognised::Department(Department::Shoes);
        let decided = |key, mass| {
            let mut evidence = Evidence::default();
            evidence.add(Recognised::Good(Good::from_key(key).unwrap()), mass);
            evidence.add(shoes, 1.0 - mass);
            decide(&evidence)
        };
        assert_eq!(decided("sneakers", 0.75).0, Recognised::Good(Good::from_key("sneakers").unwrap()));
        assert_eq!(decided("sneakers", 0.65).0, shoes);
        assert_eq!(decided("heels", 0.52).0, Recognised::Good(Good::from_key("heels").unwrap()));
        assert_eq!(decided("sandals", 0.99).0, shoes);
        assert!(decided("sandals", 0.99).1 > 0.999, "the broader word has its own confidence");
    }

    #[test]
    fn evidence_for_animals_is_discounted_but_lowers_the_confidence() {
        // Class 285 is a cat.
        check(&[(402, 0.4), (285, 0.6)], Recognised::Good(good(402).unwrap()), 0.4 / 0.6);
        check(&[(402, 0.2), (285, 0.8)], Recognised::Nothing, 0.0);
    }

    #[test]
    fn alternatives_are_the_next_likely_goods() {
        let (_, _, alternatives) = decide(&evidence(&[(402, 0.6), (546, 0.2), (889, 0.1), (420, 0.01)]));
        let goods: Vec<Good> = alternatives.iter().map(|alternative| alternative.good).collect();
        assert_eq!(goods, [good(546).unwrap(), good(889).unwrap()]);
    }
}
