//! Facebook Marketplace: one short informal paragraph, as in a chat.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::text::{line, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
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
