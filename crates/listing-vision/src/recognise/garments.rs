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
/// The classifier's own word is taken when it makes up this part of all worn classes: of 30 photos for
/// which it does, 28 show jeans; from 0.4 on it is 45 of 70 (`docs/heads.md`).
const CLEARLY: f32 = 0.9;

/// The good, or jeans where the head sees trousers and the classifier clearly sees jeans, from the
/// probabilities of its classes. Of other garments, shoes and hats its word was wrong too often.
pub(super) fn refined(good: Good, probabilities: &[f32]) -> Good {
    if good.key() != "trousers" {
        return good;
    }
    let worn: f32 = WORN.iter().filter_map(|&class| probabilities.get(class)).sum();
    let jeans = probabilities.get(JEAN).copied().unwrap_or(0.0);
    let clear = classes::good(JEAN).filter(|_| worn > 0.0 && jeans >= worn * CLEARLY);
    clear.unwrap_or(good)
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
        check("trousers", &[(608, 0.6), (842, 0.05)], "jeans");
        check("trousers", &[(608, 0.6), (842, 0.2)], "trousers");
        check("shoes", &[(502, 0.9)], "shoes");
        check("jacket", &[(869, 0.9)], "jacket");
    }
}
