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
            item.see_photos(|what| format!("Refer to photos for {what}.")),
        ]),
        Tone::Friendly => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("please look at the photos for the {what}")),
            "Thanks for stopping by!".into(),
        ]),
        Tone::Casual => lines([
            shorthand(item),
            item.values(" / ", DETAILS),
            item.see_photos(|what| format!("Pics for {what}.")),
        ]),
    }
}
