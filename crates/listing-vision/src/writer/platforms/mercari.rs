//! Mercari: short and factual.

use listing_domain::product::Product;
use listing_domain::wish::{Language, Tone};

use super::{Post, title, title_names};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, lines, sentence};

/// The length of a Mercari title in the US.
const TITLE_ROOM: usize = 80;

const DETAILS: &[Field] = &[Field::Size, Field::Colour, Field::Material, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(" | {}", capitalised(&size)));
    let audience = item.audience_word().map(|word| format!(" | {}", capitalised(word)));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [audience, size]),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 3,
    }
}

/// Kind and brand alone: the rest stands on the line below.
fn shorthand(item: &Item<'_>) -> String {
    let words = match item.product {
        Product::Unknown => item.heading(),
        Product::Type(_) | Product::Department(_) => item.values(" / ", &[Field::Kind, Field::Brand]),
    };
    capitalised(&words)
}

fn french(item: &Item<'_>, tone: Tone) -> String {
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

fn english(item: &Item<'_>, tone: Tone) -> String {
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
