//! The marketplaces and what is valid on each.
//!
//! One file holds the facts of one marketplace, and the tables of each language
//! its words there (`lang/`). To correct a fact, edit its file; to add a
//! marketplace, copy a file and add its id to [`Platform`]: the compiler and the
//! tests name what is missing. Facts that are not certain can be overridden at run
//! time with [`MarketplaceOverride`].

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
mod eligibility;
mod facts;
mod fees;
mod finding;
mod overrides;
mod price;

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
pub use eligibility::{AcceptedGoods, Eligibility};
use facts::Facts;
pub(crate) use finding::{Contact, Part, Untidiness};
pub use overrides::{CatalogueError, LabelOverride, MarketplaceOverride};

/// The one list of marketplaces: each with its code and the file of its facts.
macro_rules! platforms {
    ($( $(#[$meta:meta])* $variant:ident = $code:literal in $file:ident, )+) => {
        closed_enum! {
            /// The marketplaces, by the ids of the interface.
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
    /// leboncoin, France.
    Leboncoin = "leboncoin" in leboncoin,
    /// Vinted, Europe.
    Vinted = "vinted" in vinted,
    /// Facebook Marketplace, global.
    Marketplace = "marketplace" in marketplace,
    /// eBay, global.
    Ebay = "ebay" in ebay,
    /// Etsy, global.
    Etsy = "etsy" in etsy,
    /// Vestiaire Collective, Europe.
    Vestiaire = "vestiaire" in vestiaire,
    /// Selency, France.
    Selency = "selency" in selency,
    /// Poshmark, US.
    Poshmark = "poshmark" in poshmark,
    /// Mercari, US and Japan.
    Mercari = "mercari" in mercari,
    /// Depop, UK and US.
    Depop = "depop" in depop,
    /// Craigslist, US.
    Craigslist = "craigslist" in craigslist,
    /// OfferUp, US.
    Offerup = "offerup" in offerup,
}

impl Platform {
    /// Where the marketplace is used, in English: "France", "US/Japan".
    pub const fn region(self) -> &'static str {
        self.facts().region
    }

    /// The language that decides what the marketplace has, see [`crate::lang`].
    #[cfg(test)]
    pub(crate) const fn own_language(self) -> Language {
        self.facts().own_language
    }
}

/// The rules of one marketplace.
#[derive(Debug, Clone)]
pub struct Marketplace {
    facts: &'static Facts,
    overrides: MarketplaceOverride,
}

impl Marketplace {
    fn new(platform: Platform) -> Self {
        Self { facts: platform.facts(), overrides: MarketplaceOverride::default() }
    }

    /// The id of the marketplace.
    pub const fn platform(&self) -> Platform {
        self.facts.platform
    }

    /// The name, as the marketplace writes it.
    pub const fn name(&self) -> &'static str {
        self.facts.name
    }

    /// Whether the seller writes a title. Where not (Vestiaire Collective,
    /// Depop), a short first line is given as the title.
    pub const fn has_title(&self) -> bool {
        self.facts.title.free_text
    }

    /// The shortest title, in characters.
    pub const fn title_min(&self) -> usize {
        self.facts.title.min
    }

    /// The longest title. It holds for characters and for UTF-16 units, since no
    /// marketplace says which it counts.
    pub fn title_max(&self) -> usize {
        self.overrides.title_max.unwrap_or(self.facts.title.max)
    }

    /// The shortest description, in characters.
    pub const fn description_min(&self) -> usize {
        self.facts.description.min
    }

    /// The longest description, hashtags included, counted like a title.
    pub fn description_max(&self) -> usize {
        self.overrides.description_max.unwrap_or(self.facts.description.max)
    }

    /// The most hashtags in a description; 0 where none are used.
    pub fn hashtags_max(&self) -> usize {
        self.overrides.hashtags_max.unwrap_or(self.facts.hashtags.max)
    }

    /// How many hashtags sellers usually set, within what is allowed.
    pub fn hashtags_recommended(&self) -> RangeInclusive<usize> {
        let max = self.hashtags_max();
        let usual = &self.facts.hashtags;
        usual.recommended_min.min(max)..=usual.recommended_max.min(max)
    }

    /// What a title must not contain.
    pub(crate) fn title_rules(&self) -> Rules {
        self.rules(self.facts.title.lints)
    }

    /// What a description must not contain.
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
        let other_marketplaces = self.spoken_names_of_others();
        Rules { lints, other_marketplaces, spellings, phrases: lang::phrases() }
    }

    fn spoken_names_of_others(&self) -> Vec<&'static str> {
        let others = Platform::ALL.iter().filter(|platform| **platform != self.platform());
        others.flat_map(|platform| platform.facts().spoken_names).copied().collect()
    }

    /// The currency of prices: the marketplace's own, or that of the seller's
    /// market where it has none.
    pub fn currency(&self, market: Market) -> Currency {
        self.overrides.currency.or(self.facts.currency).unwrap_or(market.currency())
    }

    /// The category, as the marketplace shows it: all levels of its path joined
    /// with ` > `, on leboncoin the last level alone.
    ///
    /// An audience gets a category of its own, or one for all, and never that of another. Without
    /// one it is that of the usual audience of such goods.
    /// When only the department is known: what the paths of its types have in common. When that is
    /// nothing, or the marketplace has no category for the item, or nothing is known: the
    /// marketplace's own category for the rest ("Divers", "General"), else
    /// "Autre" or "Other". English where the site has no French.
    pub fn category(&self, product: Product, audience: Option<Audience>, language: Language) -> String {
        match self.overriding_category(product, language) {
            Some(label) => label.to_owned(),
            None => category::shown(self.facts, product, audience, language),
        }
    }

    /// Returns the audience of an item's category, where it was assumed.
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

    /// Returns the eligibility of goods of this kind, by a brand of this tier, on the marketplace's
    /// site in a language.
    pub fn eligibility(&self, product: Product, tier: Option<Tier>, language: Language) -> Eligibility {
        eligibility::of(self.facts, product, tier, language)
    }

    /// The label of a grade in the marketplace's condition field, in a language
    /// of that field: the one asked for where the marketplace has it, else its own.
    ///
    /// The labels may depend on the product type (eBay); when that is not
    /// certain, they are those of most types in question. A grade that the field does
    /// not have is labelled as the next worse one, or as the worst. Where there
    /// is no such field (Etsy), the plain name of the grade.
    pub fn condition_label(&self, product: Product, condition: Condition, language: Language) -> &str {
        self.labelled(product, condition, language).0
    }

    /// The grade that is labelled when a grade is: another one where the marketplace's condition
    /// field does not have it.
    pub fn labelled_grade(&self, product: Product, condition: Condition, language: Language) -> Condition {
        self.labelled(product, condition, language).1
    }

    fn labelled(&self, product: Product, condition: Condition, language: Language) -> (&str, Condition) {
        if let Some(label) = self.overrides.condition_label(condition, language) {
            return (label, condition);
        }
        let group = most_common(types(product).map(self.facts.condition_group));
        let label = |language| lang::of(language).conditions.of(self.platform().code(), group?, condition);
        label(language)
            .or_else(|| label(self.facts.own_language))
            .unwrap_or_else(|| (condition.plain_label(language), condition))
    }

    /// The labels of the marketplace's condition field for a product, from the best grade to the worst,
    /// each once.
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

    /// The lowest price in minor units of the price's currency.
    pub fn price_min(&self) -> i64 {
        self.overrides.price_min.unwrap_or(self.facts.price.min)
    }

    /// The highest price in minor units, where one is known.
    pub fn price_max(&self) -> Option<i64> {
        self.overrides.price_max.or(self.facts.price.max)
    }

    /// Whether something of this price is worth less than the lowest price: a marketplace's minimum
    /// makes nothing worth more.
    pub fn is_below_minimum(&self, price: Money) -> bool {
        price.minor() < self.price_min()
    }

    /// What a private seller keeps of a price after the marketplace's fees; `None` where they are not
    /// sure.
    pub fn left_for_seller(&self, price: Money) -> Option<Money> {
        let fee = self.facts.price.fees.iter().find(|fee| fee.currency == price.currency());
        fee.map(|fee| fee.left(price))
    }

    /// The nearest usual price on the marketplace, within its bounds, never 0
    /// for a price that is not 0. The currency is kept.
    pub fn round_price(&self, price: Money) -> Money {
        let minor = price::round(&self.facts.price, self.price_min(), self.price_max(), price.minor());
        Money::from_minor(minor, price.currency())
    }
}

/// The product types an item may be of.
fn types(product: Product) -> impl Iterator<Item = ProductType> {
    let (known, department) = (product.kind(), product.department());
    ProductType::ALL.iter().copied().filter(move |kind| match known {
        Some(known) => *kind == known,
        None => department.is_none_or(|department| kind.department() == department),
    })
}

/// The value that occurs most often, the first one of equals.
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
