//! eBay: a title full of search words, then a structured list of specifics.

use listing_domain::wish::Tone;

use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, line, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    let name = item.heading();
    let listed = |heading: &str| item.section(heading, "- ", &Field::ALL);
    match tone {
        Tone::Professional => paragraphs([
            capitalised(&name),
            listed("Item specifics:"),
            item.see_photos(|what| format!("See photos for {what}.")),
            "The photos are part of the description; please examine them before purchase.".into(),
        ]),
        Tone::Friendly => paragraphs([
            format!("Hello and welcome to the listing for {}.", item.this()),
            listed("All you need to know:"),
            line([
                item.see_photos(|what| format!("Take a good look at the photos for the {what}.")),
                "Need one more detail before you decide? Just send a message.".into(),
            ]),
        ]),
        Tone::Casual => paragraphs([
            sentence(&name),
            listed("In short:"),
            line([
                item.see_photos(|what| format!("Check the pics for the {what}.")),
                "Not sure? Message me and we’ll talk.".into(),
            ]),
        ]),
    }
}
