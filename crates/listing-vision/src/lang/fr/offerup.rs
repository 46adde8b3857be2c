//! OfferUp: as short as can be.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::text::{line, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    let (see, close) = match tone {
        Tone::Professional => ("consulter les photos pour", "Contact par l’application."),
        Tone::Friendly => ("les photos montrent", "Écrivez-moi, avec plaisir !"),
        Tone::Casual => ("voir photos pour", "Message si ça vous dit."),
    };
    line([sentence(&item.summary()), item.condition_or(|what| format!("{see} {what}")), close.into()])
}
