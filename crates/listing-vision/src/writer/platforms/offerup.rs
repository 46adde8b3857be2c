//! OfferUp: as short as can be.

use listing_domain::wish::{Language, Tone};

use super::{Post, title, title_names};
use crate::writer::item::Item;
use crate::writer::text::{line, sentence};

/// Titles are read on a phone's grid.
const TITLE_ROOM: usize = 50;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [size]),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 0,
    }
}

fn french(item: &Item<'_>, tone: Tone) -> String {
    let (see, close) = match tone {
        Tone::Professional => ("consulter les photos pour", "Contact par l’application."),
        Tone::Friendly => ("les photos montrent", "Écrivez-moi, avec plaisir !"),
        Tone::Casual => ("voir photos pour", "Message si ça vous dit."),
    };
    line([sentence(&item.summary()), item.condition_or(|what| format!("{see} {what}")), close.into()])
}

fn english(item: &Item<'_>, tone: Tone) -> String {
    let (see, close) = match tone {
        Tone::Professional => ("refer to the photos for the", "Contact through the app."),
        Tone::Friendly => ("photos show the", "Message me, happy to help!"),
        Tone::Casual => ("see pics for", "Hit me up."),
    };
    line([sentence(&item.summary()), item.condition_or(|what| format!("{see} {what}")), close.into()])
}
