//! Facebook Marketplace: one short informal paragraph, as in a chat.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::text::{line, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => line([
            sentence(&item.summary()),
            item.condition_or(|what| format!("please refer to the photos for the {what}")),
            "Handover to be agreed by private message.".into(),
        ]),
        Tone::Friendly => line([
            format!("Hi! {}", sentence(&item.with_facts(format!("I’m selling {}", item.this())))),
            item.condition_or(|what| format!("have a look at the photos for the {what}")),
            "If you like it, send me a message and we’ll agree on a handover."
                .replace("it,", item.number("it,", "them,")),
        ]),
        Tone::Casual => line([
            sentence(&item.summary()),
            item.condition_or(|what| format!("pics show the {what}")),
            "PM me if you’re keen!".into(),
        ]),
    }
}
