//! Craigslist: plain and local.

use listing_domain::wish::Tone;

use super::{Post, title};
use crate::writer::item::Item;
use crate::writer::text::capitalised;

/// The length of a posting's title.
const TITLE_ROOM: usize = 70;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let brand = item.brand.map(|brand| format!(" - {brand}"));
    let size = item.size_phrase().map(|size| format!(" - {size}"));
    Post {
        title: title(
            item,
            TITLE_ROOM,
            [item.name(), item.noun()].map(|name| capitalised(&name)),
            [brand, size],
        ),
        description: (item.voices().craigslist)(item, tone),
        hashtags: 0,
    }
}
