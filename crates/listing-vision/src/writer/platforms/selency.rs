//! Selency: a decorator's voice; colour and material first, no slang.

use listing_domain::product::Gender;
use listing_domain::wish::Tone;

use super::{Destination, Post, title};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::capitalised;

/// Selency's sellers are told to stay under seventy.
const TITLE_ROOM: usize = 70;

pub(crate) const DETAILS: &[Field] =
    &[Field::Size, Field::Material, Field::Colour, Field::Brand, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    let brand = item.brand.map(|brand| format!(", {brand}"));
    Post {
        title: title(
            item,
            TITLE_ROOM,
            [item.name(), item.noun()].map(|name| capitalised(&name)),
            [brand, size],
        ),
        description: (item.voices().selency)(item, tone),
        hashtags: 0,
    }
}

/// What sets the mood of a piece.
pub(crate) enum Mood {
    Both { colour: String, material: String },
    Colour(String),
    Material(String),
    None,
}

impl Mood {
    pub(crate) fn of(item: &Item<'_>) -> Self {
        let named = |word: &str, gender| (item.grammar().definite)(word, gender);
        // Nobody says "le multicolore".
        let colour = item.plain_colour().filter(|colour| !colour.starts_with("multi"));
        let colour = colour.map(|colour| named(&colour, Gender::Masculine));
        let material = item.plain_material().map(|(material, gender)| named(material, gender));
        match (colour, material) {
            (Some(colour), Some(material)) => Self::Both { colour, material },
            (Some(colour), None) => Self::Colour(colour),
            (None, Some(material)) => Self::Material(material),
            (None, None) => Self::None,
        }
    }
}

/// Whether the item furnishes or decorates, as things on this platform should.
pub(crate) fn is_decor(item: &Item<'_>) -> bool {
    matches!(Destination::of(item.product), Destination::Home)
}
