//! Titles: one for each tone, and full of words where buyers search by them.

use super::*;

/// Forty goods of all departments, each with a colour.
pub(super) fn forty() -> Vec<Facts<'static>> {
    const COLOURS: [&str; 8] = ["noir", "blue", "vert", "red", "gris", "beige", "blanc", "brown"];
    let step = Good::all().count() / 40;
    let goods = Good::all().step_by(step).take(40).zip(COLOURS.into_iter().cycle()).enumerate();
    let facts = |(number, (good, colour)): (usize, (Good, &'static str))| Facts {
        colour: Some(ColourFact::Said(colour)),
        seed: Seed::of([&number.to_le_bytes()[..]]),
        ..Facts::of(Product::Good(good))
    };
    goods.map(facts).collect()
}

/// The same with brand, size, condition and material.
pub(super) fn with_attributes(facts: &[Facts<'static>]) -> Vec<Facts<'static>> {
    const BRANDS: [&str; 7] = ["Zara", "Ikea", "Levi’s", "Sony", "Petit Bateau", "Le Creuset", "Nike"];
    const SIZES: [&str; 5] = ["M", "38", "L", "120 x 60 cm", "30 cm"];
    const CONDITIONS: [&str; 4] = ["very_good", "good", "like_new", "new"];
    const MATERIALS: [&str; 5] = ["coton", "leather", "bois", "laine", "metal"];
    let known = |(number, facts): (usize, &Facts<'static>)| Facts {
        brand: Some(BRANDS[number % BRANDS.len()]),
        size: Some(SIZES[number % SIZES.len()]),
        condition: Some(CONDITIONS[number % CONDITIONS.len()]),
        material: Some(MATERIALS[number % MATERIALS.len()]),
        ..*facts
    };
    facts.iter().enumerate().map(known).collect()
}

#[test]
fn every_tone_has_a_title_of_its_own() {
    let forty = forty();
    for facts in samples().iter().chain(&forty).chain(&with_attributes(&forty)) {
        for platform in Platform::ALL {
            for language in Language::ALL {
                let titles: HashSet<String> =
                    Tone::ALL.iter().map(|tone| write(facts, *platform, *language, *tone).title).collect();
                assert_eq!(titles.len(), 3, "{platform} {language}: {titles:?}");
            }
        }
    }
}

#[test]
fn ebays_titles_are_full() {
    let mean = |facts: &[Facts<'_>], language| {
        let length = |facts, tone| write(facts, Platform::Ebay, language, tone).title.chars().count();
        let lengths: Vec<usize> =
            facts.iter().flat_map(|facts| Tone::ALL.iter().map(|tone| length(facts, *tone))).collect();
        lengths.iter().sum::<usize>() / lengths.len()
    };
    let forty = forty();
    let bare: Vec<Facts<'_>> = forty.iter().map(|facts| Facts { colour: None, ..*facts }).collect();
    for language in Language::ALL {
        assert!(mean(&with_attributes(&forty), *language) >= 60);
        assert!(mean(&bare, *language) >= 35, "{}", mean(&bare, *language));
    }
}
