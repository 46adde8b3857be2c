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
            item.see_photos(|what| format!("Se référer aux photos pour {what}.")),
        ]),
        Tone::Friendly => paragraphs([
            line([
                sentence(&item.with_facts(format!("je vous propose {}", item.this()))),
                item.condition_or(|what| format!("les photos vous renseigneront sur {what}")),
            ]),
            "Je réponds volontiers à vos questions dans les commentaires.".into(),
        ]),
        Tone::Casual => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("voir les photos pour {what}")),
            "Besoin d’une précision ? Laissez un commentaire.".into(),
        ]),
    }
}
