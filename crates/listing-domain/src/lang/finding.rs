//! The sentences for a listing's editor about broken rules of a marketplace.

use crate::marketplace::{Contact, Part, Untidiness};
use crate::text::Lint;

/// The sentences about broken rules of a marketplace, for the editor of a listing. Words in braces are
/// placeholders: `{part}` is the title or the description.
pub(crate) struct FindingWords {
    /// The name of a listing's text ("Title"), capitalized.
    pub(crate) part: fn(Part) -> &'static str,
    /// For a listing that was written for the `{other}` marketplace instead of this `{marketplace}`.
    pub(crate) other_platform: &'static str,
    /// For a text whose `{count}` of characters is beyond the `{limit}`: too short, then too long. The
    /// functions choose singular or plural for the count.
    pub(crate) too_short: fn(usize) -> &'static str,
    pub(crate) too_long: fn(usize) -> &'static str,
    pub(crate) no_letters_or_digits: &'static str,
    pub(crate) title_of_several_lines: &'static str,
    pub(crate) untidy: fn(Untidiness) -> &'static str,
    pub(crate) contact: fn(Contact) -> &'static str,
    /// For forbidden content: the `{text}` found, or the number of words found.
    pub(crate) forbidden: fn(Lint) -> &'static str,
    /// For a `{count}` of hashtags above the `{limit}`, then for any hashtags if none are allowed.
    pub(crate) too_many_hashtags: &'static str,
    pub(crate) no_hashtags: &'static str,
    pub(crate) hashtags_in_title: &'static str,
    pub(crate) hashtags_before_last_line: &'static str,
    pub(crate) no_category: &'static str,
    /// For a `{text}` that is not one of the marketplace's conditions, then for one that is not its currency.
    pub(crate) unknown_condition: &'static str,
    pub(crate) foreign_currency: &'static str,
    pub(crate) price_out_of_bounds: &'static str,
    pub(crate) price_with_cents: &'static str,
}
