//! The sentences about a marketplace's broken rules.

use crate::marketplace::{Contact, ListingField, Part, Untidiness};
use crate::text::Lint;

/// For a listing's editor. Words in braces are placeholders; `{part}` is the title or the description.
pub(crate) struct FindingWords {
    /// A listing's text ("Title"), capitalized.
    pub(crate) part: fn(Part) -> &'static str,
    /// The sentence for a required `{field}` that is missing.
    pub(crate) missing: &'static str,
    /// The names of the fields, as a form labels them.
    pub(crate) field: fn(ListingField) -> &'static str,
    /// The sentence for a text with a `{count}` of characters below the `{limit}`. The function chooses
    /// singular or plural.
    pub(crate) too_short: fn(usize) -> &'static str,
    /// The `{count}` of characters is above the `{limit}`, in singular or plural.
    pub(crate) too_long: fn(usize) -> &'static str,
    pub(crate) no_letters_or_digits: &'static str,
    pub(crate) title_of_several_lines: &'static str,
    pub(crate) untidy: fn(Untidiness) -> &'static str,
    pub(crate) contact: fn(Contact) -> &'static str,
    /// Forbidden content: the `{text}`, or the number of words.
    pub(crate) forbidden: fn(Lint) -> &'static str,
    /// A `{count}` of hashtags above the `{limit}`.
    pub(crate) too_many_hashtags: &'static str,
    pub(crate) no_hashtags: &'static str,
    pub(crate) hashtags_in_title: &'static str,
    pub(crate) hashtags_before_last_line: &'static str,
    /// The sentence for a category, `{text}`, that the tables do not have.
    pub(crate) unknown_category: &'static str,
    /// The sentence for a category, `{text}`, that has subcategories.
    pub(crate) broad_category: &'static str,
    /// The sentence for a condition, `{text}`, that the marketplace does not have.
    pub(crate) unknown_condition: &'static str,
    /// The marketplace does not use the currency `{text}`.
    pub(crate) foreign_currency: &'static str,
    /// The sentence for a price below the `{limit}`.
    pub(crate) price_too_low: &'static str,
    /// The sentence for a price above the `{limit}`.
    pub(crate) price_too_high: &'static str,
    pub(crate) price_with_cents: &'static str,
}
