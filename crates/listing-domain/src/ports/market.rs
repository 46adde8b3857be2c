//! The port of market data: prices at which comparable items are offered or sold.

use std::time::Duration;

use async_trait::async_trait;

use super::BoxError;
use crate::attributes::Attributes;
use crate::ids::AccountId;
use crate::locale::{Locale, Market};
use crate::pricing::Comparable;
use crate::product::Product;

/// Finds offers comparable to an item.
#[async_trait]
pub trait MarketData: Send + Sync {
    /// Returns comparables of an item, best first, within the query's time. An empty result is normal, for
    /// example when the query says too little about the item. Each comparable states its own product;
    /// different products are left out. Its price is above zero, and its page, if given, begins with
    /// `https://`.
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError>;
}

/// A query for comparables: offers and sales of items like this one.
#[derive(Debug, Clone, PartialEq)]
pub struct MarketQuery {
    /// The item's product, as far as it is known.
    pub product: Product,
    /// The item's other known attributes.
    pub attributes: Attributes,
    /// The language of the words, and the market in whose currency prices are compared.
    pub locale: Locale,
    /// The account whose own sales count too. No other source may depend on it.
    pub account: Option<AccountId>,
    /// The time that the source may take.
    pub within: Duration,
}

impl MarketQuery {
    /// Returns a seller's search words: the brand and the noun, in the language of the market's sellers;
    /// `None` for an unknown product.
    pub fn words(&self) -> Option<String> {
        let language = self.locale.market.language();
        if !self.product.is_named() {
            return None;
        }
        let american = self.product.american(language).filter(|_| self.locale.market == Market::UnitedStates);
        let noun = american.unwrap_or_else(|| self.product.noun(language).text());
        let brand = self.attributes.brand_of(self.product);
        let brand = brand.value().map(|brand| format!("{brand} "));
        Some(format!("{}{noun}", brand.unwrap_or_default()))
    }
}

/// A failure to get market data. The price then rests on less evidence, which its explanation mentions; the
/// request never fails.
#[derive(Debug, thiserror::Error)]
#[error("market data is not available")]
pub struct MarketDataError(#[source] pub BoxError);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attributes::Attribute;
    use crate::options::Language;
    use crate::product::{Department, Good, ProductType};

    fn check(product: Product, brand: Option<&str>, market: Market, expected: Option<&str>) {
        let brand = brand.map(|brand| Attribute::seen(brand, 1.0));
        let attributes = Attributes { brand, ..Attributes::default() };
        let locale = Locale::new(Language::Fr, Some(market));
        let query =
            MarketQuery { product, attributes, locale, account: None, within: Duration::from_secs(1) };
        assert_eq!(query.words().as_deref(), expected);
    }

    #[test]
    fn queries_use_the_words_of_the_markets_sellers() {
        let sneakers = Product::Type(ProductType::Sneakers);
        check(sneakers, Some("Nike"), Market::France, Some("Nike baskets"));
        check(sneakers, Some("Nike"), Market::UnitedKingdom, Some("Nike trainers"));
        check(sneakers, None, Market::UnitedStates, Some("sneakers"));
        check(Product::Good(Good::from_key("teapot").unwrap()), None, Market::France, Some("théière"));
        check(Product::Department(Department::Shoes), Some("Nike"), Market::France, None);
        check(Product::Unknown, None, Market::France, None);
    }
}
