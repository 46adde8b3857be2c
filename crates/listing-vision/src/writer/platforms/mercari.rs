//! Mercari: short and factual.

use listing_domain::product::Product;
use listing_domain::wish::Tone;

use super::{Post, title, title_names};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::capitalised;

/// The length of a Mercari title in the US.
const TITLE_ROOM: usize = 80;

pub(crate) const DETAILS: &[Field] = &[Field::Size, Field::Colour, Field::Material, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(" | {}", capitalised(&size)));
    let audience = item.audience_word().map(|word| format!(" | {}", capitalised(word)));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [audience, size]),
        description: (item.voices().mercari)(item, tone),
        hashtags: 3,
    }
}

/// Kind and brand alone: the rest stands on the line below.
pub(crate) fn shorthand(item: &Item<'_>) -> String {
    let words = match item.product {
        Product::Unknown => item.heading(),
        Product::Good(_) | Product::Type(_) | Product::Department(_) => {
            item.values(" / ", &[Field::Kind, Field::Brand])
        }
    };
    capitalised(&words)
}
