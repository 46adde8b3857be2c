//! The marketplaces and their rules for listings.
//!
//! One file has the facts of each marketplace. The tables in `lang/` have its words in each language.
//! [`MarketplaceOverride`] replaces uncertain facts when the service starts.
//!
//! To correct a fact, edit the marketplace's file. To add a marketplace, copy a file and add its id to
//! [`Platform`]. The compiler and the tests then name everything that is still missing.

use std::ops::RangeInclusive;

use crate::closed_enum::closed_enum;
use crate::condition::Condition;
use crate::lang;
use crate::locale::Market;
use crate::money::{Currency, Money};
use crate::options::Language;
use crate::product::brands::{Brand, Tier};
use crate::product::{Audience, Product, ProductType};
use crate::text::{Lint, Rules, Spellings};

mod catalogue;
mod category;
mod check;
mod comparison;
mod eligibility;
mod facts;
mod fees;
mod finding;
mod overrides;
mod price;
mod required;
mod rule;
mod tree;

mod craigslist;
mod depop;
mod ebay;
mod etsy;
mod leboncoin;
#[expect(clippy::module_inception, reason = "the id of Facebook Marketplace is `marketplace`")]
mod marketplace;
mod mercari;
mod offerup;
mod poshmark;
mod selency;
mod vestiaire;
mod vinted;

pub use catalogue::Catalogue;
pub use check::ListingFields;
pub use comparison::{ComparedItem, Comparison, Fit, Offer};
pub use eligibility::{AcceptedGoods, Eligibility};
use facts::Facts;
pub use finding::Finding;
pub(crate) use finding::{Contact, Part, Untidiness};
pub use overrides::{CatalogueError, LabelOverride, MarketplaceOverride};
pub use required::{ItemSpecifics, Specific};
pub use rule::{FactOrigin, FactSource, ListingField, Rule, Severity};

/// The only list of marketplaces, each with its code in the API and its module of facts.
macro_rules! platforms {
    ($( $(#[$meta:meta])* $variant:ident = $code:literal in $file:ident, )+) => {
        closed_enum! {
            /// The marketplaces, by their ids in the API.
            pub enum Platform as "platform" {
                $( $(#[$meta])* $variant = $code, )+
            }
        }

        impl Platform {
            const fn facts(self) -> &'static Facts {
                match self { $( Self::$variant => &$file::FACTS, )+ }
            }
        }
    };
}

platforms! {
    /// leboncoin, used in France.
    Leboncoin = "leboncoin" in leboncoin,
    /// Vinted, used in Europe.
    Vinted = "vinted" in vinted,
    /// Facebook Marketplace, used worldwide.
    Marketplace = "marketplace" in marketplace,
    /// eBay, used worldwide.
    Ebay = "ebay" in ebay,
    /// Etsy, used worldwide.
    Etsy = "etsy" in etsy,
    /// Vestiaire Collective, used in Europe.
    Vestiaire = "vestiaire" in vestiaire,
    /// Selency, used in France.
    Selency = "selency" in selency,
    /// Poshmark, used in the US.
    Poshmark = "poshmark" in poshmark,
    /// Mercari, used in the US and in Japan.
    Mercari = "mercari" in mercari,
    /// Depop, used in the UK and in the US.
    Depop = "depop" in depop,
    /// Craigslist, used in the US.
    Craigslist = "craigslist" in craigslist,
    /// OfferUp, used in the US.
    Offerup = "offerup" in offerup,
}

impl Platform {
    /// Returns the region where people use the marketplace, in English: "France", "US/Japan".
    pub const fn region(self) -> &'static str {
        self.facts().region
    }

    /// Returns the language whose tables decide which categories and labels the marketplace has, see
    /// [`crate::lang`].
    #[cfg(test)]
    pub(crate) const fn own_language(self) -> Language {
        self.facts().own_language
    }
}

/// The rules of one marketplace, with the overrides from the settings applied.
#[derive(Debug, Clone)]
pub struct Marketplace {
    facts: &'static Facts,
    overrides: MarketplaceOverride,
}

impl Marketplace {
    fn new(platform: Platform) -> Self {
        Self { facts: platform.facts(), overrides: MarketplaceOverride::default() }
    }

    /// Returns the marketplace's id in the API.
    pub const fn platform(&self) -> Platform {
        self.facts.platform
    }

    /// Returns the name in the marketplace's own spelling.
    pub const fn name(&self) -> &'static str {
        self.facts.name
    }

    /// Returns true if sellers write titles. On the other marketplaces (Vestiaire Collective, Depop), the
    /// title is a short first line of the description.
    pub const fn has_title(&self) -> bool {
        self.facts.title.free_text
    }

    /// Returns the minimum length of a title, in characters.
    pub const fn title_min(&self) -> usize {
        self.facts.title.min
    }

    /// Returns the maximum length of a title, both in characters and in UTF-16 units, since no marketplace
    /// says which of them it counts.
    pub fn title_max(&self) -> usize {
        self.overrides.title_max.unwrap_or(self.facts.title.max)
    }

    /// Returns the minimum length of a description, in characters.
    pub const fn description_min(&self) -> usize {
        self.facts.description.min
    }

    /// Returns the maximum length of a description with its hashtags, both in characters and in UTF-16 units.
    pub fn description_max(&self) -> usize {
        self.overrides.description_max.unwrap_or(self.facts.description.max)
    }

    /// Returns the maximum number of hashtags in a description; 0 if the marketplace uses none.
    pub fn hashtags_max(&self) -> usize {
        self.overrides.hashtags_max.unwrap_or(self.facts.hashtags.max)
    }

    /// Returns the usual number of hashtags, within the allowed maximum.
    pub fn hashtags_recommended(&self) -> RangeInclusive<usize> {
        let max = self.hashtags_max();
        let usual = &self.facts.hashtags;
        usual.recommended_min.min(max)..=usual.recommended_max.min(max)
    }

    /// Returns the rules for cleaning a title.
    pub(crate) fn title_rules(&self) -> Rules {
        self.rules(self.facts.title.lints)
    }

    /// Returns the rules for cleaning a description.
    pub(crate) fn description_rules(&self) -> Rules {
        self.rules(self.facts.description.lints)
    }

    fn rules(&self, lints: &'static [Lint]) -> Rules {
        let spellings = Spellings {
            brand: |word| {
                let brand = Brand::named(word)?;
                let is_same = brand.name().to_lowercase() == word.to_lowercase();
                is_same.then(|| (brand.name(), brand.is_ordinary_word()))
            },
            is_short_word: lang::is_short_word,
        };
        let other_marketplaces = self.names_of_other_marketplaces();
        Rules { lints, other_marketplaces, spellings, phrases: lang::phrases() }
    }

    fn names_of_other_marketplaces(&self) -> Vec<&'static str> {
        let others = Platform::ALL.iter().filter(|platform| **platform != self.platform());
        others.flat_map(|platform| platform.facts().everyday_names).copied().collect()
    }

    /// Returns the currency of prices: the marketplace's own, or else the currency of the seller's market.
    pub fn currency(&self, market: Market) -> Currency {
        self.overrides.currency.or(self.facts.currency).unwrap_or(market.currency())
    }

    /// Returns the category as the marketplace shows it: all levels of its path joined with ` > `, or on
    /// leboncoin only the last level.
    ///
    /// An audience gets a category of its own or one for all audiences, never one for another audience.
    /// Without an audience, the usual audience of such goods decides. If only the department is known, the
    /// result is the part that the paths of all its product types begin with. Without such a part, or without
    /// any category for the item, the result is the marketplace's catch-all category ("Divers", "General"),
    /// or else "Autre" or "Other". The text is English if the site has no French version.
    pub fn category(&self, product: Product, audience: Option<Audience>, language: Language) -> String {
        match self.overriding_category(product, language) {
            Some(label) => label.to_owned(),
            None => category::shown(self.facts, product, audience, language),
        }
    }

    /// Returns the audience of an item's category if it is only an assumption, because the item has no
    /// audience.
    pub fn assumed_audience(
        &self,
        product: Product,
        audience: Option<Audience>,
        language: Language,
    ) -> Option<Audience> {
        let is_built_in = self.overriding_category(product, language).is_none();
        category::assumed(self.facts, product, audience).filter(|_| is_built_in)
    }

    fn overriding_category(&self, product: Product, language: Language) -> Option<&str> {
        self.overrides.category_label(product.kind()?, language)
    }

    /// Returns the eligibility of goods of this kind and brand tier on the marketplace's site in a language.
    pub fn eligibility(&self, product: Product, tier: Option<Tier>, language: Language) -> Eligibility {
        eligibility::evaluate(self.facts, product, tier, language)
    }

    /// Returns the accepted goods; `None` if the marketplace accepts everything.
    pub const fn accepted_goods(&self) -> Option<AcceptedGoods> {
        self.facts.accepted_goods
    }

    /// Returns the label of a grade in the marketplace's condition field. It is in the given language if the
    /// field has it, else in the marketplace's own.
    ///
    /// The labels may depend on the product type (eBay). For an uncertain type, the labels of most possible
    /// types apply. A grade without a label gets the label of the next worse grade, or of the worst. A
    /// marketplace without the field (Etsy) gets the ordinary name of the grade.
    pub fn condition_label(&self, product: Product, condition: Condition, language: Language) -> &str {
        self.labeled(product, condition, language).0
    }

    /// Returns the grade whose label is shown for a grade. It is another grade if the marketplace's condition
    /// field has no label for the given one.
    pub fn labeled_grade(&self, product: Product, condition: Condition, language: Language) -> Condition {
        self.labeled(product, condition, language).1
    }

    fn labeled(&self, product: Product, condition: Condition, language: Language) -> (&str, Condition) {
        if let Some(label) = self.overrides.condition_label(condition, language) {
            return (label, condition);
        }
        let group = most_common(types(product).map(self.facts.condition_group));
        let label = |language| lang::of(language).conditions.get(self.platform().code(), group?, condition);
        label(language)
            .or_else(|| label(self.facts.own_language))
            .unwrap_or_else(|| (condition.plain_label(language), condition))
    }

    /// Returns the labels of the marketplace's condition field for a product, each once, from the best grade
    /// to the worst.
    pub fn condition_labels(&self, product: Product, language: Language) -> Vec<&str> {
        let mut labels = Vec::new();
        for condition in Condition::ALL {
            let label = self.condition_label(product, *condition, language);
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        labels
    }

    /// Returns the minimum price, in minor units of the price's currency.
    pub fn price_min(&self) -> i64 {
        self.overrides.price_min.unwrap_or(self.facts.price.min)
    }

    /// Returns the maximum price, in minor units; `None` if it is unknown.
    pub fn price_max(&self) -> Option<i64> {
        self.overrides.price_max.or(self.facts.price.max)
    }

    /// Returns true if a price is below the marketplace's minimum. The item is then worth less than the price
    /// of its listing.
    pub fn is_below_minimum(&self, price: Money) -> bool {
        price.minor() < self.price_min()
    }

    /// Returns the minimum price in a currency; `None` where it is not known.
    pub(crate) fn minimum_in(&self, currency: Currency) -> Option<i64> {
        let known = || (self.facts.price.bounds == currency).then_some(self.facts.price.min);
        self.overrides.price_min.or_else(known)
    }

    /// Returns the maximum price in a currency; `None` where it is not known.
    pub(crate) fn maximum_in(&self, currency: Currency) -> Option<i64> {
        let known = || self.facts.price.max.filter(|_| self.facts.price.bounds == currency);
        self.overrides.price_max.or_else(known)
    }

    /// Returns the amount that a private seller receives from a price after the marketplace's fees; `None` if
    /// the fees are uncertain.
    pub fn net_after_fees(&self, price: Money) -> Option<Money> {
        let fee = self.facts.price.fees.iter().find(|fee| fee.currency == price.currency());
        fee.map(|fee| fee.net(price))
    }

    /// Returns the nearest price that is usual on the marketplace, within its limits and in the same
    /// currency. A price above 0 never becomes 0.
    pub fn round_price(&self, price: Money) -> Money {
        let minor = price::round(&self.facts.price, self.price_min(), self.price_max(), price.minor());
        Money::from_minor(minor, price.currency())
    }
}

/// Returns the product types that an item may have.
fn types(product: Product) -> impl Iterator<Item = ProductType> {
    let (known, department) = (product.kind(), product.department());
    ProductType::ALL.iter().copied().filter(move |kind| match known {
        Some(known) => *kind == known,
        None => department.is_none_or(|department| kind.department() == department),
    })
}

/// Returns the most frequent value, or the first of several with the same frequency.
fn most_common<T: PartialEq>(values: impl Iterator<Item = Option<T>>) -> Option<T> {
    let mut counted: Vec<(usize, Option<T>)> = Vec::new();
    for value in values {
        match counted.iter_mut().find(|(_, known)| *known == value) {
            Some((count, _)) => *count += 1,
            None => counted.push((1, value)),
        }
    }
    let most = counted.iter().map(|(count, _)| *count).max()?;
    counted.into_iter().find(|(count, _)| *count == most).and_then(|(_, value)| value)
}

#[cfg(test)]
mod tests;
