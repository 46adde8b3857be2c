//! Merges the observations of all sources and photos into one result.
//!
//! A subject is what an observation is about, such as the brand. A voice is one source (such as the text) in
//! one photo, if it observes the subject; the likelihood of a value is its mean confidence over all voices. A
//! source without an observation of the subject does not vote, for example on the brand in a photo without a
//! label. Photos of labels and plates determine the product only if there are no other photos.

use std::collections::HashMap;

use super::garments::{SURE_DENIM, of_denim};
use super::{Claim, Evidence, Observation, Recognition, Seen, Source, verdict};
use crate::colour::{self, Colour, ColourFinding};
use crate::pattern::Pattern;

/// Less likely values are dropped.
const LIKELY: f32 = 0.5;

/// Merges the observations of each photo.
pub fn merge(photos: &[Vec<Observation>]) -> Recognition {
    let (product, confidence, alternatives) = verdict::decide(&products(photos));
    let product = if is_denim(photos) { of_denim(product) } else { product };
    Recognition {
        product,
        confidence,
        alternatives,
        colour: colour(photos),
        pattern: pattern(photos),
        brand: likeliest(photos, |claim| if let Claim::Brand(brand) = claim { Some(*brand) } else { None }),
        reference: likeliest(photos, |claim| {
            if let Claim::Reference(reference) = claim { Some(reference.clone()) } else { None }
        }),
        size: likeliest(
            photos,
            |claim| if let Claim::Size(size) = claim { Some(size.clone()) } else { None },
        ),
        materials: likeliest(photos, |claim| {
            if let Claim::Materials(materials) = claim { Some(materials.clone()) } else { None }
        }),
    }
}

fn is_denim(photos: &[Vec<Observation>]) -> bool {
    let likelihoods = pool(photos, |claim| (*claim == Claim::Denim).then_some(true));
    likelihoods.iter().any(|(_, likelihood)| *likelihood >= SURE_DENIM)
}

/// Likelier than all others together.
fn likeliest<V: PartialEq>(
    photos: &[Vec<Observation>],
    subject: impl Fn(&Claim) -> Option<V>,
) -> Option<Seen<V>> {
    let likelihoods = pool(photos, &subject).into_iter();
    let (value, confidence) = likelihoods.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let claims =
        |photo: &Vec<Observation>| photo.iter().any(|one| subject(&one.claim).as_ref() == Some(&value));
    let photos =
        photos.iter().enumerate().filter(|(_, photo)| claims(photo)).map(|(index, _)| index).collect();
    (confidence > LIKELY).then_some(Seen { value, confidence, photos })
}

/// From the most reliable source.
pub(super) fn products(photos: &[Vec<Observation>]) -> Evidence {
    let is_of_product = |observation: &&Observation| matches!(observation.claim, Claim::Product(_));
    let best = photos.iter().flatten().filter(is_of_product).map(|observation| observation.source).min();
    let likelihoods = pool_where(photos, |observation| match observation.claim {
        Claim::Product(product) if Some(observation.source) == best => Some(product),
        _ => None,
    });
    let mut evidence = Evidence::default();
    for (product, likelihood) in likelihoods {
        evidence.add(product, likelihood);
    }
    evidence
}

/// As described by its most confident observation.
fn colour(photos: &[Vec<Observation>]) -> Option<ColourFinding> {
    let finding = |claim: &Claim| match claim {
        Claim::Colour(finding) => Some(*finding),
        _ => None,
    };
    let likelihoods: HashMap<Colour, f32> =
        pool(photos, |claim| finding(claim).map(|finding: ColourFinding| finding.primary))
            .into_iter()
            .collect();
    let likelihood = |finding: &ColourFinding| likelihoods.get(&finding.primary).copied().unwrap_or(0.0);
    let findings = photos.iter().flatten().filter_map(|observation| finding(&observation.claim));
    findings
        .filter(|finding| likelihood(finding) >= colour::SURE)
        .max_by(|a, b| likelihood(a).total_cmp(&likelihood(b)).then(a.confidence.total_cmp(&b.confidence)))
}

/// Recognizers report only confident patterns.
fn pattern(photos: &[Vec<Observation>]) -> Option<Pattern> {
    let patterns = pool(photos, |claim| match claim {
        Claim::Pattern(pattern) => Some(*pattern),
        _ => None,
    });
    patterns.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(pattern, _)| pattern)
}

/// In the order of first mention.
fn pool<V: PartialEq>(photos: &[Vec<Observation>], subject: impl Fn(&Claim) -> Option<V>) -> Vec<(V, f32)> {
    pool_where(photos, |observation| subject(&observation.claim))
}

/// In the order of first mention.
fn pool_where<V: PartialEq>(
    photos: &[Vec<Observation>],
    subject: impl Fn(&Observation) -> Option<V>,
) -> Vec<(V, f32)> {
    let mut sums: Vec<(V, f32)> = Vec::new();
    let mut voices = 0.0;
    for photo in photos {
        let mut sources: Vec<Source> = Vec::new();
        for observation in photo {
            let Some(value) = subject(observation) else { continue };
            if !sources.contains(&observation.source) {
                sources.push(observation.source);
                voices += 1.0;
            }
            match sums.iter_mut().find(|(known, _)| *known == value) {
                Some((_, sum)) => *sum += observation.confidence,
                None => sums.push((value, observation.confidence)),
            }
        }
    }
    sums.into_iter().map(|(value, sum)| (value, sum / voices)).collect()
}

#[cfg(test)]
mod tests {
    use listing_domain::product::{Brand, Department, Good, ProductType};

    use super::*;
    use crate::recognise::Recognised;

    fn is(key: &str, confidence: f32) -> Observation {
        let claim = Claim::Product(Recognised::Good(Good::from_key(key).unwrap()));
        Observation { claim, confidence, source: Source::Shape }
    }

    fn has(primary: Colour, confidence: f32) -> Observation {
        let finding = ColourFinding { primary, secondary: None, confidence };
        Observation { claim: Claim::Colour(finding), confidence, source: Source::Pixels }
    }

    fn good(recognition: &Recognition) -> Option<&'static str> {
        match recognition.product {
            Recognised::Good(good) => Some(good.key()),
            _ => None,
        }
    }

    #[test]
    fn photos_have_equal_weight_in_the_merged_result() {
        let merged =
            merge(&[vec![is("dress", 0.9), is("top", 0.1)], vec![is("skirt", 0.7), is("dress", 0.3)]]);
        assert_eq!(good(&merged), Some("dress"));
        assert!((merged.confidence - 0.6).abs() < 1e-6, "{}", merged.confidence);
        assert_eq!(merged.alternatives[0].good.key(), "skirt");
    }

    #[test]
    fn garment_gets_its_denim_name_if_denim_is_confident() {
        let denim = |confidence| Observation { claim: Claim::Denim, confidence, source: Source::Shape };
        let named = |key, likely| good(&merge(&[vec![is(key, 0.8), denim(likely)]])).unwrap();
        assert_eq!(named("jacket", 0.97), "denim_jacket");
        assert_eq!(named("trousers", 0.97), "jeans");
        assert_eq!(named("jacket", 0.85), "jacket");
        assert_eq!(named("sofa", 0.97), "sofa");
        let other_photo = vec![is("jacket", 0.8), denim(0.1)];
        let merged = merge(&[vec![is("jacket", 0.8), denim(0.97)], other_photo]);
        assert_eq!(good(&merged), Some("jacket"), "the photos disagree");
    }

    #[test]
    fn photo_without_a_product_does_not_lower_the_confidence() {
        let merged = merge(&[vec![is("dress", 0.9), is("top", 0.1)], vec![has(Colour::Red, 0.8)], vec![]]);
        assert_eq!(good(&merged), Some("dress"));
        assert!((merged.confidence - 0.9).abs() < 1e-6, "{}", merged.confidence);
    }

    #[test]
    fn evidence_for_a_type_outweighs_uncertain_goods_of_the_type() {
        let jacket = Claim::Product(Recognised::Type(ProductType::Jacket));
        let broad = Observation { claim: jacket, confidence: 0.4, source: Source::Shape };
        let merged = merge(&[vec![is("blazer", 0.4), is("bomber_jacket", 0.35)], vec![broad]]);
        assert_eq!(merged.product, Recognised::Type(ProductType::Jacket));
    }

    #[test]
    fn different_brands_in_two_photos_give_no_brand() {
        let named = |name: &str| {
            let claim = Claim::Brand(Brand::named(name).unwrap());
            vec![Observation { claim, confidence: 0.95, source: Source::Text }]
        };
        let brand = |photos: &[Vec<Observation>]| merge(photos).brand.map(|brand| brand.value.name());
        let thrice = [named("Nike"), vec![is("dress", 0.9)], named("Nike")];
        assert_eq!(brand(&thrice), Some("Nike"));
        assert_eq!(merge(&thrice).brand.unwrap().photos, [0, 2], "the indexes of the photos with the brand");
        assert_eq!(brand(&[named("Nike"), named("Zara")]), None);
        assert_eq!(brand(&[]), None);
    }

    #[test]
    fn photo_of_text_never_changes_the_product_of_another_photo() {
        let claim = Claim::Product(Recognised::Department(Department::Clothing));
        let label = vec![Observation { claim, confidence: 0.7, source: Source::Text }];
        let plate = vec![Observation { source: Source::ShapeAmongText, ..is("fridge", 0.9) }];
        for (key, confidence) in [("shirt", 0.58), ("novel", 0.6), ("laptop", 0.97)] {
            let item = vec![is(key, confidence)];
            let alone = merge(std::slice::from_ref(&item));
            for text in [&label, &plate] {
                let merged = merge(&[item.clone(), text.clone()]);
                assert_eq!((merged.product, merged.confidence), (alone.product, alone.confidence), "{key}");
            }
        }
        assert_eq!(good(&merge(&[plate, label.clone()])), Some("fridge"), "a plate shows more than a label");
        assert_eq!(merge(&[label]).product, Recognised::Department(Department::Clothing));
    }

    #[test]
    fn colour_is_reported_only_if_the_photos_agree() {
        let photos = |sure: f32| {
            [has(Colour::NavyBlue, 1.0), has(Colour::Black, 0.4), has(Colour::NavyBlue, sure)]
                .map(|seen| vec![seen])
        };
        let colour = merge(&photos(0.9)).colour;
        assert_eq!(colour.map(|it| it.primary), None, "one photo of three shows another color");
        let colour =
            merge(&[vec![has(Colour::NavyBlue, 0.97)], vec![has(Colour::NavyBlue, 0.86)]]).colour.unwrap();
        assert_eq!((colour.primary, colour.confidence), (Colour::NavyBlue, 0.97));
        assert_eq!(merge(&[]).colour, None);
    }

    #[test]
    fn pattern_of_most_photos_is_reported() {
        let shows = |pattern, confidence| {
            vec![Observation { claim: Claim::Pattern(pattern), confidence, source: Source::Pixels }]
        };
        let photos =
            [shows(Pattern::Plain, 0.9), shows(Pattern::Checks, 0.7), shows(Pattern::Checks, 0.8), vec![]];
        assert_eq!(merge(&photos).pattern, Some(Pattern::Checks));
    }
}
