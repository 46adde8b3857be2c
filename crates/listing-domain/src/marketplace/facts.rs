//! The shape of one marketplace's facts: what a file such as `leboncoin.rs` fills in.

use super::Platform;
use super::eligibility::AcceptedGoods;
use super::fees::Fee;
use crate::money::Currency;
use crate::options::Language;
use crate::product::ProductType;
use crate::text::Lint;

/// The separator between the levels of a category path.
pub(super) const LEVEL: &str = " > ";

/// The longest line that stands for a title on a marketplace without one, in
/// UTF-16 units. Buyers see about that much of a description's first line.
pub(super) const FIRST_LINE_MAX: usize = 80;

/// What is known about one marketplace. All lengths are in UTF-16 units, the
/// strictest way a site may count.
#[derive(Debug)]
pub(super) struct Facts {
    /// The id of the interface.
    pub(super) platform: Platform,
    /// The name, as the marketplace writes it.
    pub(super) name: &'static str,
    /// Where it is used, in English.
    pub(super) region: &'static str,
    /// The names it is spoken of by, in lower case without accents: other
    /// marketplaces may forbid them in a text.
    pub(super) spoken_names: &'static [&'static str],
    /// Rules for the title.
    pub(super) title: TitleRules,
    /// Rules for the description.
    pub(super) description: DescriptionRules,
    /// Rules for the hashtags at the end of the description.
    pub(super) hashtags: HashtagRules,
    /// The language of the site, or one of its languages: it decides what there is
    /// (`lang/`), and stands in for a language that the site does not have.
    pub(super) own_language: Language,
    /// The group of goods that have the condition field's labels in common with a
    /// product type; `None` where there is no such field.
    pub(super) condition_group: fn(ProductType) -> Option<&'static str>,
    /// The currency of prices; `None` where the seller's market decides.
    pub(super) currency: Option<Currency>,
    /// Rules for the price.
    pub(super) price: PriceRules,
    /// How much of a category's path is shown.
    pub(super) category_style: CategoryStyle,
    /// What it takes, where that is not everything.
    pub(super) accepted_goods: Option<AcceptedGoods>,
}

/// Rules for the title.
#[derive(Debug)]
pub(super) struct TitleRules {
    /// Whether the seller writes a title; if not, a short first line stands for it.
    pub(super) free_text: bool,
    /// The shortest title.
    pub(super) min: usize,
    /// The longest title.
    pub(super) max: usize,
    /// What must not stand in it.
    pub(super) lints: &'static [Lint],
}

/// Rules for the description.
#[derive(Debug)]
pub(super) struct DescriptionRules {
    /// The shortest description.
    pub(super) min: usize,
    /// The longest description.
    pub(super) max: usize,
    /// What must not stand in it.
    pub(super) lints: &'static [Lint],
}

/// Rules for the hashtags.
#[derive(Debug)]
pub(super) struct HashtagRules {
    /// The most that are allowed; 0 where none are used.
    pub(super) max: usize,
    /// The fewest that sellers usually set.
    pub(super) recommended_min: usize,
    /// The most that sellers usually set.
    pub(super) recommended_max: usize,
}

/// The group of all goods, where they share one list of conditions.
pub(super) const ALL_GOODS: &str = "all";

/// Rules for the price, all amounts in minor units.
///
/// Bounds that a source states in dollars, euros or pounds are taken at their
/// face value in the other two: the three differ by less than the bounds are
/// known exactly (eBay itself asks 0.99 USD or 1 EUR), and a converted bound
/// would move with the rate of the day.
#[derive(Debug)]
pub(super) struct PriceRules {
    /// The smallest step the field accepts: [`WHOLE`] or [`CENTS`].
    pub(super) unit: i64,
    /// The lowest price.
    pub(super) min: i64,
    /// The highest price, where one is known.
    pub(super) max: Option<i64>,
    /// The usual prices, in bands from the cheapest up.
    pub(super) bands: &'static [Band],
    /// What it keeps of a private seller's price, by currency, where that is sure.
    pub(super) fees: &'static [Fee],
}

/// A price field that takes whole units of the currency.
pub(super) const WHOLE: i64 = 100;
/// A price field that takes cents.
pub(super) const CENTS: i64 = 1;

/// The usual endings of prices from an amount on: multiples of `every` plus one
/// of `endings`. All in minor units, `from` being a multiple of `every`.
#[derive(Debug)]
pub(super) struct Band {
    pub(super) from: i64,
    pub(super) every: i64,
    pub(super) endings: &'static [i64],
}

/// Whole units, from 20 on ending in 0 or 5, from 100 on tens, from 1,000 on fifties. Below 20 a step
/// of five would change the price too much. Ending in 0 or 5 is the marketplaces' habit; from where on
/// steps grow is ours: nobody asks 179 or 216.
pub(super) const FIVES: &[Band] = &[
    Band { from: 0, every: 100, endings: &[0] },
    Band { from: 2_000, every: 500, endings: &[0] },
    Band { from: 10_000, every: 1_000, endings: &[0] },
    Band { from: 100_000, every: 5_000, endings: &[0] },
];

/// Below 20 whole and half units and those less one or five cents; from there on multiples of five and
/// those less a cent, in the same growing steps: 24.99 or 25, 219.99 or 220. That prices end in .99 is the marketplaces' habit; the steps are
/// ours.
pub(super) const A_CENT_LESS: &[Band] = &[
    Band { from: 0, every: 100, endings: &[0, 50, 95, 99] },
    Band { from: 2_000, every: 500, endings: &[0, 499] },
    Band { from: 10_000, every: 1_000, endings: &[0, 999] },
    Band { from: 100_000, every: 5_000, endings: &[0] },
];

/// How much of a category's path is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CategoryStyle {
    /// All levels.
    FullPath,
    /// The last level, which names the category on its own.
    Leaf,
}
