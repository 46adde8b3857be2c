//! Depop: lower case, line by line, hashtags last. The first line is the title.

use listing_domain::wish::{Language, Tone};

use super::{Post, title};
use crate::writer::item::Item;
use crate::writer::text::{self, lines, sentence};

/// A first line of this length shows whole.
const TITLE_ROOM: usize = 60;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    let title = title(item, TITLE_ROOM, [item.full_name(), item.name(), item.noun()], [size]);
    Post {
        title: if tone == Tone::Professional { text::capitalised(&title) } else { title },
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 5,
    }
}

fn french(item: &Item<'_>, tone: Tone) -> String {
    let photos = |words: &str| item.see_photos(|what| format!("{words} {what}"));
    match tone {
        Tone::Professional => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("photos à l’appui pour {what}")),
            "Contacte-moi avant l’achat pour toute précision.".into(),
        ]),
        Tone::Friendly => lines([
            format!("coucou ✨ je te présente {}", item.with_facts(item.this())),
            item.condition_phrase().unwrap_or_default(),
            photos("zoome sur les photos pour"),
            "écris-moi si tu as besoin d’un détail, avec plaisir".into(),
        ]),
        Tone::Casual => lines([
            item.heading(),
            item.beside_name(" / "),
            item.condition_phrase().unwrap_or_default(),
            photos("check les photos pour"),
            "un mp si ça te parle".into(),
        ]),
    }
}

fn english(item: &Item<'_>, tone: Tone) -> String {
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
