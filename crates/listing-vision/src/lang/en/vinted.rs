//! Vinted: short, friendly, on first-name terms, a few hashtags last.

use listing_domain::product::Department;
use listing_domain::wish::Tone;

use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, lines, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            capitalised(&item.heading()),
            item.list("", &[Field::Size, Field::Material, Field::Condition]),
            item.see_photos(|what| format!("Please check the photos for the {what}.")),
            "Feel free to write if you need another detail before buying.".into(),
        ]),
        Tone::Friendly => lines([
            "Hi there! 🌸".into(),
            sentence(&item.with_facts(format!("I’m parting with {}", item.this()))),
            item.condition_or(|what| format!("for the {what}, I’ll let the photos do the talking")),
            format!("{} Send me a message, I’m happy to help!", doubt(item)),
        ]),
        Tone::Casual => lines([
            format!("Hey! {}", sentence(&item.summary())),
            item.condition_or(|what| format!("the pics show the {what}")),
            "Tempted? Drop me a line 😊".into(),
        ]),
    }
}

/// What a buyer of such an item hesitates about.
fn doubt(item: &Item<'_>) -> &'static str {
    match item.product.department() {
        Some(Department::Clothing | Department::Shoes) => "Not sure about the fit?",
        _ => "Anything you’d like to check?",
    }
}
