//! Overrides from the settings that replace facts about a marketplace, because not every fact is certain.

use std::collections::BTreeMap;

use super::{Marketplace, Platform};
use crate::condition::Condition;
use crate::money::{Currency, Money};
use crate::options::Language;
use crate::product::ProductType;

/// The smallest accepted limit for titles, in UTF-16 units. It leaves room for a noun.
const LEAST_TITLE_MAX: usize = 20;
/// The smallest accepted limit for descriptions, in UTF-16 units. It leaves room for a sentence, a few
/// attributes and hashtags.
const LEAST_DESCRIPTION_MAX: usize = 200;

/// Replacements for the built-in facts of one marketplace. A `None` or missing value keeps the built-in one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarketplaceOverride {
    /// The maximum length of a title, in UTF-16 units, at least 20.
    pub title_max: Option<usize>,
    /// The maximum length of a description, in UTF-16 units, at least 200.
    pub description_max: Option<usize>,
    /// The maximum number of hashtags in a description; 0 for none.
    pub hashtags_max: Option<usize>,
    /// The minimum price, in minor units of the marketplace's currency.
    pub price_min: Option<i64>,
    /// The maximum price, in minor units of the marketplace's currency.
    pub price_max: Option<i64>,
    /// The currency of prices, in all markets.
    pub currency: Option<Currency>,
    /// The labels in the condition field, by grade, for all goods.
    pub conditions: BTreeMap<Condition, LabelOverride>,
    /// The shown categories, by product type, for all audiences.
    pub categories: BTreeMap<ProductType, LabelOverride>,
}

/// Replacements for one label, by language.
pub type LabelOverride = BTreeMap<Language, String>;

/// The error for an invalid override in the settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// A marketplace has two overrides.
    #[error("{platform} has two overrides: merge them into one")]
    Twice {
        /// The marketplace with two overrides.
        platform: Platform,
    },
    /// A length limit leaves too little room for a text.
    #[error("{platform}.{field} must be at least {least}, not {given}")]
    TooShort {
        /// The marketplace with the invalid limit.
        platform: Platform,
        /// The name of the field with the invalid value.
        field: &'static str,
        /// The smallest accepted value of the limit.
        least: usize,
        /// The value of the limit in the settings.
        given: usize,
    },
    /// A price limit is negative or above the highest accepted price.
    #[error("{platform}.{field} must be from 0 to {} minor units, not {given}", Money::MAX_MINOR)]
    PriceOutOfRange {
        /// The marketplace with the invalid limit.
        platform: Platform,
        /// The name of the field with the invalid value.
        field: &'static str,
        /// The configured limit, in minor units.
        given: i64,
    },
    /// No price is valid, because the minimum is above the maximum or no whole unit is between them.
    #[error("{platform}: no price is valid from the minimum of {min} to the maximum of {max} minor units")]
    NoPrice {
        /// The marketplace with these price limits.
        platform: Platform,
        /// The configured minimum price, in minor units.
        min: i64,
        /// The configured maximum price, in minor units.
        max: i64,
    },
    /// A label is empty, begins or ends with a space, has control characters, or has more than one line.
    #[error("{platform}: the {language} label of {key} must be one non-empty line without outer spaces")]
    BadLabel {
        /// The marketplace with the invalid label.
        platform: Platform,
        /// The code of the condition or product type.
        key: &'static str,
        /// The language of the label.
        language: Language,
    },
}

impl MarketplaceOverride {
    pub(super) fn condition_label(&self, condition: Condition, language: Language) -> Option<&str> {
        self.conditions.get(&condition)?.get(&language).map(String::as_str)
    }

    pub(super) fn category_label(&self, product: ProductType, language: Language) -> Option<&str> {
        self.categories.get(&product)?.get(&language).map(String::as_str)
    }

    pub(super) fn check(&self, built_in: &Marketplace) -> Result<(), CatalogueError> {
        let platform = built_in.platform();
        let limits = [
            ("title_max", self.title_max, LEAST_TITLE_MAX),
            ("description_max", self.description_max, LEAST_DESCRIPTION_MAX),
        ];
        for (field, given, least) in limits {
            if let Some(given) = given.filter(|given| *given < least) {
                return Err(CatalogueError::TooShort { platform, field, least, given });
            }
        }
        self.check_prices(built_in)?;
        self.check_labels(platform)
    }

    fn check_prices(&self, built_in: &Marketplace) -> Result<(), CatalogueError> {
        let platform = built_in.platform();
        for (field, given) in [("price_min", self.price_min), ("price_max", self.price_max)] {
            if let Some(given) = given.filter(|given| !(0..=Money::MAX_MINOR).contains(given)) {
                return Err(CatalogueError::PriceOutOfRange { platform, field, given });
            }
        }
        let unit = built_in.facts.price.unit;
        let min = self.price_min.unwrap_or(built_in.price_min()).max(unit);
        match self.price_max.or(built_in.price_max()) {
            Some(max) if (min + unit - 1) / unit > max / unit => {
                Err(CatalogueError::NoPrice { platform, min, max })
            }
            _ => Ok(()),
        }
    }

    fn check_labels(&self, platform: Platform) -> Result<(), CatalogueError> {
        let conditions = self.conditions.iter().map(|(condition, label)| (condition.code(), label));
        let categories = self.categories.iter().map(|(product, label)| (product.code(), label));
        for (key, label) in conditions.chain(categories) {
            let bad = |text: &str| text.trim() != text || text.is_empty() || text.contains(char::is_control);
            if let Some((language, _)) = label.iter().find(|(_, text)| bad(text)) {
                return Err(CatalogueError::BadLabel { platform, key, language: *language });
            }
        }
        Ok(())
    }
}
