//! Facebook Marketplace: one short informal paragraph, as in a chat.

use listing_domain::wish::{Language, Tone};

use super::{Post, title, title_names};
use crate::writer::item::Item;
use crate::writer::text::{line, sentence};

/// Longer titles are cut in the grid of results.
const TITLE_ROOM: usize = 65;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(" ({size})"));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [size]),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 0,
    }
}

fn french(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => line([
            sentence(&item.summary()),
            item.condition_or(|what| format!("se référer aux photos pour {what}")),
            "Remise à convenir par message privé.".into(),
        ]),
        Tone::Friendly => line([
            format!("Bonjour ! {}", sentence(&item.with_facts(format!("je vends {}", item.this())))),
            item.condition_or(|what| format!("jetez un œil aux photos pour {what}")),
            "Si ça vous plaît, un petit message et on se met d’accord pour la remise.".into(),
        ]),
        Tone::Casual => line([
            sentence(&item.summary()),
            item.condition_or(|what| format!("pour {what}, regardez les photos")),
            "MP si ça vous tente !".into(),
        ]),
    }
}

fn english(item: &Item<'_>, tone: Tone) -> String {
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
