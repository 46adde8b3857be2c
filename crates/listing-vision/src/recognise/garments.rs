//! Garments that the classifier names more precisely than the head for them.

use listing_domain::product::Good;

use crate::classes;

/// The classifier's classes that are worn.
const WORN: [usize; 44] = [
    399, 400, 411, 433, 439, 445, 452, 459, 465, 474, 501, 502, 514, 515, 529, 568, 578, 601, 608, 610, 614,
    617, 630, 638, 639, 652, 655, 689, 697, 735, 770, 774, 775, 793, 806, 808, 824, 834, 841, 842, 869, 885,
    887, 911,
];

const JEAN: usize = 608;
const CARDIGAN: usize = 474;
const SWEATSHIRT: usize = 841;
const MINISKIRT: usize = 655;
const FUR_COAT: usize = 568;
const TRENCH_COAT: usize = 869;
/// Shoes and hats that the classifier names more precisely: clog, cowboy boot, loafer, running
/// shoe, sandal; bearskin, bonnet, cowboy hat, sombrero.
const SHOES: [usize; 5] = [502, 514, 630, 770, 774];
const HATS: [usize; 4] = [439, 452, 515, 808];
/// The classifier's own word is taken when it makes up this part of all worn classes.
const CLEARLY: f32 = 0.4;

/// The good, or the one that the classifier clearly sees instead, from the probabilities of its
/// classes.
pub(super) fn refined(good: Good, probabilities: &[f32]) -> Good {
    let candidates: &[usize] = match good.key() {
        "trousers" => &[JEAN],
        "long_sleeve_t_shirt" => &[CARDIGAN, SWEATSHIRT],
        "jacket" => &[FUR_COAT, TRENCH_COAT],
        "skirt" => &[MINISKIRT],
        "shoes" => &SHOES,
        "cap" => &HATS,
        _ => &[],
    };
    let worn: f32 = WORN.iter().filter_map(|&class| probabilities.get(class)).sum();
    let likelihood = |class: &&usize| probabilities.get(**class).copied().unwrap_or(0.0);
    let best = candidates.iter().max_by(|a, b| likelihood(a).total_cmp(&likelihood(b)));
    let clear = best.filter(|class| worn > 0.0 && likelihood(class) >= worn * CLEARLY);
    clear.and_then(|class| classes::good(*class)).unwrap_or(good)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classifier::CLASSES;

    fn check(key: &str, classes: &[(usize, f32)], expected: &str) {
        let mut probabilities = vec![0.0; CLASSES];
        for &(class, probability) in classes {
            probabilities[class] = probability;
        }
        assert_eq!(refined(Good::of(key).unwrap(), &probabilities).key(), expected);
    }

    #[test]
    fn the_classifier_refines_what_it_knows_better() {
        check("dress", &[(885, 0.3), (831, 0.3)], "dress");
        check("trousers", &[(608, 0.6), (842, 0.1)], "jeans");
        check("trousers", &[(608, 0.1), (885, 0.4)], "trousers");
        check("shoes", &[(774, 0.5), (502, 0.3)], "sandals");
        check("cap", &[], "cap");
    }
}
