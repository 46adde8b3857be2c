//! Mercari: short and factual.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::platforms::mercari::{DETAILS, shorthand};
use crate::writer::text::{capitalised, lines, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => lines([
            capitalised(&item.heading()),
            item.list("", DETAILS),
            item.see_photos(|what| format!("Photos à consulter pour {what}.")),
        ]),
        Tone::Friendly => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("regardez bien les photos pour {what}")),
            "Merci de votre visite !".into(),
        ]),
        Tone::Casual => lines([
            shorthand(item),
            item.values(" / ", DETAILS),
            item.see_photos(|what| format!("Photos pour {what}.")),
        ]),
    }
}
