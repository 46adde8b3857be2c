//! Etsy: a warm opening that shows in search, then the details as a list.

use listing_domain::wish::Tone;

use super::{Post, title};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::capitalised;

/// Titles under some fifteen words are found best.
const TITLE_ROOM: usize = 100;

pub(crate) const DETAILS: &[Field] =
    &[Field::Brand, Field::Audience, Field::Size, Field::Colour, Field::Material, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    let audience = item.audience_word().map(item.voices().etsy_audience);
    let brand = item.brand.map(|brand| format!(", {brand}"));
    let other_name = item.search_words().first().map(|words| format!(", {words}"));
    Post {
        title: title(
            item,
            TITLE_ROOM,
            [item.name(), item.noun()].map(|name| capitalised(&name)),
            [audience, size, brand, other_name],
        ),
        description: (item.voices().etsy)(item, tone),
        hashtags: 0,
    }
}
