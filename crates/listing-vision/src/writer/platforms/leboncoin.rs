//! leboncoin: factual, short sentences, hand-over last; no hashtags.

use listing_domain::wish::Tone;

use super::{Post, title, title_names};
use crate::writer::item::Item;
use crate::writer::text::capitalised;

/// Titles are cut after fifty characters.
const TITLE_ROOM: usize = 50;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(" - {}", capitalised(&size)));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [size]),
        description: (item.voices().leboncoin)(item, tone),
        hashtags: 0,
    }
}
