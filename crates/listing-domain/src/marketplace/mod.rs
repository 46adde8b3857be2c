//! The twelve marketplaces and what is valid on each.

use crate::closed_enum::closed_enum;
use crate::condition::Condition;
use crate::money::{Currency, Money};
use crate::product::{Audience, Product};
use crate::wish::Language;

closed_enum! {
    /// The marketplaces, by the ids of the interface.
    pub enum Platform as "platform" {
        /// leboncoin, France.
        Leboncoin = "leboncoin",
        /// Vinted, Europe.
        Vinted = "vinted",
        /// Facebook Marketplace, global.
        Marketplace = "marketplace",
        /// eBay, global.
        Ebay = "ebay",
        /// Etsy, global.
        Etsy = "etsy",
        /// Vestiaire Collective, Europe.
        Vestiaire = "vestiaire",
        /// Selency, France.
        Selency = "selency",
        /// Poshmark, US.
        Poshmark = "poshmark",
        /// Mercari, US and Japan.
        Mercari = "mercari",
        /// Depop, UK and US.
        Depop = "depop",
        /// Craigslist, US.
        Craigslist = "craigslist",
        /// OfferUp, US.
        Offerup = "offerup",
    }
}

/// The rules of all marketplaces, with the overrides of the settings applied.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {}

impl Catalogue {
    /// The rules of one marketplace.
    pub fn marketplace(&self, platform: Platform) -> &Marketplace {
        let _ = platform;
        unreachable!("SCAFFOLD")
    }
}

/// The rules of one marketplace.
#[derive(Debug, Clone)]
pub struct Marketplace {}

impl Marketplace {
    /// SCAFFOLD: the longest title, in characters.
    pub fn title_max(&self) -> usize {
        0
    }
    /// SCAFFOLD: the longest description, in characters.
    pub fn description_max(&self) -> usize {
        0
    }
    /// SCAFFOLD: the most hashtags in a description; 0 where none are allowed.
    pub fn hashtags_max(&self) -> usize {
        0
    }
    /// SCAFFOLD
    pub fn currency(&self, language: Language) -> Currency {
        let _ = language;
        Currency::Eur
    }
    /// SCAFFOLD
    pub fn category(&self, product: Product, audience: Option<Audience>, language: Language) -> String {
        let _ = (product, audience, language);
        String::new()
    }
    /// SCAFFOLD
    pub fn condition_label(&self, product: Product, condition: Condition, language: Language) -> &str {
        let _ = product;
        condition.plain_label(language)
    }
    /// SCAFFOLD
    pub fn round_price(&self, price: Money) -> Money {
        price
    }
}
