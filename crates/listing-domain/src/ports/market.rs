//! Market data: what comparable items are offered or sold for.

use std::time::Duration;

use async_trait::async_trait;

use super::BoxError;
use crate::attributes::Attributes;
use crate::locale::{Locale, Market};
use crate::pricing::Comparable;
use crate::product::Product;

/// Finds comparable offers by what is known of an item.
#[async_trait]
pub trait MarketData: Send + Sync {
    /// Comparables of an item, best first, within the time that the query allows;
    /// none is a normal answer, and so is it where the query says too little. Each
    /// comparable says what it is itself, and those that are something else are left
    /// aside. Its price is above zero, and its page, if told, begins with `https://`.
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError>;
}

/// What comparables are looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct MarketQuery {
    /// What the item is, as far as that is known when it is asked.
    pub product: Product,
    /// What else is known of it.
    pub attributes: Attributes,
    /// The language of its words, and the market in whose currency prices are compared.
    pub locale: Locale,
    /// How long the source may take.
    pub within: Duration,
}

impl MarketQuery {
    /// What somebody types to find such things: the brand and what it is, in the language of the
    /// market's sellers; `None` where it is not known what it is.
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

/// Why no market data could be had. The price then rests on less evidence and
/// says so; it never fails a request.
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
        let query = MarketQuery { product, attributes, locale, within: Duration::from_secs(1) };
        assert_eq!(query.words().as_deref(), expected);
    }

    #[test]
    fn things_are_looked_for_in_the_words_of_the_markets_sellers() {
        let sneakers = Product::Type(ProductType::Sneakers);
        check(sneakers, Some("Nike"), Market::France, Some("Nike baskets"));
        check(sneakers, Some("Nike"), Market::UnitedKingdom, Some("Nike trainers"));
        check(sneakers, None, Market::UnitedStates, Some("sneakers"));
        check(Product::Good(Good::of("teapot").unwrap()), None, Market::France, Some("théière"));
        check(Product::Department(Department::Shoes), Some("Nike"), Market::France, None);
        check(Product::Unknown, None, Market::France, None);
    }
}
