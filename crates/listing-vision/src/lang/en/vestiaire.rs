//! Vestiaire Collective: precise and sober; the site makes titles of
//! category, material and brand.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::platforms::vestiaire::DETAILS;
use crate::writer::text::{line, lines, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            sentence(&item.heading()),
            item.list("", DETAILS),
            item.see_photos(|what| format!("Refer to the photos for the {what}.")),
        ]),
        Tone::Friendly => paragraphs([
            line([
                sentence(&item.with_facts(format!("I’m pleased to offer {}", item.this()))),
                item.condition_or(|what| format!("the photos will tell you about the {what}")),
            ]),
            "I gladly answer questions in the comments.".into(),
        ]),
        Tone::Casual => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("see photos for {what}")),
            "Need a detail? Leave a comment.".into(),
        ]),
    }
}
