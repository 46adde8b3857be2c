//! Evidence for garments: the clothing head says which kind, the classifier adds what it knows
//! better.

use listing_domain::product::Good;

use super::Evidence;
use crate::garment::Garment;

/// The classifier's classes that are worn. Their sum says whether a photo shows clothes.
const WORN: [usize; 44] = [
    399, 400, 411, 433, 439, 445, 452, 459, 465, 474, 501, 502, 514, 515, 529, 568, 578, 601, 608, 610, 614,
    617, 630, 638, 639, 652, 655, 689, 697, 735, 770, 774, 775, 793, 806, 808, 824, 834, 841, 842, 869, 885,
    887, 911,
];
/// Clothes are in the photo when the worn classes together are likelier than this.
const CLOTHES_FROM: f32 = 0.2;
/// Of what speaks for other things than clothes, the part that is believed once there are clothes.
const DOUBT: f32 = 0.2;

/// Worn things that the clothing head was never, or seldom, shown: apron, bikini, bra, nappy,
/// kimono, swimsuits, sarong, socks, suit; bearskin, bonnet, cowboy hat, sombrero.
const BEYOND_THE_HEAD: [usize; 14] = [411, 439, 445, 452, 459, 515, 529, 614, 638, 639, 775, 806, 808, 834];
/// They are believed when they make up this part of all worn classes.
const CLEARLY_BEYOND: f32 = 0.8;

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

/// What the classifier takes a cap for: headgear of all kinds, and two things of its shape
/// (knee pad, neck brace).
const CAP_LIKE: [usize; 13] = [433, 439, 452, 515, 518, 560, 615, 667, 678, 715, 793, 796, 808];
/// Two of five caps show no clothes to the classifier, which has no class for them. They are caps
/// when the clothing head says so, cap-like classes are at least this likely, and no class of its
/// own explains the photo (a motorcycle helmet).
const CAP_LIKE_FROM: f32 = 0.05;
const CAP_FROM: f32 = 0.5;
const EXPLAINS: f32 = 0.4;
/// How far the clothing head is believed about such a cap.
const CAP_TRUST: f32 = 0.8;

/// Whether the photo shows clothes, from the class probabilities of the whole photo.
pub(super) fn is_clothing(probabilities: &[f32]) -> bool {
    sum(probabilities, &WORN) > CLOTHES_FROM
}

/// How likely the photo shows a cap, although it shows no clothes; 0 when little speaks for it.
pub(super) fn cap(probabilities: &[f32], kinds: &[f32]) -> f32 {
    let hat = Garment::ALL.iter().zip(kinds).find(|(garment, _)| **garment == Garment::Hat);
    let hat = hat.map_or(0.0, |(_, kind)| *kind);
    let explained = probabilities.iter().any(|&probability| probability >= EXPLAINS);
    let is_cap = hat >= CAP_FROM && sum(probabilities, &CAP_LIKE) >= CAP_LIKE_FROM && !explained;
    if is_cap { hat * CAP_TRUST } else { 0.0 }
}

/// Adds a cap, which no class of the classifier names.
pub(super) fn add_cap(evidence: &mut Evidence, mass: f32) {
    add_usual(evidence, Garment::Hat, mass);
}

fn add_usual(evidence: &mut Evidence, garment: Garment, mass: f32) {
    // The test below proves that every garment is a good.
    if let Some(good) = usual(garment) {
        evidence.add(good, mass);
    }
}

/// Adds what a photo of clothes says. `kinds` are the clothing head's probabilities.
pub(super) fn add(evidence: &mut Evidence, probabilities: &[f32], kinds: &[f32]) {
    let worn = sum(probabilities, &WORN).max(f32::EPSILON);
    let beyond = sum(probabilities, &BEYOND_THE_HEAD);
    let is_beyond = beyond >= worn * CLEARLY_BEYOND;
    // Other things (a bed, a curtain behind the garment) lose most of their weight to the clothes.
    let scale = (1.0 - (1.0 - worn) * DOUBT) / worn;
    for (class, &probability) in probabilities.iter().enumerate() {
        if !WORN.contains(&class) {
            evidence.add_class(class, probability * DOUBT);
        } else if is_beyond && BEYOND_THE_HEAD.contains(&class) {
            evidence.add_class(class, probability * scale);
        }
    }
    let left = if is_beyond { worn - beyond } else { worn };
    for (&garment, &kind) in Garment::ALL.iter().zip(kinds) {
        let mass = kind * left * scale;
        match precise_class(garment, probabilities, worn) {
            Some(class) => evidence.add_class(class, mass),
            None => add_usual(evidence, garment, mass),
        }
    }
}

fn sum(probabilities: &[f32], classes: &[usize]) -> f32 {
    classes.iter().filter_map(|&class| probabilities.get(class)).sum()
}

/// The class that says more precisely what a garment is, if one clearly does.
fn precise_class(garment: Garment, probabilities: &[f32], worn: f32) -> Option<usize> {
    let candidates: &[usize] = match garment {
        Garment::Pants => &[JEAN],
        Garment::Longsleeve => &[CARDIGAN, SWEATSHIRT],
        Garment::Outwear => &[FUR_COAT, TRENCH_COAT],
        Garment::Skirt => &[MINISKIRT],
        Garment::Shoes => &SHOES,
        Garment::Hat => &HATS,
        _ => &[],
    };
    let likeliest = |a: &&usize, b: &&usize| probabilities[**a].total_cmp(&probabilities[**b]);
    let best = candidates.iter().max_by(likeliest)?;
    (probabilities[*best] >= worn * CLEARLY).then_some(*best)
}

/// The good that a garment is when nothing more is known.
fn usual(garment: Garment) -> Option<Good> {
    Good::of(match garment {
        Garment::TShirt => "t_shirt",
        Garment::Pants => "trousers",
        Garment::Longsleeve => "long_sleeve_t_shirt",
        Garment::Outwear => "jacket",
        Garment::Shoes => "shoes",
        Garment::Dress => "dress",
        Garment::Shirt => "shirt",
        Garment::Shorts => "shorts",
        Garment::Top => "top",
        Garment::Skirt => "skirt",
        Garment::Hat => "cap",
        Garment::Hoodie => "hoodie",
        Garment::Body => "bodysuit",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classifier::CLASSES;

    fn probabilities(classes: &[(usize, f32)]) -> Vec<f32> {
        let mut all = vec![0.0; CLASSES];
        for &(class, probability) in classes {
            all[class] = probability;
        }
        all
    }

    fn kinds(garment: Garment, probability: f32) -> Vec<f32> {
        Garment::ALL.iter().map(|&other| if other == garment { probability } else { 0.0 }).collect()
    }

    fn check(classes: &[(usize, f32)], garment: Garment, expected: &str) {
        let mut evidence = Evidence::default();
        add(&mut evidence, &probabilities(classes), &kinds(garment, 1.0));
        let (best, _) = evidence.ranked()[0];
        assert_eq!(best.noun(listing_domain::wish::Language::Fr).text(), expected);
    }

    #[test]
    fn every_garment_is_a_good() {
        for garment in Garment::ALL {
            assert!(usual(garment).is_some(), "{garment:?}");
        }
    }

    #[test]
    fn the_head_names_the_garment_and_the_classifier_refines_it() {
        check(&[(885, 0.3), (831, 0.3)], Garment::Dress, "robe");
        check(&[(608, 0.6), (842, 0.1)], Garment::Pants, "jean");
        check(&[(608, 0.1), (885, 0.4)], Garment::Pants, "pantalon");
        check(&[(774, 0.5), (502, 0.3)], Garment::Shoes, "sandales");
        check(&[(445, 0.9)], Garment::Top, "bikini");
    }

    #[test]
    fn a_cap_needs_both_networks_and_no_better_explanation() {
        let cap_like = probabilities(&[(615, 0.1), (414, 0.2)]);
        assert!(cap(&cap_like, &kinds(Garment::Hat, 0.9)) > 0.5);
        assert!(cap(&cap_like, &kinds(Garment::Hat, 0.3)) <= 0.0);
        assert!(cap(&probabilities(&[(414, 0.2)]), &kinds(Garment::Hat, 0.9)) <= 0.0);
        assert!(cap(&probabilities(&[(518, 0.9)]), &kinds(Garment::Hat, 0.9)) <= 0.0, "a helmet");
    }
}
