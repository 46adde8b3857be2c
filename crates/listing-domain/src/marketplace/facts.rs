//! The shape of one marketplace's facts: what a file such as `leboncoin.rs` fills in.

use super::Platform;
use crate::condition::Condition;
use crate::money::Currency;
use crate::product::{Audience, ProductType};
use crate::text::Lint;
use crate::wish::{Language, Words};

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
    /// The names it is spoken of by, in lower case without accents: other
    /// marketplaces may forbid them in a text.
    pub(super) spoken_names: &'static [&'static str],
    /// Rules for the title.
    pub(super) title: TitleRules,
    /// Rules for the description.
    pub(super) description: DescriptionRules,
    /// Rules for the hashtags at the end of the description.
    pub(super) hashtags: HashtagRules,
    /// The languages of the condition field, the marketplace's own first.
    pub(super) languages: &'static [Language],
    /// The labels of the condition field for a product type.
    pub(super) conditions: fn(ProductType) -> ConditionLabels,
    /// The currency of prices, by the language of the listing: a French listing
    /// is taken for a seller in France, an English one for one in the US.
    pub(super) currency: Words<Currency>,
    /// Rules for the price.
    pub(super) price: PriceRules,
    /// The category of a product type; `None` where the marketplace has none.
    pub(super) category: fn(ProductType) -> Option<Category>,
    /// The category of what fits no other one.
    pub(super) catch_all: Words,
    /// How much of a category's path is shown.
    pub(super) category_style: CategoryStyle,
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

/// The labels of the condition field, one for each grade; `None` where the
/// marketplace has no such choice.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConditionLabels {
    pub(super) new_with_tags: Option<Words>,
    pub(super) new: Option<Words>,
    pub(super) like_new: Option<Words>,
    pub(super) very_good: Option<Words>,
    pub(super) good: Option<Words>,
    pub(super) fair: Option<Words>,
    pub(super) for_parts: Option<Words>,
}

impl ConditionLabels {
    /// No label for any grade: the marketplace has no condition field.
    pub(super) const NONE: Self = Self {
        new_with_tags: None,
        new: None,
        like_new: None,
        very_good: None,
        good: None,
        fair: None,
        for_parts: None,
    };

    /// The label of a grade: where there is none for it, that of the nearest
    /// worse one, else of the worst there is. `None` where there is no field.
    pub(super) fn label(&self, condition: Condition) -> Option<Words> {
        let worse = Condition::ALL.iter().filter(|grade| **grade >= condition);
        let better = Condition::ALL.iter().rev();
        worse.chain(better).find_map(|grade| self.own_label(*grade))
    }

    const fn own_label(&self, condition: Condition) -> Option<Words> {
        match condition {
            Condition::NewWithTags => self.new_with_tags,
            Condition::New => self.new,
            Condition::LikeNew => self.like_new,
            Condition::VeryGood => self.very_good,
            Condition::Good => self.good,
            Condition::Fair => self.fair,
            Condition::ForParts => self.for_parts,
        }
    }
}

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

/// Whole units only.
pub(super) const WHOLE_UNITS: &[Band] = &[Band { from: 0, every: 100, endings: &[0] }];

/// Whole units, from 20 on ending in 0 or 5. Below 20 a step of five would
/// change the price too much.
pub(super) const FIVES: &[Band] =
    &[Band { from: 0, every: 100, endings: &[0] }, Band { from: 2_000, every: 500, endings: &[0] }];

/// A category: its path on the marketplace, and the men's path where the first
/// one is for women. Levels are separated by ` > `, broadest first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Category {
    path: Words,
    men: Option<Words>,
}

impl Category {
    /// A category with its path in both languages.
    pub(super) const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { path: Words { fr, en }, men: None }
    }

    /// A category of a marketplace that has no French site.
    pub(super) const fn english(en: &'static str) -> Self {
        Self::new(en, en)
    }

    /// The same category with another path for men's items.
    pub(super) const fn for_men(mut self, en: &'static str, fr: &'static str) -> Self {
        self.men = Some(Words { fr, en });
        self
    }

    /// The same category with another path for men's items, on a marketplace
    /// that has no French site.
    pub(super) const fn for_men_english(self, en: &'static str) -> Self {
        self.for_men(en, en)
    }

    /// The path for an audience.
    pub(super) fn path(&self, audience: Option<Audience>, language: Language) -> &'static str {
        let men = self.men.filter(|_| audience == Some(Audience::Men));
        language.pick(men.unwrap_or(self.path))
    }
}

/// How much of a category's path is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CategoryStyle {
    /// All levels.
    FullPath,
    /// The last level, which names the category on its own.
    Leaf,
}
