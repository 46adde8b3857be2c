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
            listed("Caractéristiques :"),
            item.see_photos(|what| format!("Voir photos pour {what}.")),
            "Les photos font partie du descriptif : merci de les examiner avant l’achat.".into(),
        ]),
        Tone::Friendly => paragraphs([
            format!("Bonjour et bienvenue sur l’annonce de {}.", item.this()),
            listed("Tout ce qu’il faut savoir :"),
            line([
                item.see_photos(|what| format!("Prenez le temps de voir les photos pour {what}.")),
                "Une précision avant de vous décider ? La messagerie est là pour ça.".into(),
            ]),
        ]),
        Tone::Casual => paragraphs([
            sentence(&name),
            listed("En bref :"),
            line([
                item.see_photos(|what| format!("Pour {what}, regardez les photos.")),
                "Un doute ? Un message et on en parle.".into(),
            ]),
        ]),
    }
}
