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
fn a_brand_stands_in_a_title_before_a_long_colour() {
    let chair = Facts {
        brand: Some("Ikea"),
        colour: Some(ColourFact::Said("beige rosé nacré aux reflets dorés et argentés")),
        ..Facts::of(Product::Type(ProductType::Chair))
    };
    for platform in Platform::ALL {
        for language in Language::ALL {
            for tone in Tone::ALL {
                let title = write(&chair, *platform, *language, *tone).title;
                assert!(title.to_lowercase().contains("ikea"), "{platform} {language} {tone}: {title}");
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

#[test]
fn parts_stand_in_the_line_of_the_marketplace() {
    let white = Some(ColourFact::Said("blanc"));
    let of = |key| Facts { colour: white, ..Facts::of(Product::Good(Good::of(key).unwrap())) };
    let title = |facts: &Facts<'_>, platform, tone| write(facts, platform, Language::Fr, tone).title;
    // A friendly seller has another name where the goods have one, a casual one a tail.
    let sneakers = of("sneakers");
    assert_eq!(title(&sneakers, Platform::Leboncoin, Tone::Friendly), "Baskets blanches - sneakers");
    assert_eq!(title(&sneakers, Platform::Leboncoin, Tone::Casual), "Baskets blanches - en vente");
    assert_eq!(title(&sneakers, Platform::Mercari, Tone::Casual), "Baskets blanches | En vente");
    assert_eq!(title(&of("teapot"), Platform::Vinted, Tone::Friendly), "Théière blanche, à découvrir");
    // The grade stands before a tail, and the words of a title as sellers of the language order them.
    let good = Facts { condition: Some("good"), ..of("teapot") };
    assert_eq!(title(&good, Platform::Vinted, Tone::Friendly), "Théière blanche, bon état, à découvrir");
    let bag = Facts { brand: Some("Longchamp"), material: Some("cuir"), ..of("crossbody_bag") };
    assert_eq!(title(&bag, Platform::Vinted, Tone::Friendly), "Sac bandoulière cuir blanc Longchamp");
    let bag = Facts { size: Some("25 x 20 cm"), ..bag };
    let searched = "Sac bandoulière cuir blanc Longchamp 25 x 20 cm voyage";
    assert_eq!(title(&bag, Platform::Ebay, Tone::Professional), searched);
}

#[test]
fn ebays_titles_have_keywords_and_no_phrase_but_a_tail() {
    for good in Good::all() {
        for language in Language::ALL {
            let facts = Facts::of(Product::Good(good));
            let said = good.search_words(*language).join(" ") + facts.noun(*language).text();
            for tone in Tone::ALL {
                let title = write(&facts, Platform::Ebay, *language, *tone).title.to_lowercase();
                for word in ["pour", "for", "the", "les"] {
                    let stands =
                        title.split(' ').any(|part| part == word) && !said.to_lowercase().contains(word);
                    assert!(!stands || title.ends_with("ready for a new home"), "{title}");
                }
            }
        }
    }
}
