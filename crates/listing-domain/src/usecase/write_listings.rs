//! Turns prepared photos and a wish into priced listings, for whomever.

use std::sync::Arc;

use super::WriteError;
use crate::attributes::{Attribute, KnownAttributes};
use crate::draft::{Brief, Draft, PlatformText, PriceOpinion, WriterDeadlines};
use crate::expense::Expenses;
use crate::listing::{Item, Listing};
use crate::marketplace::Catalogue;
use crate::photo::PreparedPhoto;
use crate::ports::{Comparable, ListingWriter, MarketData, MarketQuery};
use crate::pricing::{self, PriceQuestion, PriceSuggestion, ReferenceRates};
use crate::product::Product;
use crate::request::Wish;
use crate::wish::Language;

/// Turns prepared photos and a wish into priced listings. It knows no account
/// and charges nobody.
pub struct WriteListings {
    /// Looks and writes.
    pub writer: Arc<dyn ListingWriter>,
    /// Finds comparable offers, where such a source is configured.
    pub market: Option<Arc<dyn MarketData>>,
    /// The rules that are not the ports'.
    pub policy: WritingPolicy,
}

/// What writing goes by.
#[derive(Debug, Clone, Default)]
pub struct WritingPolicy {
    /// The rules of the marketplaces.
    pub catalogue: Arc<Catalogue>,
    /// Rates between currencies.
    pub rates: ReferenceRates,
    /// How long a writer may take.
    pub deadlines: WriterDeadlines,
}

/// What was written about an item.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenListings {
    /// One listing for each platform, in the order asked.
    pub listings: Vec<Listing>,
    /// What is sold.
    pub item: Item,
    /// The price and why.
    pub price: PriceSuggestion,
}

impl WriteListings {
    /// Writes one listing for each platform of the wish. What the writer's calls
    /// cost is noted in `expenses`, whatever comes of them.
    pub async fn run(
        &self,
        photos: Arc<[PreparedPhoto]>,
        wish: &Wish,
        known: KnownAttributes,
        expenses: &Expenses,
    ) -> Result<WrittenListings, WriteError> {
        let brief = self.brief(photos, wish, known.without_contacts(), expenses);
        let Draft { product, audience, attributes, texts, price: opinion } =
            self.writer.write(&brief).await?;
        let item = Item { product, audience, attributes: attributes.with_known(&known), known };
        let comparables = self.comparables(&item, wish.language).await;
        let price = self.price(&item, opinion.as_ref(), &comparables, wish.language);
        let listings = self.listings(wish, &item, &texts, &price)?;
        Ok(WrittenListings { listings, item, price })
    }

    fn brief(
        &self,
        photos: Arc<[PreparedPhoto]>,
        wish: &Wish,
        known: KnownAttributes,
        expenses: &Expenses,
    ) -> Brief {
        Brief {
            photos,
            platforms: wish.platforms.clone(),
            language: wish.language,
            tone: wish.tone,
            quality: wish.quality,
            known,
            catalogue: Arc::clone(&self.policy.catalogue),
            within: self.policy.deadlines.of(wish.quality),
            expenses: expenses.clone(),
        }
    }

    /// Without market data the price rests on less and says so, so a failure
    /// of the source is the same as finding nothing.
    async fn comparables(&self, item: &Item, language: Language) -> Vec<Comparable> {
        let (Some(market), Product::Type(product)) = (&self.market, item.product) else {
            return Vec::new();
        };
        let value = |attribute: &Option<Attribute>| attribute.as_ref().map(|a| a.value.clone());
        let query = MarketQuery {
            product,
            brand: value(&item.attributes.brand),
            name: value(&item.attributes.name),
            currency: pricing::currency_of(language),
        };
        market.find(&query).await.unwrap_or_default()
    }

    fn price(
        &self,
        item: &Item,
        opinion: Option<&PriceOpinion>,
        comparables: &[Comparable],
        language: Language,
    ) -> PriceSuggestion {
        let question = PriceQuestion {
            product: item.product,
            attributes: &item.attributes,
            opinion,
            comparables,
            currency: pricing::currency_of(language),
            language,
        };
        pricing::suggest(&question, &self.policy.rates)
    }

    fn listings(
        &self,
        wish: &Wish,
        item: &Item,
        texts: &[PlatformText],
        price: &PriceSuggestion,
    ) -> Result<Vec<Listing>, WriteError> {
        let listing = |platform| {
            let marketplace = self.policy.catalogue.marketplace(platform);
            let text = texts
                .iter()
                .find(|text| text.platform == platform)
                .ok_or(WriteError::MissingText(platform))?;
            let local = self.policy.rates.convert(price.suggested, marketplace.currency(wish.language));
            Ok(Listing::compose(marketplace, item, text, local, wish.language))
        };
        wish.platforms.as_slice().iter().copied().map(listing).collect()
    }
}
