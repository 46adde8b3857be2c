//! Facebook Marketplace: one short informal paragraph, as in a chat.

use listing_domain::wish::Tone;

use super::{Post, title, title_names};
use crate::writer::item::Item;

/// Longer titles are cut in the grid of results.
const TITLE_ROOM: usize = 65;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(" ({size})"));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [size]),
        description: (item.voices().facebook)(item, tone),
        hashtags: 0,
    }
}
