//! Words of published listings for all goods (kinds of items).

use std::collections::BTreeSet;

use anyhow::{Result, anyhow};
use listing_domain::attributes::{AttributeText, Attributes, KnownAttributes};
use listing_domain::listing::{Item, Listing};
use listing_domain::locale::Market;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::money::{Currency, Money};
use listing_domain::options::{Language, Tone};
use listing_domain::product::{Good, Product};
use listing_vision::writer::{self, Buyers, ColourFact, Facts, Seed};

use super::hunspell::Dictionary;
use super::words::{self, Words};
use crate::it::runs::Scale;

/// Brand, size, color, material and condition, in both languages.
const STATED: [[[&str; 5]; 2]; 2] = [
    [
        ["Zara", "38", "bleu marine", "coton", "Très bon état, petite tache au dos"],
        ["Ikea", "120 x 60 cm", "gris clair", "bois massif", "neuf avec étiquette"],
    ],
    [
        ["Levi’s", "M", "navy blue", "100% cotton", "EUC, tiny snag on left sleeve"],
        ["Sony", "12 in", "light grey", "solid wood", "for parts"],
    ],
];

/// Writes with and without attributes, on all marketplaces, with changing tones, whose texts are in
/// completely read tables. Returns the number of listings.
pub(super) fn write(words: &mut Words, scale: Scale) -> Result<usize> {
    let catalogue = Catalogue::default();
    let step = usize::try_from(scale.pick(1, 50))?;
    let mut listings = 0;
    for (number, good) in Good::all().enumerate().step_by(step) {
        let [french, english] = [Language::Fr, Language::En].map(|language| names(good, language));
        for (language, market) in [
            (Language::Fr, Market::France),
            (Language::En, Market::UnitedStates),
            (Language::En, Market::UnitedKingdom),
        ] {
            let names = match language {
                Language::Fr => (&french, dictionaries(language, Currency::Eur)),
                Language::En => (&english, ANY_ENGLISH),
            };
            for known in [KnownAttributes::default(), stated(language, number)?] {
                for (index, platform) in Platform::ALL.iter().enumerate() {
                    let marketplace = catalogue.marketplace(*platform);
                    let currency = marketplace.currency(market);
                    let tone = Tone::ALL[(number + index) % Tone::ALL.len()];
                    let facts = facts(good, number, &known);
                    let text =
                        writer::write(&facts, *platform, language, Buyers::for_currency(currency), tone);
                    let item = Item {
                        product: facts.product,
                        audience: None,
                        attributes: Attributes::default().with_known(&known),
                        known: known.clone(),
                    };
                    let price = Money::from_minor(1_000, currency);
                    let listing = Listing::compose(marketplace, &item, &text, price, language);
                    let location = format!("{} on {platform}, {tone}", good.key());
                    for text_of_listing in [&listing.title, &listing.description] {
                        words.add_named(dictionaries(language, currency), names, text_of_listing, &location);
                    }
                    listings += 1;
                }
            }
        }
    }
    Ok(listings)
}

/// For words that may be British or American, such as search words.
const ANY_ENGLISH: &[Dictionary] = &[Dictionary::British, Dictionary::American];

/// Lowercase words.
fn names(good: Good, language: Language) -> BTreeSet<String> {
    let noun = Product::Good(good).noun(language).text();
    let american = Product::Good(good).american(language);
    let named = good.search_words(language).iter().copied().chain([noun]).chain(american);
    let code = language.code();
    named.flat_map(|name| words::split(name, code)).map(|word| word.to_lowercase()).collect()
}

const fn dictionaries(language: Language, currency: Currency) -> &'static [Dictionary] {
    match (language, currency) {
        (Language::Fr, _) => &[Dictionary::French],
        (Language::En, Currency::Usd) => &[Dictionary::American],
        (Language::En, Currency::Eur | Currency::Gbp) => &[Dictionary::British],
    }
}

fn stated(language: Language, number: usize) -> Result<KnownAttributes> {
    let [french, english] = STATED;
    let stated = match language {
        Language::Fr => french,
        Language::En => english,
    };
    let [brand, size, color, material, condition] = stated[number % stated.len()].map(|text| {
        AttributeText::parse("attributes", text).map_err(|violation| anyhow!("{text}: {violation:?}"))
    });
    Ok(KnownAttributes {
        brand: brand?,
        size: size?,
        color: color?,
        material: material?,
        condition: condition?,
        ..KnownAttributes::default()
    })
}

fn facts(good: Good, number: usize, known: &KnownAttributes) -> Facts<'_> {
    fn text(attribute: Option<&AttributeText>) -> Option<&str> {
        attribute.map(AttributeText::as_str)
    }
    Facts {
        colour: text(known.color.as_ref()).map(ColourFact::Stated),
        brand: text(known.brand.as_ref()),
        size: text(known.size.as_ref()),
        condition: text(known.condition.as_ref()),
        material: text(known.material.as_ref()),
        seed: Seed::from_parts([&number.to_le_bytes()[..]]),
        ..Facts::for_product(Product::Good(good))
    }
}
