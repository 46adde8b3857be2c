//! The sentences for a listing's editor about broken rules of a marketplace.

use crate::marketplace::{Contact, Part, Untidiness};
use crate::text::Lint;

/// The sentences about broken rules of a marketplace, for the editor of a listing. Words in braces are
/// placeholders: `{part}` is the title or the description.
pub(crate) struct FindingWords {
    /// The name of a listing's text ("Title"), capitalized.
    pub(crate) part: fn(Part) -> &'static str,
    /// The sentence for a listing that was written for the `{other}` marketplace instead of this
    /// `{marketplace}`.
    pub(crate) other_platform: &'static str,
    /// The sentence for a text with a `{count}` of characters below the `{limit}`. The function chooses
    /// singular or plural.
    pub(crate) too_short: fn(usize) -> &'static str,
    /// The sentence for a text with a `{count}` of characters above the `{limit}`. The function chooses
    /// singular or plural.
    pub(crate) too_long: fn(usize) -> &'static str,
    pub(crate) no_letters_or_digits: &'static str,
    pub(crate) title_of_several_lines: &'static str,
    pub(crate) untidy: fn(Untidiness) -> &'static str,
    pub(crate) contact: fn(Contact) -> &'static str,
    /// The sentence for forbidden content: the `{text}` found, or the number of words found.
    pub(crate) forbidden: fn(Lint) -> &'static str,
    /// The sentence for a `{count}` of hashtags above the `{limit}`.
    pub(crate) too_many_hashtags: &'static str,
    /// The sentence for hashtags on a marketplace that allows none.
    pub(crate) no_hashtags: &'static str,
    pub(crate) hashtags_in_title: &'static str,
    pub(crate) hashtags_before_last_line: &'static str,
    pub(crate) no_category: &'static str,
    /// The sentence for a condition, `{text}`, that the marketplace does not have.
    pub(crate) unknown_condition: &'static str,
    /// The sentence for a currency, `{text}`, that the marketplace does not use.
    pub(crate) foreign_currency: &'static str,
    pub(crate) price_out_of_bounds: &'static str,
    pub(crate) price_with_cents: &'static str,
}
