use listing_domain::product::Gender;

use super::*;
use crate::writer::item::{Item, NameFacts};
use crate::writer::text::capitalized;

/// Of all departments, each with a color.
pub(super) fn forty() -> Vec<Facts<'static>> {
    const COLOURS: [&str; 8] = ["noir", "blue", "vert", "red", "gris", "beige", "blanc", "brown"];
    let step = Good::all().count() / 40;
    let goods = Good::all().step_by(step).take(40).zip(COLOURS.into_iter().cycle()).enumerate();
    let facts = |(number, (good, colour)): (usize, (Good, &'static str))| Facts {
        colour: Some(ColourFact::Stated(colour)),
        seed: Seed::from_parts([&number.to_le_bytes()[..]]),
        ..Facts::for_product(Product::Good(good))
    };
    goods.map(facts).collect()
}

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
fn long_colour_never_displaces_the_brand_from_a_title() {
    let chair = Facts {
        brand: Some("Ikea"),
        colour: Some(ColourFact::Stated("beige rosé nacré aux reflets dorés et argentés")),
        ..Facts::for_product(Product::Type(ProductType::Chair))
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
fn every_word_of_a_title_is_a_fact_or_a_name_of_the_item() {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 1);
        words.map(str::to_lowercase).collect()
    };
    let forty = forty();
    for facts in with_attributes(&forty).iter().chain(&forty) {
        for language in Language::ALL {
            for buyers in [Buyers::Continental, Buyers::American] {
                let item = Item::new(facts, *language).read_by(buyers);
                let names = item.search_words().join(" ");
                let grades = "new like new neuf neuve neufs neuves comme nwot";
                let other_fields = item.fields_not_in_name();
                let bare =
                    item.title_name(NameFacts { colour: true, ..NameFacts::NONE }, true, str::to_owned);
                let allowed = [item.full_name(), item.name(), item.noun(), bare, names, grades.to_owned()]
                    .into_iter()
                    .chain([
                        item.labelled_facts(&other_fields),
                        item.size_in_title(false, [" ", ""]).unwrap_or_default(),
                    ])
                    .collect::<Vec<_>>()
                    .join(" ");
                let allowed = words(&allowed);
                for platform in Platform::ALL {
                    for tone in Tone::ALL {
                        let title = write_for(facts, *platform, *language, buyers, *tone).title;
                        for word in words(&title) {
                            assert!(allowed.contains(&word), "{platform} {language}: {word} in {title}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn parts_of_a_title_are_joined_as_on_the_marketplace() {
    let white = Some(ColourFact::Stated("blanc"));
    let of = |key| Facts { colour: white, ..Facts::for_product(Product::Good(Good::from_key(key).unwrap())) };
    let title = |facts: &Facts<'_>, platform, tone| write(facts, platform, Language::Fr, tone).title;
    assert_eq!(title(&of("sneakers"), Platform::Leboncoin, Tone::Casual), "Baskets blanches");
    assert_eq!(title(&of("teapot"), Platform::Vinted, Tone::Friendly), "Théière blanche");
    // A title has a grade only if it is at least like new.
    let good = Facts { condition: Some("good"), ..of("teapot") };
    assert_eq!(title(&good, Platform::Vinted, Tone::Friendly), "Théière blanche");
    let new = Facts { condition: Some("comme neuf"), ..of("teapot") };
    assert_eq!(title(&new, Platform::Vinted, Tone::Friendly), "Théière blanche, comme neuve");
    let bag = Facts { brand: Some("Longchamp"), material: Some("cuir"), ..of("crossbody_bag") };
    assert_eq!(title(&bag, Platform::Vinted, Tone::Friendly), "Sac bandoulière Longchamp en cuir blanc");
    let bag = Facts { size: Some("25 x 20 cm"), ..bag };
    let searched = "Sac bandoulière Longchamp en cuir blanc 25 x 20 cm";
    assert_eq!(title(&bag, Platform::Ebay, Tone::Professional), searched);
}

#[test]
fn short_title_drops_colour_and_material_before_size_and_grade() {
    let guitar = Facts {
        brand: Some("Yamaha"),
        size: Some("4/4"),
        material: Some("bois"),
        colour: Some(ColourFact::Stated("marron")),
        condition: Some("comme neuf"),
        ..Facts::for_product(Product::Good(Good::from_key("acoustic_guitar").unwrap()))
    };
    let title = |platform| write(&guitar, platform, Language::Fr, Tone::Casual).title;
    assert_eq!(title(Platform::Leboncoin), "Guitare acoustique Yamaha - 4/4 - comme neuve");
    assert_eq!(title(Platform::Vinted), "Guitare acoustique Yamaha en bois marron, taille 4/4, comme neuve");
}

#[test]
fn a_grade_agrees_with_the_noun_of_the_title() {
    for good in Good::all() {
        let facts = Facts { condition: Some("like_new"), ..Facts::for_product(Product::Good(good)) };
        let noun = good.noun(Language::Fr);
        let new = match (noun.gender(), noun.is_plural()) {
            (Gender::Feminine, false) => "comme neuve",
            (Gender::Feminine, true) => "comme neuves",
            (_, false) => "comme neuf",
            (_, true) => "comme neufs",
        };
        let text = write(&facts, Platform::Vinted, Language::Fr, Tone::Professional);
        assert!(text.title.ends_with(&format!(", {new}")), "{}", text.title);
        assert!(text.description.contains(&capitalized(new)), "{}", text.description);
    }
}

#[test]
fn no_synonym_in_a_title_states_more_than_the_noun() {
    for good in Good::all() {
        let facts = Facts::for_product(Product::Good(good));
        for language in Language::ALL {
            let words = |text: &str| text.to_lowercase().replace(['-', ','], " ");
            let other =
                [good.noun(*language).text()].into_iter().chain(good.search_words(*language).iter().copied());
            let known: Vec<String> = other.chain(facts.product.american(*language)).map(words).collect();
            let british = Buyers::British;
            let title =
                words(&write_for(&facts, Platform::Ebay, *language, british, Tone::Professional).title);
            for name in good.narrower_names(*language).iter().map(|name| words(name)) {
                let is_known = known.iter().any(|known| known.contains(&name));
                assert!(is_known || !title.contains(&name), "{language}: {name} in {title}");
            }
        }
    }
}

#[test]
fn american_buyers_get_inches_before_centimetres() {
    let chair = Facts {
        brand: Some("Ikea"),
        size: Some("82 x 80 x 95 cm"),
        ..Facts::for_product(Product::Good(Good::from_key("armchair").unwrap()))
    };
    let text = |buyers, tone| write_for(&chair, Platform::Ebay, Language::En, buyers, tone);
    let both = "32.3 x 31.5 x 37.4 in (82 x 80 x 95 cm)";
    let american = text(Buyers::American, Tone::Friendly);
    assert!(american.description.contains(&format!("It measures {both}.")), "{}", american.description);
    assert!(american.title.starts_with(&format!("Ikea Armchair {both}")), "{}", american.title);
    let british = text(Buyers::British, Tone::Friendly);
    assert!(!british.description.contains(" in "), "{}", british.description);
}
