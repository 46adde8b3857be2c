//! Poshmark: brand first, a scannable list, an invitation to bundle.

use listing_domain::condition::Condition;
use listing_domain::wish::Tone;

use super::Post;
use crate::writer::condition_words::ConditionPhrase;
use crate::writer::details::Field;
use crate::writer::item::Item;

/// The length of a Poshmark title.
pub(crate) const TITLE_ROOM: usize = 80;

pub(crate) const DETAILS: &[Field] =
    &[Field::Brand, Field::Audience, Field::Size, Field::Colour, Field::Material, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    Post {
        title: (item.voices().poshmark_title)(item),
        description: (item.voices().poshmark)(item, tone),
        hashtags: 4,
    }
}

/// The letters by which new things are known there.
pub(crate) fn shorthand(item: &Item<'_>) -> Option<&'static str> {
    match item.condition? {
        ConditionPhrase::Grade(Condition::NewWithTags) => Some("NWT"),
        ConditionPhrase::Grade(Condition::New) => Some("NWOT"),
        _ => None,
    }
}
