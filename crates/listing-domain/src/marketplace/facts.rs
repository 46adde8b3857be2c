//! The structure of a marketplace's facts. One file for each marketplace, such as `leboncoin.rs`, fills it
//! in.

use super::Platform;
use super::eligibility::AcceptedGoods;
use super::fees::Fee;
use super::required::RequiredFields;
use super::rule::SourcedRules;
use crate::money::Currency;
use crate::options::Language;
use crate::product::ProductType;
use crate::text::Lint;

/// The separator between the levels of a category path.
pub(super) const LEVEL: &str = " > ";

/// The maximum length of a description's first line that serves as a title, on marketplaces without titles,
/// in UTF-16 units. Buyers see about that much of it.
pub(super) const FIRST_LINE_MAX: usize = 80;

/// The facts of one marketplace. All lengths are in UTF-16 units, the strictest count that a site may use.
#[derive(Debug)]
pub(super) struct Facts {
    /// The marketplace's id in the API.
    pub(super) platform: Platform,
    /// The name in the marketplace's own spelling.
    pub(super) name: &'static str,
    /// The region where people use the marketplace, in English.
    pub(super) region: &'static str,
    /// The everyday names of the marketplace, in lower case without accents. Other marketplaces may forbid
    /// them in a text.
    pub(super) everyday_names: &'static [&'static str],
    pub(super) title: TitleRules,
    pub(super) description: DescriptionRules,
    /// Rules for the hashtags at the end of the description.
    pub(super) hashtags: HashtagRules,
    /// The site's language, or one of its languages. Its tables in `lang/` decide which categories and labels
    /// exist. They also replace the tables of a language that the site lacks.
    pub(super) own_language: Language,
    /// Returns the name of the group of goods with the same condition labels as a product type; `None` if the
    /// marketplace has no condition field.
    pub(super) condition_group: fn(ProductType) -> Option<&'static str>,
    /// The currency of prices; `None` if the seller's market decides.
    pub(super) currency: Option<Currency>,
    pub(super) price: PriceRules,
    /// The part of a category's path that listings show.
    pub(super) category_style: CategoryStyle,
    /// The accepted goods; `None` if the marketplace accepts everything.
    pub(super) accepted_goods: Option<AcceptedGoods>,
    /// The fields that the form requires.
    pub(super) required: RequiredFields,
    /// The public pages of the rules that have one.
    pub(super) sources: &'static [SourcedRules],
}

#[derive(Debug)]
pub(super) struct TitleRules {
    /// True if sellers write titles; otherwise a short first line of the description serves as the title.
    pub(super) free_text: bool,
    pub(super) min: usize,
    pub(super) max: usize,
    /// The rules against forbidden content in titles.
    pub(super) lints: &'static [Lint],
}

#[derive(Debug)]
pub(super) struct DescriptionRules {
    pub(super) min: usize,
    pub(super) max: usize,
    /// The rules against forbidden content in descriptions.
    pub(super) lints: &'static [Lint],
}

#[derive(Debug)]
pub(super) struct HashtagRules {
    /// The maximum number of hashtags; 0 if the marketplace uses none.
    pub(super) max: usize,
    /// The lower end of the usual number of hashtags.
    pub(super) recommended_min: usize,
    /// The upper end of the usual number of hashtags.
    pub(super) recommended_max: usize,
}

/// The name of the only condition group of a marketplace that has the same conditions for all goods.
pub(super) const ALL_GOODS: &str = "all";

/// The rules for prices. All amounts are in minor units (cents).
///
/// A limit that is given in dollars, euros or pounds applies with the same number in the other two
/// currencies. The currencies differ by less than the uncertainty of the limits (eBay itself uses 0.99 USD or
/// 1 EUR). A converted limit would change with the daily rate.
#[derive(Debug)]
pub(super) struct PriceRules {
    /// The smallest step of the price field: [`WHOLE`] or [`CENTS`].
    pub(super) unit: i64,
    /// The currency in which the bounds are known.
    pub(super) bounds: Currency,
    pub(super) min: i64,
    pub(super) max: Option<i64>,
    /// The bands of usual prices, ordered from the cheapest.
    pub(super) bands: &'static [Band],
    /// The fees that a private seller pays, by currency, as far as they are certain.
    pub(super) fees: &'static [Fee],
}

/// The step of a price field for whole units of the currency, in minor units.
pub(super) const WHOLE: i64 = 100;
/// The step of a price field for cents, in minor units.
pub(super) const CENTS: i64 = 1;

/// The usual prices from an amount on: a multiple of `every` plus one of `endings`. All amounts are in minor
/// units, and `from` is a multiple of `every`.
#[derive(Debug)]
pub(super) struct Band {
    pub(super) from: i64,
    pub(super) every: i64,
    pub(super) endings: &'static [i64],
}

/// Usual prices in whole units: all below 20, then multiples of 5, of 10 from 100 and of 50 from 1,000. Below
/// 20, a step of five would change the price too much. Endings in 0 or 5 are usual on the marketplaces. The
/// growing steps are our choice, because sellers do not ask for 179 or 216.
pub(super) const FIVES: &[Band] = &[
    Band { from: 0, every: 100, endings: &[0] },
    Band { from: 2_000, every: 500, endings: &[0] },
    Band { from: 10_000, every: 1_000, endings: &[0] },
    Band { from: 100_000, every: 5_000, endings: &[0] },
];

/// Usual prices just below a round number. Below 20, these are whole and half units, and those less one or
/// five cents. From 20 on, they are the steps of [`FIVES`] and, up to 1,000, those less a cent: 24.99 or 25,
/// 219.99 or 220. Endings in .99 are usual on the marketplaces; the steps are our choice.
pub(super) const A_CENT_LESS: &[Band] = &[
    Band { from: 0, every: 100, endings: &[0, 50, 95, 99] },
    Band { from: 2_000, every: 500, endings: &[0, 499] },
    Band { from: 10_000, every: 1_000, endings: &[0, 999] },
    Band { from: 100_000, every: 5_000, endings: &[0] },
];

/// The part of a category's path that listings show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CategoryStyle {
    /// All levels of the path.
    FullPath,
    /// The last level of the path, which is clear on its own.
    Leaf,
}
