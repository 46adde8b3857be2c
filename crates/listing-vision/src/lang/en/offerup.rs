//! OfferUp: as short as can be.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::text::{line, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    let (see, close) = match tone {
        Tone::Professional => ("refer to the photos for the", "Contact through the app."),
        Tone::Friendly => ("photos show the", "Message me, happy to help!"),
        Tone::Casual => ("see pics for", "Hit me up."),
    };
    line([sentence(&item.summary()), item.condition_or(|what| format!("{see} {what}")), close.into()])
}
