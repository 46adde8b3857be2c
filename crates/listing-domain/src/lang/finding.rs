//! What is told of a listing that a marketplace would not take.

use crate::marketplace::{Contact, Part, Untidiness};
use crate::text::Lint;

/// What is told of a listing that a marketplace would not take: whole sentences, for people who edit
/// it. Words in braces are filled in: `{part}` is the text that is meant.
pub(crate) struct FindingWords {
    /// A text of the listing, as a sentence begins with it.
    pub(crate) part: fn(Part) -> &'static str,
    /// That the listing is for an `{other}` marketplace than this `{marketplace}`.
    pub(crate) other_platform: &'static str,
    /// That a text has `{count}` characters and the `{limit}` is more or fewer: none or one of them,
    /// and many.
    pub(crate) too_short: [&'static str; 2],
    pub(crate) too_long: [&'static str; 2],
    pub(crate) says_nothing: &'static str,
    pub(crate) title_of_several_lines: &'static str,
    pub(crate) untidy: fn(Untidiness) -> &'static str,
    pub(crate) contact: fn(Contact) -> &'static str,
    /// That a text has what a rule forbids: this `{text}`, or so many.
    pub(crate) forbidden: fn(Lint) -> &'static str,
    /// That there are `{count}` hashtags and the `{limit}` is lower; that there may be none.
    pub(crate) too_many_hashtags: &'static str,
    pub(crate) no_hashtags: &'static str,
    pub(crate) hashtags_in_title: &'static str,
    pub(crate) hashtags_before_last_line: &'static str,
    pub(crate) no_category: &'static str,
    /// That a `{text}` is none of the marketplace's conditions, or none of its currencies.
    pub(crate) unknown_condition: &'static str,
    pub(crate) foreign_currency: &'static str,
    pub(crate) price_out_of_bounds: &'static str,
    pub(crate) price_with_cents: &'static str,
}
