//! Craigslist: plain and local.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::text::{line, lines, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => lines([
            sentence(&format!("for sale: {}", item.summary())),
            item.condition_or(|what| format!("see photos for {what}")),
            "Reply to this posting to set up a time.".into(),
        ]),
        Tone::Friendly => paragraphs([
            "Hi neighbors!".into(),
            line([
                sentence(&item.with_facts(format!("I’m letting go of {}", item.this()))),
                item.condition_or(|what| format!("the photos show the {what}")),
            ]),
            "Send a reply and we’ll find a time that works.".into(),
        ]),
        Tone::Casual => line([
            sentence(&format!("selling {}", item.summary())),
            item.condition_or(|what| format!("pics show the {what}")),
            "Hit reply if you want it.".replace("it.", item.number("it.", "them.")),
        ]),
    }
}
