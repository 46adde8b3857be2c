mod composed;
mod lists;
mod names;
mod properties;
mod references;
mod sellers;
mod shown;
mod titles;

use std::collections::HashSet;

use listing_domain::attributes::UNKNOWN;
use listing_domain::locale::Locale;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Tone};
use listing_domain::product::{Audience, Department, Good, Product, ProductType};

use super::{write as write_for, *};
use crate::lang::{self, elides};

const JACKET: Facts<'_> = Facts {
    colour: Some(ColourFact::Stated("noir")),
    brand: Some("Zara"),
    size: Some("M"),
    condition: Some("very_good"),
    material: Some("Cuir"),
    audience: Some(Audience::Women),
    ..Facts::for_product(Product::Type(ProductType::Jacket))
};

/// In the main market of the language.
fn write(facts: &Facts<'_>, platform: Platform, language: Language, tone: Tone) -> PlatformText {
    let market = Locale::from(language).market;
    let buyers = Buyers::for_currency(Catalogue::default().marketplace(platform).currency(market));
    write_for(facts, platform, language, buyers, tone)
}

/// Together have every kind of fact and of grammar.
fn samples() -> Vec<Facts<'static>> {
    let of = |product: ProductType| Facts::for_product(Product::Type(product));
    let seen = |product, colour| Facts { colour: Some(ColourFact::Seen(colour, None)), ..of(product) };
    let mut samples = vec![
        JACKET,
        Facts::for_product(Product::Unknown),
        Facts { brand: Some("Ikea"), ..Facts::for_product(Product::Unknown) },
        Facts {
            size: Some("38"),
            condition: Some("new_with_tags"),
            ..seen(ProductType::Boots, Colour::White)
        },
        Facts { brand: Some("Levi’s"), ..of(ProductType::Jeans) },
        Facts {
            colour: Some(ColourFact::Seen(Colour::Gold, None)),
            ..Facts::for_product(Product::Department(Department::JewelleryWatches))
        },
        Facts { material: Some("100% coton"), ..seen(ProductType::Scarf, Colour::Orange) },
        Facts {
            colour: Some(ColourFact::Stated("gris sidéral")),
            condition: Some("semelles propres !"),
            ..of(ProductType::Handbag)
        },
        Facts {
            size: Some("120 x 60 cm"),
            material: Some("osier"),
            ..seen(ProductType::Armchair, Colour::Beige)
        },
        Facts {
            colour: Some(ColourFact::Seen(Colour::Blue, Some(Colour::White))),
            pattern: PatternName::from_key("stripes"),
            size: Some("40"),
            ..of(ProductType::Shirt)
        },
        Facts { pattern: PatternName::from_key("dots"), brand: Some("Zara"), ..of(ProductType::Dress) },
        Facts {
            size: Some("Taille 40"),
            condition: Some("Comme neuf"),
            ..seen(ProductType::Lingerie, Colour::Multicoloured)
        },
    ];
    samples.extend(references::referred());
    samples
}

/// For every platform, language and tone.
fn every_text(facts: &Facts<'_>, check: impl Fn(&PlatformText, Language, &str)) {
    for platform in Platform::ALL {
        for language in Language::ALL {
            for tone in Tone::ALL {
                let text = write(facts, *platform, *language, *tone);
                let shown = format!("{platform} {language} {tone}\n[{}]\n{}", text.title, text.description);
                check(&text, *language, &shown);
            }
        }
    }
}

#[test]
fn every_text_has_correct_spaces_and_punctuation() {
    for facts in samples() {
        every_text(&facts, check_clean);
    }
}

#[test]
fn text_of_every_good_has_correct_spaces_and_punctuation() {
    for good in Good::all() {
        let facts = Facts { colour: JACKET.colour, ..Facts::for_product(Product::Good(good)) };
        every_text(&facts, check_clean);
    }
}

fn check_clean(text: &PlatformText, language: Language, shown: &str) {
    let whole = format!("{}\n{}", text.title, text.description);
    assert!(!text.title.trim().is_empty() && !text.description.trim().is_empty(), "{shown}");
    for wrong in [UNKNOWN, "  ", "{", "}", "None", " ,", ",,", " .", "..", "!.", "\n\n\n", "'"] {
        assert!(!whole.contains(wrong), "{wrong:?} in {shown}");
    }
    assert!(whole.lines().all(|line| line == line.trim()), "{shown}");
    assert!(whole.matches(['🌸', '😊', '✨']).count() <= 1, "{shown}");
    if language == Language::Fr {
        check_french(&whole, shown);
    }
}

/// The spaces before double marks such as ":", and the elisions.
fn check_french(text: &str, shown: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.windows(2) {
        let short =
            ["de", "le", "la", "ce", "je", "que", "se", "te"].contains(&pair[0].to_lowercase().as_str());
        assert!(!(short && elides(pair[1])), "{pair:?} in {shown}");
    }
    for (at, mark) in text.match_indices([':', '!', '?', ';']) {
        assert!(text[..at].ends_with(' '), "no space before {mark} in {shown}");
    }
}

#[test]
fn every_text_fits_its_marketplace() {
    let catalogue = Catalogue::default();
    for facts in samples() {
        every_text(&facts, |text, _, shown| {
            let rules = catalogue.marketplace(text.platform);
            assert!(text.title.chars().count() <= rules.title_max(), "{shown}");
            assert!(text.description.chars().count() + 100 <= rules.description_max(), "{shown}");
            assert!(text.hashtags.len() <= rules.hashtags_max(), "{shown}");
        });
    }
}

#[test]
fn american_buyers_get_american_words() {
    let jumper = Facts {
        colour: Some(ColourFact::Stated("grey")),
        ..Facts::for_product(Product::Good(Good::from_key("jumper").unwrap()))
    };
    let title = |currency| {
        write_for(&jumper, Platform::Ebay, Language::En, Buyers::for_currency(currency), Tone::Professional)
            .title
    };
    let [american, british] = [Currency::Usd, Currency::Gbp].map(title);
    assert!(american.starts_with("Gray Sweater"), "{american}");
    assert!(british.starts_with("Grey Jumper"), "{british}");
}

#[test]
fn american_buyers_get_the_american_word_for_a_pattern() {
    let dress = Facts {
        pattern: PatternName::from_key("checks"),
        ..Facts::for_product(Product::Type(ProductType::Dress))
    };
    let [american, british] =
        [Buyers::American, Buyers::British].map(|buyers| Item::new(&dress, Language::En).read_by(buyers));
    assert_eq!([american.name(), british.name()], ["plaid dress", "checked dress"]);
    let phrase = "Checked by us, unchecked by others: rechecked.";
    assert_eq!(american.localised(phrase), phrase);
}

#[test]
fn sizes_are_given_in_the_buyers_system_too() {
    let dress = Facts {
        size: Some("FR 38"),
        audience: Some(Audience::Women),
        ..Facts::for_product(Product::Type(ProductType::Dress))
    };
    let text = |facts: &Facts<'_>, buyers| {
        write_for(facts, Platform::Etsy, Language::En, buyers, Tone::Professional)
    };
    let american = text(&dress, Buyers::American);
    assert!(american.description.contains("FR 38 (US 6)"), "{}", american.description);
    assert!(!american.title.contains("US 6"), "{}", american.title);
    let continental = text(&dress, Buyers::Continental);
    assert!(!continental.description.contains('('), "{}", continental.description);
    // The size's system depends on the audience.
    let without_audience = text(&Facts { audience: None, ..dress }, Buyers::American);
    assert!(!without_audience.description.contains('('), "{}", without_audience.description);
}

#[test]
fn every_known_fact_is_in_the_text() {
    every_text(&JACKET, |text, language, shown| {
        let whole = format!("{}\n{}", text.title, text.description).to_lowercase();
        // A grade is short after its label.
        let condition = match language {
            Language::Fr => "très bon",
            Language::En => "very good",
        };
        let colour = Colour::Black.name(language);
        let material = &material_words::MaterialPhrase::read("cuir").value(language);
        for fact in ["zara", " m", condition, colour, material] {
            assert!(whole.contains(fact), "{fact} missing in {shown}");
        }
    });
    let own = Facts {
        colour: Some(ColourFact::Stated("gris sidéral")),
        condition: Some("Une rayure sur le dos"),
        material: Some("coton et paillettes"),
        size: Some("38 mais grand"),
        ..JACKET
    };
    every_text(&own, |text, _, shown| {
        for fact in ["gris sidéral", "une rayure sur le dos", "coton et paillettes", "38 mais grand", "Zara"]
        {
            let description = text.description.to_lowercase();
            assert!(description.contains(&fact.to_lowercase()), "{fact} missing in {shown}");
        }
    });
}

#[test]
fn texts_claim_nothing_that_is_not_stated() {
    let claims = [
        "bon état",
        "très bon",
        "neuf",
        "neuve",
        "good condition",
        "very good",
        "like new",
        "brand new",
        "as new",
        "vintage",
        "superbe",
        "authentique",
        "authentic",
        "smoke",
        "gratuit",
        "free shipping",
        "marque :",
        "brand:",
        "taille",
        "size",
        "€",
        "$",
    ];
    for product in [Product::Unknown, Product::Type(ProductType::Camera)] {
        every_text(&Facts::for_product(product), |text, _, shown| {
            let whole = format!("{}\n{}", text.title, text.description).to_lowercase();
            for claim in claims {
                assert!(!whole.contains(claim), "{claim} claimed in {shown}");
            }
        });
    }
}

#[test]
fn condition_grade_is_worded_as_on_each_marketplace() {
    let boots =
        Facts { condition: Some("new_with_tags"), ..Facts::for_product(Product::Type(ProductType::Boots)) };
    let text = write(&boots, Platform::Leboncoin, Language::Fr, Tone::Friendly);
    assert!(text.description.contains("neuves avec étiquette"), "{}", text.description);
    let jacket = write(
        &Facts { condition: Some("new"), ..JACKET },
        Platform::Poshmark,
        Language::En,
        Tone::Professional,
    );
    assert!(jacket.title.starts_with("NWOT Zara"), "{}", jacket.title);
}

#[test]
fn titles_have_synonyms_on_marketplaces_whose_buyers_search_for_them() {
    let jacket = Facts::for_product(Product::Good(Good::from_key("puffer_jacket").unwrap()));
    let title =
        |facts: &Facts<'_>, platform, language| write(facts, platform, language, Tone::Professional).title;
    assert_eq!(title(&jacket, Platform::Ebay, Language::Fr), "Doudoune blouson matelassé");
    assert_eq!(title(&jacket, Platform::Etsy, Language::Fr), "Doudoune, blouson matelassé");
    assert_eq!(title(&jacket, Platform::Leboncoin, Language::Fr), "Doudoune");
    // No word occurs twice, and facts go before synonyms.
    let long = Facts { size: Some("M"), condition: Some("new"), brand: Some("Zara"), ..jacket };
    let long = title(&long, Platform::Ebay, Language::En);
    assert!(long.starts_with("Zara Puffer Jacket Size M New"), "{long}");
    assert_eq!(long.to_lowercase().matches("jacket").count(), 1, "{long}");
}

#[test]
fn tones_differ_if_many_facts_are_known() {
    for language in Language::ALL {
        for platform in Platform::ALL {
            let text = |tone: &Tone| write(&JACKET, *platform, *language, *tone).description;
            let descriptions: HashSet<String> = Tone::ALL.iter().map(text).collect();
            assert_eq!(descriptions.len(), 3, "{platform} {language}: {descriptions:?}");
        }
    }
}

#[test]
fn description_without_facts_is_one_sentence() {
    let dress = Facts::for_product(Product::Type(ProductType::Dress));
    every_text(&dress, |text, _, shown| {
        assert!(text.description.split_whitespace().count() <= 8, "{shown}");
        assert!(!text.description.contains('\n'), "{shown}");
    });
}

#[test]
fn only_large_items_are_offered_for_collection() {
    let [sofa, dress] =
        ["sofa", "dress"].map(|key| Facts::for_product(Product::Good(Good::from_key(key).unwrap())));
    let collected = [
        (Language::Fr, Buyers::Continental, "À venir chercher sur place uniquement."),
        (Language::En, Buyers::British, "Collection only."),
        (Language::En, Buyers::American, "Local pickup only."),
    ];
    for (language, buyers, sentence) in collected {
        for platform in Platform::ALL {
            for tone in Tone::ALL {
                let listing_text =
                    |facts| write_for(facts, *platform, language, buyers, *tone).description.to_lowercase();
                let [sofa, dress] = [listing_text(&sofa), listing_text(&dress)];
                assert!(sofa.contains(&sentence.to_lowercase()), "{platform} {tone}: {sofa}");
                assert!(!dress.contains(&sentence.to_lowercase()), "{platform} {tone}: {dress}");
            }
        }
    }
}

#[test]
fn every_platform_keeps_its_style() {
    let text = |platform, language, tone| write(&JACKET, platform, language, tone);
    let vinted = text(Platform::Vinted, Language::Fr, Tone::Friendly);
    assert!((3..=5).contains(&vinted.hashtags.len()), "{:?}", vinted.hashtags);
    let ebay = text(Platform::Ebay, Language::En, Tone::Professional);
    assert_eq!(ebay.title, "Zara Women’s Black Leather Jacket Size M");
    assert!(ebay.hashtags.is_empty());
    let depop = text(Platform::Depop, Language::En, Tone::Casual);
    let begins_low = |line: &str| !line.starts_with(char::is_uppercase) || line.starts_with("Zara");
    assert!(depop.description.lines().all(begins_low), "{}", depop.description);
    let leboncoin = text(Platform::Leboncoin, Language::Fr, Tone::Professional);
    assert_eq!(leboncoin.title, "Veste Zara femme en cuir noir - taille M");
    let shoes = Facts::for_product(Product::Type(ProductType::Sneakers));
    assert_eq!(write(&shoes, Platform::Mercari, Language::En, Tone::Professional).title, "Sneakers");
    assert_eq!(write(&shoes, Platform::Leboncoin, Language::En, Tone::Professional).title, "Trainers");
}

#[test]
fn a_long_brand_does_not_push_the_item_out_of_the_title() {
    let brand = "Maison Margiela pour une très longue collaboration de saison";
    let text =
        write(&Facts { brand: Some(brand), ..JACKET }, Platform::Leboncoin, Language::Fr, Tone::Professional);
    assert_eq!(text.title, "Veste femme en cuir noir - taille M");
    assert!(text.description.contains(brand));
}
