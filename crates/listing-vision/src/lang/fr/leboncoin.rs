//! leboncoin: factual, short sentences, hand-over last; no hashtags.

use listing_domain::wish::Tone;

use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{line, lines, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            format!("À vendre : {}.", item.heading()),
            item.list("", &[Field::Size, Field::Colour, Field::Material, Field::Condition]),
            item.see_photos(|what| format!("Pour {what}, se reporter aux photos.")),
            "Modalités de remise ou d’envoi à convenir par la messagerie.".into(),
        ]),
        Tone::Friendly => paragraphs([
            "Bonjour !".into(),
            line([
                sentence(&item.with_facts(format!("je vends {}", item.this()))),
                item.condition_or(|what| format!("je vous laisse regarder les photos pour {what}")),
            ]),
            "Écrivez-moi pour convenir de la remise ou de l’envoi. Bonne journée !".into(),
        ]),
        Tone::Casual => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("pour {what}, voir les photos")),
            "Remise ou envoi : on s’arrange par message.".into(),
        ]),
    }
}
