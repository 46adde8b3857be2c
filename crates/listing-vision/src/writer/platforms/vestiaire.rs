//! Vestiaire Collective: precise and sober; the site makes titles of
//! category, material and brand.

use listing_domain::wish::Tone;

use super::{Post, title, title_names};
use crate::writer::details::Field;
use crate::writer::item::Item;

/// Room for what the site puts together itself.
const TITLE_ROOM: usize = 70;

pub(crate) const DETAILS: &[Field] =
    &[Field::Brand, Field::Audience, Field::Size, Field::Colour, Field::Material, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    Post {
        title: title(item, TITLE_ROOM, title_names(item), []),
        description: (item.voices().vestiaire)(item, tone),
        hashtags: 0,
    }
}
