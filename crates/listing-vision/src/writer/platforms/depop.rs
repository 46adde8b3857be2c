//! Depop: lower case, line by line, hashtags last. The first line is the title.

use listing_domain::wish::Tone;

use super::{Post, title};
use crate::writer::item::Item;
use crate::writer::text::capitalised;

/// A first line of this length shows whole.
const TITLE_ROOM: usize = 60;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    let title = title(item, TITLE_ROOM, [item.full_name(), item.name(), item.noun()], [size]);
    Post {
        title: if tone == Tone::Professional { capitalised(&title) } else { title },
        description: (item.voices().depop)(item, tone),
        hashtags: 5,
    }
}
