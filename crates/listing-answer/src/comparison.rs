//! Compares marketplaces for the item of a stored response.

use listing_domain::locale::Market;
use listing_domain::marketplace::{Catalogue, ComparedItem, Comparison};
use listing_domain::options::Language;
use listing_domain::product::Product;

use crate::answer::GeneratedData;
use crate::stored::known;

impl GeneratedData {
    /// Compares all marketplaces for the item of a response in a language, at its suggested price.
    pub fn comparison<'a>(
        &self,
        catalogue: &'a Catalogue,
        product: Product,
        language: Language,
    ) -> Comparison<'a> {
        let price = self.suggested_price.money(self.currency(language));
        let stored = self.details.as_ref().and_then(|details| details.price.market.known());
        let market = stored.filter(|market| market.currency() == price.currency());
        let market = market.unwrap_or_else(|| Market::of(price.currency()));
        let brand = known(&self.attributes.brand);
        Comparison::new(catalogue, &ComparedItem { product, brand, language, market, price })
    }
}
