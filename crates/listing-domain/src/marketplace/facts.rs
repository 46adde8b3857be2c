//! The shape of one marketplace's facts, filled in by a file such as `leboncoin.rs`.

use super::Platform;
use super::eligibility::AcceptedGoods;
use super::fees::Fee;
use crate::money::Currency;
use crate::options::Language;
use crate::product::ProductType;
use crate::text::Lint;

/// The separator between the levels of a category path.
pub(super) const LEVEL: &str = " > ";

/// The longest first line that serves as a title on a marketplace without titles, in UTF-16 units. Buyers see
/// about that much of a description's first line.
pub(super) const FIRST_LINE_MAX: usize = 80;

/// The facts of one marketplace. All lengths are in UTF-16 units, the strictest way a site may count.
#[derive(Debug)]
pub(super) struct Facts {
    /// The id in the API.
    pub(super) platform: Platform,
    /// The name in the marketplace's own spelling.
    pub(super) name: &'static str,
    /// The region where it is used, in English.
    pub(super) region: &'static str,
    /// The everyday names of the marketplace, in lower case without accents. Other marketplaces may forbid
    /// them in a text.
    pub(super) everyday_names: &'static [&'static str],
    pub(super) title: TitleRules,
    pub(super) description: DescriptionRules,
    /// Rules for the hashtags at the end of the description.
    pub(super) hashtags: HashtagRules,
    /// The language of the site, or one of its languages. Its tables in `lang/` decide which categories and
    /// labels exist, and replace those of a language that the site lacks.
    pub(super) own_language: Language,
    /// The group of goods that share the condition labels of a product type; `None` without a condition
    /// field.
    pub(super) condition_group: fn(ProductType) -> Option<&'static str>,
    /// The currency of prices; `None` if the seller's market decides.
    pub(super) currency: Option<Currency>,
    pub(super) price: PriceRules,
    /// The shown part of a category's path.
    pub(super) category_style: CategoryStyle,
    /// The accepted goods, if the marketplace does not take everything.
    pub(super) accepted_goods: Option<AcceptedGoods>,
}

#[derive(Debug)]
pub(super) struct TitleRules {
    /// True if the seller writes a title; otherwise a short first line serves as one.
    pub(super) free_text: bool,
    pub(super) min: usize,
    pub(super) max: usize,
    /// Forbidden content.
    pub(super) lints: &'static [Lint],
}

#[derive(Debug)]
pub(super) struct DescriptionRules {
    pub(super) min: usize,
    pub(super) max: usize,
    /// Forbidden content.
    pub(super) lints: &'static [Lint],
}

#[derive(Debug)]
pub(super) struct HashtagRules {
    /// The largest number allowed; 0 where none are used.
    pub(super) max: usize,
    /// The lower end of the usual number.
    pub(super) recommended_min: usize,
    /// The upper end of the usual number.
    pub(super) recommended_max: usize,
}

/// The group of all goods, for a marketplace with a single list of conditions.
pub(super) const ALL_GOODS: &str = "all";

/// Rules for the price, all amounts in minor units.
///
/// A bound stated in dollars, euros or pounds applies at face value in the other two. The three differ by
/// less than the uncertainty of the bounds (eBay itself uses 0.99 USD or 1 EUR). A converted bound would
/// change with the daily rate.
#[derive(Debug)]
pub(super) struct PriceRules {
    /// The smallest step of the price field: [`WHOLE`] or [`CENTS`].
    pub(super) unit: i64,
    pub(super) min: i64,
    pub(super) max: Option<i64>,
    /// The usual prices, in bands from the cheapest up.
    pub(super) bands: &'static [Band],
    /// The fees of a private seller by currency, where certain.
    pub(super) fees: &'static [Fee],
}

/// The step of a price field that takes whole units of the currency.
pub(super) const WHOLE: i64 = 100;
/// The step of a price field that takes cents.
pub(super) const CENTS: i64 = 1;

/// The usual price endings from an amount on: a multiple of `every` plus one of `endings`. All amounts are in
/// minor units, and `from` is a multiple of `every`.
#[derive(Debug)]
pub(super) struct Band {
    pub(super) from: i64,
    pub(super) every: i64,
    pub(super) endings: &'static [i64],
}

/// Whole units: all below 20, then multiples of 5, of 10 from 100 and of 50 from 1,000. Below 20, a step of
/// five would change the price too much. Endings in 0 or 5 are the marketplaces' habit. The growing steps are
/// ours: sellers do not ask 179 or 216.
pub(super) const FIVES: &[Band] = &[
    Band { from: 0, every: 100, endings: &[0] },
    Band { from: 2_000, every: 500, endings: &[0] },
    Band { from: 10_000, every: 1_000, endings: &[0] },
    Band { from: 100_000, every: 5_000, endings: &[0] },
];

/// Prices just below a round number: below 20, whole and half units and those less one or five cents. From 20
/// on, the steps of [`FIVES`] and those less a cent, up to 1,000: 24.99 or 25, 219.99 or 220. Endings in .99
/// are the marketplaces' habit; the steps are ours.
pub(super) const A_CENT_LESS: &[Band] = &[
    Band { from: 0, every: 100, endings: &[0, 50, 95, 99] },
    Band { from: 2_000, every: 500, endings: &[0, 499] },
    Band { from: 10_000, every: 1_000, endings: &[0, 999] },
    Band { from: 100_000, every: 5_000, endings: &[0] },
];

/// The shown part of a category's path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CategoryStyle {
    /// All levels.
    FullPath,
    /// The last level, which names the category on its own.
    Leaf,
}
