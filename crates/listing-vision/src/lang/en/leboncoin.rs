//! leboncoin: factual, short sentences, hand-over last; no hashtags.

use listing_domain::wish::Tone;

use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{line, lines, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            format!("For sale: {}.", item.heading()),
            item.list("", &[Field::Size, Field::Colour, Field::Material, Field::Condition]),
            item.see_photos(|what| format!("Please refer to the photos for the {what}.")),
            "Handover or delivery to be arranged by message.".into(),
        ]),
        Tone::Friendly => paragraphs([
            "Hello!".into(),
            line([
                sentence(&item.with_facts(format!("I’m selling {}", item.this()))),
                item.condition_or(|what| format!("please have a look at the photos for the {what}")),
            ]),
            "Write to me and we’ll agree on handover or delivery. Have a nice day!".into(),
        ]),
        Tone::Casual => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("see photos for {what}")),
            "Handover or delivery: message me and we’ll work it out.".into(),
        ]),
    }
}
