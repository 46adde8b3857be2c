//! Depop: lower case, line by line, hashtags last. The first line is the title.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::text::{lines, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    let photos = |words: &str| item.see_photos(|what| format!("{words} {what}"));
    match tone {
        Tone::Professional => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("photos show the {what}")),
            "Please message before buying if you need another detail.".into(),
        ]),
        Tone::Friendly => lines([
            format!("hiya ✨ meet {}", item.with_facts(item.this())),
            item.condition_phrase().unwrap_or_default(),
            photos("zoom in on the photos for the"),
            "message me if you’d like a closer look".into(),
        ]),
        Tone::Casual => lines([
            item.heading(),
            item.beside_name(" / "),
            item.condition_phrase().unwrap_or_default(),
            photos("check pics for"),
            "dm if it’s your thing".into(),
        ]),
    }
}
