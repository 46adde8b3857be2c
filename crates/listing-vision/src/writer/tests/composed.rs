//! The texts as the domain makes listings of them.

use listing_domain::attributes::{AttributeText, Attributes, KnownAttributes};
use listing_domain::listing::{Item, Listing};
use listing_domain::locale::Locale;
use listing_domain::money::Money;

use super::*;

#[test]
fn the_domain_takes_nothing_away() {
    let catalogue = Catalogue::default();
    for facts in samples() {
        let item = item(&facts);
        every_text(&facts, |text, language, shown| {
            let marketplace = catalogue.marketplace(text.platform);
            let price = Money::from_minor(1_000, marketplace.currency(Locale::from(language).market));
            let listing = Listing::compose(marketplace, &item, text, price, language);
            let [title, description] =
                [&listing.title, &listing.description].map(|text| text.replace('\u{a0}', " "));
            assert!(title.starts_with(&text.title), "[{title}] became of {shown}");
            let kept = description.starts_with(&text.description);
            assert!(kept, "{}\nbecame of {shown}", listing.description);
        });
    }
}

fn item(facts: &Facts<'_>) -> Item {
    let said = |text: Option<&str>| text.and_then(|text| AttributeText::parse("attributes", text).unwrap());
    let colour = match facts.colour {
        Some(ColourFact::Said(colour)) => Some(colour),
        _ => None,
    };
    let known = KnownAttributes {
        brand: said(facts.brand),
        size: said(facts.size),
        condition: said(facts.condition),
        color: said(colour),
        material: said(facts.material),
    };
    let attributes = Attributes::default().with_known(&known);
    Item { product: facts.product, audience: facts.audience, attributes, known }
}

#[test]
fn the_domain_finds_everything_said_in_the_sellers_own_language() {
    let catalogue = Catalogue::default();
    let item = item(&JACKET);
    every_text(&JACKET, |text, language, shown| {
        let marketplace = catalogue.marketplace(text.platform);
        let price = Money::from_minor(1_000, marketplace.currency(Locale::from(language).market));
        let listing = Listing::compose(marketplace, &item, text, price, language);
        let mut added = listing.description.lines().skip(text.description.lines().count());
        let says_nothing_twice = added.all(|line| line.is_empty() || line.starts_with('#'));
        assert!(language != Language::Fr || says_nothing_twice, "{}\nbecame of {shown}", listing.description);
    });
}
