//! The sentences that compare marketplaces for an item.

use crate::marketplace::Platform;

/// The sentences that compare marketplaces. Words in braces are placeholders; `{if}` is empty or
/// [`ComparisonWords::if_accepted`].
pub(crate) struct ComparisonWords {
    /// The sentence for a `{marketplace}` that is not specialized.
    pub(crate) general: &'static str,
    /// The sentence for a `{marketplace}` with prices in an `{other}` currency than the item's `{own}`.
    pub(crate) other_market: &'static str,
    /// The sentence about the fees of private sellers.
    pub(crate) fees: fn(Platform) -> &'static str,
    pub(crate) no_title: &'static str,
    /// The maximum `{number}` of characters of a title.
    pub(crate) title_max: &'static str,
    /// The maximum `{number}` of hashtags.
    pub(crate) hashtags_max: &'static str,
    pub(crate) whole_prices: &'static str,
    /// The minimum `{amount}`.
    pub(crate) price_min: &'static str,
    /// The maximum `{amount}`.
    pub(crate) price_max: &'static str,
    /// The beginning of a sentence about a marketplace that may refuse the item.
    pub(crate) if_accepted: &'static str,
    /// The reason for a `{marketplace}` without fees, with the `{net}`.
    pub(crate) keeps_all: &'static str,
    /// The reason for a `{marketplace}` with a `{price}`, `{fees}` and the `{net}`.
    pub(crate) keeps: &'static str,
    /// The reason for a `{marketplace}` with uncertain fees and a `{price}`.
    pub(crate) uncertain_fees: &'static str,
}
