//! What the seller told of the item, which must be found in the listing.

use super::Item;
use crate::attributes::{Attribute, Attributes};
use crate::lang;
use crate::text::{Rules, Shape, clean};
use crate::wish::Language;

/// Which attribute it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Brand,
    Size,
    Color,
    Material,
    Condition,
}

/// One attribute as the seller gave it, without what the marketplace forbids.
#[derive(Debug, Clone)]
pub(super) struct StatedAttribute {
    pub(super) field: Field,
    pub(super) text: String,
}

impl Field {
    /// The name of the attribute in a list of them.
    pub(super) const fn label(self, language: Language) -> &'static str {
        let words = &lang::of(language).listing;
        match self {
            Self::Brand => words.brand,
            Self::Size => words.size,
            Self::Color => words.color,
            Self::Material => words.material,
            Self::Condition => words.condition,
        }
    }
}

/// The seller's attributes, most telling first; those of which the rules leave
/// nothing are left out.
pub(super) fn stated(item: &Item, rules: &Rules, language: Language) -> Vec<StatedAttribute> {
    let known = Attributes::default().with_known(&item.known);
    let value = |attribute: &Option<Attribute>| attribute.as_ref().map(|attribute| attribute.value.clone());
    let given = [
        (Field::Brand, value(&known.brand)),
        (Field::Size, value(&known.size)),
        (Field::Color, value(&known.color)),
        (Field::Material, value(&known.material)),
        (Field::Condition, known.condition_words(language).map(str::to_owned)),
    ];
    given
        .into_iter()
        .filter_map(|(field, text)| Some(StatedAttribute { field, text: clean(&text?, rules, Shape::Line) }))
        .filter(|stated| !stated.text.is_empty())
        .collect()
}
