//! Sentences for breaches of a marketplace's rules.

use crate::marketplace::{Contact, Part, Untidiness};
use crate::text::Lint;

/// The sentences for breaches of a marketplace's rules, for editors of a listing. Words in braces are
/// placeholders: `{part}` is the text concerned.
pub(crate) struct FindingWords {
    /// The name of a text of the listing, capitalized.
    pub(crate) part: fn(Part) -> &'static str,
    /// For a listing meant for an `{other}` marketplace than this `{marketplace}`.
    pub(crate) other_platform: &'static str,
    /// For a text of `{count}` characters beyond the `{limit}`. The count determines the number of the noun.
    pub(crate) too_short: fn(usize) -> &'static str,
    pub(crate) too_long: fn(usize) -> &'static str,
    pub(crate) no_letters_or_digits: &'static str,
    pub(crate) title_of_several_lines: &'static str,
    pub(crate) untidy: fn(Untidiness) -> &'static str,
    pub(crate) contact: fn(Contact) -> &'static str,
    /// For a forbidden part of a text: this `{text}`, or the number of them.
    pub(crate) forbidden: fn(Lint) -> &'static str,
    /// For `{count}` hashtags above the `{limit}`, and for any if none are allowed.
    pub(crate) too_many_hashtags: &'static str,
    pub(crate) no_hashtags: &'static str,
    pub(crate) hashtags_in_title: &'static str,
    pub(crate) hashtags_before_last_line: &'static str,
    pub(crate) no_category: &'static str,
    /// For a `{text}` that is not one of the marketplace's conditions or currencies.
    pub(crate) unknown_condition: &'static str,
    pub(crate) foreign_currency: &'static str,
    pub(crate) price_out_of_bounds: &'static str,
    pub(crate) price_with_cents: &'static str,
}
