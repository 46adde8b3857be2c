//! Craigslist: plain and local.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::text::{line, lines, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => lines([
            sentence(&format!("à vendre : {}", item.summary())),
            item.condition_or(|what| format!("pour {what}, se reporter aux photos")),
            "Répondre à l’annonce pour fixer un rendez-vous.".into(),
        ]),
        Tone::Friendly => paragraphs([
            "Bonjour à tous !".into(),
            line([
                sentence(&item.with_facts(format!("je mets en vente {}", item.this()))),
                item.condition_or(|what| format!("les photos montrent {what}")),
            ]),
            "Répondez à l’annonce et nous trouverons un moment qui convient.".into(),
        ]),
        Tone::Casual => line([
            sentence(&format!("vends {}", item.summary())),
            item.condition_or(|what| {
                format!("{what} se {} sur les photos", if what.contains(" et ") { "voient" } else { "voit" })
            }),
            "Répondez à l’annonce et on s’organise.".into(),
        ]),
    }
}
