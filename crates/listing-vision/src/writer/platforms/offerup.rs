//! OfferUp: as short as can be.

use listing_domain::wish::Tone;

use super::{Post, title, title_names};
use crate::writer::item::Item;

/// Titles are read on a phone's grid.
const TITLE_ROOM: usize = 50;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [size]),
        description: (item.voices().offerup)(item, tone),
        hashtags: 0,
    }
}
