//! Tests of models and book numbers, none of which is mistaken for a phone number.

use listing_domain::label::{Isbn, Model, Reference};

use super::composed::listing;
use super::*;

/// Leaks, because constants need a static lifetime.
pub(super) fn model(name: &str) -> &'static Reference {
    Box::leak(Box::new(Reference::Model(Model::parse(name).unwrap())))
}

pub(super) fn isbn(number: &str) -> &'static Reference {
    Box::leak(Box::new(Reference::Isbn(Isbn::parse(number).unwrap())))
}

/// With and without a brand.
pub(super) fn referred() -> Vec<Facts<'static>> {
    let good = |key: &str| Facts::for_product(Product::Good(Good::from_key(key).unwrap()));
    let black = Some(ColourFact::Seen(Colour::Black, None));
    vec![
        Facts {
            brand: Some("Sony"),
            reference: Some(model("WH-1000XM4")),
            colour: black,
            ..good("headphones")
        },
        Facts { brand: Some("Canon"), reference: Some(model("EOS 80D")), ..good("reflex_camera") },
        Facts {
            brand: Some("Apple"),
            reference: Some(model("A2403")),
            size: Some("128GB"),
            colour: black,
            ..good("mobile_phone")
        },
        Facts { reference: Some(model("KE-2041")), size: Some("1.7 L"), ..good("kettle") },
        Facts { brand: Some("Bosch"), reference: Some(model("GSR 12V-15")), ..good("drill") },
        Facts {
            brand: Some("Sony"),
            reference: Some(model("CUH-2016A")),
            ..Facts::for_product(Product::Unknown)
        },
        Facts { reference: Some(isbn("978-2-07-036822-8")), condition: Some("good"), ..good("novel") },
        Facts { reference: Some(isbn("207036822X")), ..Facts::for_product(Product::Type(ProductType::Book)) },
        // Begin like phone numbers.
        Facts { reference: Some(isbn("0-14-032872-6")), ..good("childrens_book") },
        Facts { reference: Some(isbn("0020442203")), ..good("novel") },
        Facts { reference: Some(isbn("0140328726")), ..Facts::for_product(Product::Unknown) },
    ]
}

fn times(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn model_is_once_in_the_title_and_once_in_the_description() {
    for facts in referred() {
        let Some(model) = facts.reference.and_then(Reference::model) else { continue };
        every_text(&facts, |text, language, shown| {
            let listing = listing(&facts, text, language);
            assert_eq!(times(&listing.title, model.as_str()), 1, "{listing:?} of {shown}");
            let mentions = times(&listing.description, model.as_str());
            assert_eq!(mentions, 1, "{listing:?} of {shown}");
            if let Some(brand) = facts.brand {
                let make = format!("{brand} {}", model.as_str());
                assert!(listing.title.contains(&make), "{make} missing in {listing:?}");
            }
        });
    }
}

#[test]
fn isbn_is_in_the_description_but_not_in_the_title() {
    for facts in referred() {
        let Some(isbn) = facts.reference.and_then(Reference::isbn) else { continue };
        every_text(&facts, |text, language, shown| {
            let listing = listing(&facts, text, language);
            let described = listing.description.replace('\u{a0}', " ");
            let colon = lang::for_language(language).words.colon;
            assert_eq!(times(&described, &format!("ISBN{colon} {isbn}")), 1, "{listing:?} of {shown}");
            assert_eq!(times(&listing.title, isbn.thirteen()), 0, "{listing:?} of {shown}");
        });
    }
}

#[test]
fn capacity_is_in_the_title_of_goods_sold_by_capacity() {
    let phone = referred().into_iter().find(|facts| facts.size == Some("128GB")).unwrap();
    let title = |platform, language| write(&phone, platform, language, Tone::Professional).title;
    assert_eq!(title(Platform::Leboncoin, Language::Fr), "Téléphone portable Apple A2403 noir - 128 Go");
    assert_eq!(title(Platform::Mercari, Language::En), "Apple A2403 black cell phone | 128 GB");
}

#[test]
fn listings_with_references_follow_marketplace_rules() {
    let catalogue = Catalogue::default();
    for facts in referred() {
        every_text(&facts, |text, language, shown| {
            let listing = listing(&facts, text, language);
            let violations = catalogue.marketplace(text.platform).violations(&listing);
            assert_eq!(violations, Vec::<String>::new(), "{shown}");
            // Composed a second time.
            let published = PlatformText {
                title: listing.title.clone(),
                description: listing.description.clone(),
                ..text.clone()
            };
            let again = super::composed::listing(&facts, &published, language);
            assert_eq!(again.title, listing.title, "{shown}");
            if let Some(isbn) = facts.reference.and_then(Reference::isbn) {
                assert!(again.description.contains(&isbn.to_string()), "{again:?}");
            }
        });
    }
}

#[test]
fn model_has_priority_over_colour_in_a_short_title() {
    let speaker = Facts {
        brand: Some("Bang & Olufsen"),
        reference: Some(model("BEOSOUND 2000")),
        material: Some("aluminium"),
        colour: Some(ColourFact::Seen(Colour::Multicoloured, None)),
        ..Facts::for_product(Product::Good(Good::from_key("bluetooth_speaker").unwrap()))
    };
    let text = write(&speaker, Platform::Leboncoin, Language::Fr, Tone::Professional);
    assert_eq!(text.title, "Enceinte bluetooth Bang & Olufsen BEOSOUND 2000");
}
