//! Writes priced listings from prepared photos, independently of accounts.

use std::sync::Arc;
use std::time::Duration;

use super::WriteError;
use super::concurrent::run_concurrently;
use crate::attributes::{Attributes, KnownAttributes};
use crate::details::{Details, Findings, product_name};
use crate::draft::{
    Alternative, Draft, DraftRequest, KnownProduct, PlatformText, PriceOpinion, WriterDeadlines,
};
use crate::expense::Expenses;
use crate::lane::Lane;
use crate::listing::{Item, Listing, PriceWarning};
use crate::locale::{Locale, Market};
use crate::marketplace::Catalogue;
use crate::money::{Currency, Money};
use crate::options::Language;
use crate::photo::{PhotoNote, PreparedPhoto};
use crate::ports::{ExchangeRates, ListingWriter, MarketData, MarketQuery, PhotoFault, PhotoProblem};
use crate::pricing::{self, Comparable, PriceQuestion, PriceSuggestion, ReferenceRates};
use crate::product::Product;
use crate::request::ListingOptions;
use crate::statement::{SizeStatement, refine};

/// Writes priced listings from prepared photos and options. It is independent of accounts and charges
/// nothing.
#[derive(Clone)]
pub struct WriteListings {
    /// Analyzes the photos and writes the texts.
    pub writer: Arc<dyn ListingWriter>,
    /// Finds comparable offers, if such a source is configured.
    pub market: Option<Arc<dyn MarketData>>,
    /// The settings of the use case.
    pub policy: WritingPolicy,
}

/// The rules of writing.
#[derive(Debug, Clone)]
pub struct WritingPolicy {
    /// The rules of the marketplaces.
    pub catalogue: Arc<Catalogue>,
    /// The default market; without it, the language's own market.
    pub sold_in: Option<Market>,
    /// Provides exchange rates.
    pub rates: Arc<dyn ExchangeRates>,
    /// The time limits of writers.
    pub deadlines: WriterDeadlines,
    /// The time limit for market data. The query runs concurrently with the writer if the seller's words name
    /// the product, else after the writer has identified it.
    pub market_within: Duration,
}

impl WritingPolicy {
    /// The default of [`WritingPolicy::market_within`], 4 seconds.
    pub const MARKET_WITHIN: Duration = Duration::from_secs(4);
}

impl Default for WritingPolicy {
    fn default() -> Self {
        Self {
            catalogue: Arc::default(),
            sold_in: None,
            rates: Arc::new(ReferenceRates::default()),
            deadlines: WriterDeadlines::default(),
            market_within: Self::MARKET_WITHIN,
        }
    }
}

/// The listings of an item, with its price and evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenListings {
    /// One listing for each platform, in the requested order.
    pub listings: Vec<Listing>,
    /// The item for sale.
    pub item: Item,
    /// The price and its reasons.
    pub price: PriceSuggestion,
    /// The evidence for the answer, for the detailed response.
    pub details: Details,
    /// The language of the texts.
    pub language: Language,
    /// The attributes that the seller corrected, which replace the stored ones; empty for a new item.
    pub corrected: KnownAttributes,
}

impl WriteListings {
    /// Writes one listing for each platform of the options. Local work queues in `lane`. The cost of the
    /// writer's calls is noted in `expenses`, even on failure. Blank photos are refused unless the seller
    /// states something.
    pub async fn run(
        &self,
        photos: Arc<[PreparedPhoto]>,
        options: &ListingOptions,
        known: KnownAttributes,
        lane: Lane,
        expenses: &Expenses,
    ) -> Result<WrittenListings, WriteError> {
        // An audience alone does not identify an item.
        if (KnownAttributes { audience: None, ..known.clone() }) == KnownAttributes::default() {
            refuse_blank(&photos)?;
        }
        self.write(self.draft_request(photos, options, &known, lane, expenses), known).await
    }

    /// Rewrites the listings from the known facts, without any photo. Too few facts are not an error: the unknown
    /// is left out.
    pub async fn rewrite(
        &self,
        product: KnownProduct,
        options: &ListingOptions,
        known: KnownAttributes,
        lane: Lane,
        expenses: &Expenses,
    ) -> Result<WrittenListings, WriteError> {
        let request = self.draft_request(Arc::default(), options, &known, lane, expenses);
        // The facts may be in the language of an earlier analysis.
        let translated = request.known.translated(options.language);
        let product = Some(product.without_contacts());
        self.write(DraftRequest { product, known: translated, ..request }, known).await
    }

    async fn write(
        &self,
        request: DraftRequest,
        known: KnownAttributes,
    ) -> Result<WrittenListings, WriteError> {
        let stated = Self::stated_product(&request);
        let early = self.comparables(&request, stated, Attributes::default().with_known(&request.known));
        let (draft, comparables) = run_concurrently(self.writer.write(&request), early).await?;
        let Draft { product, audience, attributes: detected, texts, price: opinion, alternatives } = draft;
        // The seller's word for the item outranks the photos.
        let product = request.named().unwrap_or(product);
        let is_named = known.name.is_some() || detected.name.is_some();
        if product == Product::Unknown && !is_named && request.product.is_none() {
            let guesses = guesses(&alternatives, request.locale);
            return Err(WriteError::NotRecognized { photos: request.photos.len(), guesses });
        }
        // The seller's word on the audience outranks the photos too.
        let audience = known.audience(product).or(audience);
        let attributes = detected.clone().with_known(&known);
        let comparables = if product == stated {
            comparables
        } else {
            self.comparables(&request, product, attributes.clone()).await
        };
        let item = Item { product, audience, attributes, known };
        let rates = self.policy.rates.today();
        let price = |locale| price(&item, opinion.as_ref(), &comparables, locale, &rates);
        let listings = self.listings(&request, &item, &texts, price)?;
        let price = price(request.locale).with_minimums(&self.minimums(&listings), request.locale.language);
        let details = Details::of(&Findings {
            item: &item,
            detected: &detected,
            alternatives: &alternatives,
            photos: &request.photos,
            listings: &listings,
            catalogue: &self.policy.catalogue,
            locale: request.locale,
        });
        let corrected = KnownAttributes::default();
        Ok(WrittenListings { listings, item, price, details, language: request.locale.language, corrected })
    }

    fn draft_request(
        &self,
        photos: Arc<[PreparedPhoto]>,
        options: &ListingOptions,
        known: &KnownAttributes,
        lane: Lane,
        expenses: &Expenses,
    ) -> DraftRequest {
        DraftRequest {
            photos,
            product: None,
            platforms: options.platforms.clone(),
            locale: self.locale(options),
            tone: options.tone,
            quality: options.quality,
            known: known.without_contacts(),
            catalogue: Arc::clone(&self.policy.catalogue),
            within: self.policy.deadlines.of(options.quality),
            lane,
            expenses: expenses.clone(),
        }
    }

    /// Returns the language to write in and the market to sell in.
    pub(super) fn locale(&self, options: &ListingOptions) -> Locale {
        Locale::new(options.language, options.market.or(self.policy.sold_in))
    }

    /// Returns the product that the seller's own words imply, before any photo is examined.
    fn stated_product(request: &DraftRequest) -> Product {
        if let Some(product) = request.named() {
            return product;
        }
        let size = request.known.size.as_ref();
        let by_size = size
            .map_or(Product::Unknown, |size| refine(Product::Unknown, &SizeStatement::read(size.as_str())));
        request.known.brand_of(by_size).refined(by_size)
    }

    /// Returns the market's comparables for a named product; none for any other. A failure of the source
    /// counts as finding none: the price then rests on less evidence and says so.
    async fn comparables(
        &self,
        request: &DraftRequest,
        product: Product,
        attributes: Attributes,
    ) -> Vec<Comparable> {
        let Some(market) = self.market.as_ref().filter(|_| product.is_named()) else { return Vec::new() };
        let within = self.policy.market_within.min(request.within);
        let account = Some(request.lane).filter(|lane| *lane != Lane::NO_ACCOUNT).map(|lane| lane.account());
        let query = MarketQuery { product, attributes, locale: request.locale, account, within };
        market.find(&query).await.unwrap_or_default()
    }

    /// Composes the listings. Each marketplace's price is that of the market whose currency it uses.
    fn listings(
        &self,
        request: &DraftRequest,
        item: &Item,
        texts: &[PlatformText],
        price: impl Fn(Locale) -> PriceSuggestion,
    ) -> Result<Vec<Listing>, WriteError> {
        let language = request.locale.language;
        let mut computed: Vec<(Currency, Money)> = Vec::new();
        let mut suggested = |currency| {
            if let Some((_, money)) = computed.iter().find(|(known, _)| *known == currency) {
                return *money;
            }
            let money = price(Locale::new(language, Some(Market::of(currency)))).suggested;
            computed.push((currency, money));
            money
        };
        let listing = |platform| {
            let marketplace = self.policy.catalogue.marketplace(platform);
            let text = texts
                .iter()
                .find(|text| text.platform == platform)
                .ok_or(WriteError::MissingText(platform))?;
            let local = suggested(marketplace.currency(request.locale.market));
            Ok(Listing::compose(marketplace, item, text, local, language))
        };
        request.platforms.as_slice().iter().copied().map(listing).collect()
    }

    /// Returns the names of the marketplaces whose minimum price is higher than the item's estimated price.
    fn minimums(&self, listings: &[Listing]) -> Vec<&'static str> {
        let above = listings.iter().filter(|listing| listing.warning == Some(PriceWarning::WorthLess));
        above.map(|listing| self.policy.catalogue.marketplace(listing.platform).name()).collect()
    }
}

fn price(
    item: &Item,
    opinion: Option<&PriceOpinion>,
    comparables: &[Comparable],
    locale: Locale,
    rates: &ReferenceRates,
) -> PriceSuggestion {
    let notes = item.known.notes.as_ref();
    let question = PriceQuestion {
        product: item.product,
        attributes: &item.attributes,
        opinion,
        comparables,
        notes,
        locale,
    };
    pricing::suggest(&question, rates)
}

/// Returns the names of the possible products, each once.
fn guesses(alternatives: &[Alternative], locale: Locale) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for alternative in alternatives {
        let name = product_name(alternative.product, locale);
        if names.len() < Details::MAX_ALTERNATIVES && !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Refuses photos of which none shows anything.
fn refuse_blank(photos: &[PreparedPhoto]) -> Result<(), WriteError> {
    if photos.iter().any(|photo| !photo.notes.contains(&PhotoNote::NearlyEmpty)) {
        return Ok(());
    }
    let problem = |index| PhotoProblem {
        index,
        message: "shows hardly anything: send a photo of the product, or describe the product in attributes"
            .to_owned(),
        fault: PhotoFault::Blank,
    };
    Err(WriteError::NothingShown((0..photos.len()).map(problem).collect()))
}
