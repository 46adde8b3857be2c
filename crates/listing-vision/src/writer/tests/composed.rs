//! Tests of the listings that the domain composes from the texts.

use listing_domain::attributes::{AttributeText, Attributes, KnownAttributes};
use listing_domain::listing::{Item, Listing};
use listing_domain::money::Money;

use super::*;

#[test]
fn composed_listing_keeps_the_whole_text() {
    for facts in samples() {
        every_text(&facts, |text, language, shown| {
            let listing = listing(&facts, text, language);
            let [title, description] =
                [&listing.title, &listing.description].map(|text| text.replace('\u{a0}', " "));
            assert!(title.starts_with(&text.title), "[{title}] composed from {shown}");
            let is_complete = description.starts_with(&text.description);
            assert!(is_complete, "{}\ncomposed from {shown}", listing.description);
        });
    }
}

/// As published in the main market of the language.
pub(super) fn listing(facts: &Facts<'_>, text: &PlatformText, language: Language) -> Listing {
    let catalogue = Catalogue::default();
    let marketplace = catalogue.marketplace(text.platform);
    let price = Money::from_minor(1_000, marketplace.currency(Locale::from(language).market));
    Listing::compose(marketplace, &item(facts), text, price, language)
}

fn item(facts: &Facts<'_>) -> Item {
    let stated = |text: Option<&str>| text.and_then(|text| AttributeText::parse("attributes", text).unwrap());
    let colour = match facts.colour {
        Some(ColourFact::Stated(colour)) => Some(colour),
        _ => None,
    };
    let known = KnownAttributes {
        brand: stated(facts.brand),
        size: stated(facts.size),
        condition: stated(facts.condition),
        color: stated(colour),
        material: stated(facts.material),
        ..KnownAttributes::default()
    };
    let attributes = Attributes::default().with_known(&known);
    Item { product: facts.product, audience: facts.audience, attributes, known }
}

/// In English and in French.
const STATED: [Facts<'_>; 2] = [
    Facts {
        colour: Some(ColourFact::Stated("Navy")),
        size: Some("size 12"),
        condition: Some("EUC, tiny snag on left sleeve"),
        material: Some("50% wool 50% acrylic"),
        ..JACKET
    },
    Facts {
        colour: Some(ColourFact::Stated("rayé bleu et blanc")),
        size: Some("Taille 40"),
        condition: Some("Très bon état, petite tache au dos"),
        material: Some("laine"),
        ..JACKET
    },
];

#[test]
fn composed_listing_repeats_no_fact_of_the_text() {
    for facts in [JACKET].into_iter().chain(STATED) {
        every_text(&facts, |text, language, shown| {
            let listing = listing(&facts, text, language);
            let mut added = listing.description.lines().skip(text.description.lines().count());
            let repeats_nothing = added.all(|line| line.is_empty() || line.starts_with('#'));
            assert!(repeats_nothing, "{}\ncomposed from {shown}", listing.description);
        });
    }
}

#[test]
fn defect_is_in_the_description_but_not_in_the_title() {
    for (facts, defect) in STATED.iter().zip(["tiny snag on left sleeve", "petite tache au dos"]) {
        every_text(facts, |text, language, shown| {
            let listing = listing(facts, text, language);
            assert!(listing.description.contains(defect), "{defect} missing in {shown}");
            assert!(!listing.title.contains(defect), "{}", listing.title);
            // "Wool" occurs once in French, and "Navy" and "EUC" do not follow their meanings.
            for echo in ["wool 50%", "Navy,", "EUC", "taille Taille", "Taille Taille"] {
                assert!(!listing.description.contains(echo), "{echo} in {}", listing.description);
            }
        });
    }
}
