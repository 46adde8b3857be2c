//! Depop: lower case, line by line, hashtags last. The first line is the title.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::text::{lines, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
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
