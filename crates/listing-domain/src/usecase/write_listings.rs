//! Turns prepared photos and a options into priced listings, for whomever.

use std::sync::Arc;
use std::time::Duration;

use super::WriteError;
use super::with_help::with_help;
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

/// Turns prepared photos and a options into priced listings. It knows no account
/// and charges nobody.
#[derive(Clone)]
pub struct WriteListings {
    /// Looks and writes.
    pub writer: Arc<dyn ListingWriter>,
    /// Finds comparable offers, where such a source is configured.
    pub market: Option<Arc<dyn MarketData>>,
    /// The rules that are not the ports'.
    pub policy: WritingPolicy,
}

/// What writing goes by.
#[derive(Debug, Clone)]
pub struct WritingPolicy {
    /// The rules of the marketplaces.
    pub catalogue: Arc<Catalogue>,
    /// Where items are sold, unless the options says so; the language's own market where nothing is
    /// said.
    pub sold_in: Option<Market>,
    /// Knows the rates between currencies.
    pub rates: Arc<dyn ExchangeRates>,
    /// How long a writer may take.
    pub deadlines: WriterDeadlines,
    /// How long a source of market data may take. It is asked beside the writer where the
    /// seller's words say what the item is, and else as soon as the writer has said so.
    pub market_within: Duration,
}

impl WritingPolicy {
    /// The default of [`WritingPolicy::market_within`].
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

/// What was written about an item.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenListings {
    /// One listing for each platform, in the order asked.
    pub listings: Vec<Listing>,
    /// What is sold.
    pub item: Item,
    /// The price and why.
    pub price: PriceSuggestion,
    /// What all of it rests on, for whoever asks.
    pub details: Details,
    /// The language in which it was written.
    pub language: Language,
}

impl WriteListings {
    /// Writes one listing for each platform of the options. Work on this machine takes the
    /// turns of `lane`; what the writer's calls cost is noted in `expenses`, whatever
    /// comes of them. Photos that show nothing are refused where nothing is stated either.
    pub async fn run(
        &self,
        photos: Arc<[PreparedPhoto]>,
        options: &ListingOptions,
        known: KnownAttributes,
        lane: Lane,
        expenses: &Expenses,
    ) -> Result<WrittenListings, WriteError> {
        // Whom something is for does not say what it is.
        if (KnownAttributes { audience: None, ..known.clone() }) == KnownAttributes::default() {
            refuse_blank(&photos)?;
        }
        self.write(self.brief(photos, options, &known, lane, expenses), known).await
    }

    /// Writes the listings again from what is known of the item, without a look at any photo.
    /// Nothing is refused for being too little: what nobody knows is left out.
    pub async fn run_again(
        &self,
        product: KnownProduct,
        options: &ListingOptions,
        known: KnownAttributes,
        lane: Lane,
        expenses: &Expenses,
    ) -> Result<WrittenListings, WriteError> {
        let brief = self.brief(Arc::default(), options, &known, lane, expenses);
        // They may have been detected when another language was written.
        let told = brief.known.told_in(options.language);
        self.write(DraftRequest { product: Some(product.without_contacts()), known: told, ..brief }, known)
            .await
    }

    async fn write(
        &self,
        brief: DraftRequest,
        known: KnownAttributes,
    ) -> Result<WrittenListings, WriteError> {
        let told = Self::told(&brief);
        let early = self.comparables(&brief, told, Attributes::default().with_known(&brief.known));
        let (draft, comparables) = with_help(self.writer.write(&brief), early).await?;
        let Draft { product, audience, attributes: detected, texts, price: opinion, alternatives } = draft;
        // The seller's word for the thing goes before whatever the photos show.
        let product = brief.named().unwrap_or(product);
        let is_named = known.name.is_some() || detected.name.is_some();
        if product == Product::Unknown && !is_named && brief.product.is_none() {
            let guesses = guesses(&alternatives, brief.locale);
            return Err(WriteError::NotRecognized { photos: brief.photos.len(), guesses });
        }
        // Whom it is for is the seller's to say, too.
        let audience = known.audience(product).or(audience);
        let attributes = detected.clone().with_known(&known);
        let comparables = if product == told {
            comparables
        } else {
            self.comparables(&brief, product, attributes.clone()).await
        };
        let item = Item { product, audience, attributes, known };
        let rates = self.policy.rates.today();
        let price = |locale| price(&item, opinion.as_ref(), &comparables, locale, &rates);
        let listings = self.listings(&brief, &item, &texts, price)?;
        let price = price(brief.locale).with_minimums(&self.minimums(&listings), brief.locale.language);
        let details = Details::of(&Findings {
            item: &item,
            detected: &detected,
            alternatives: &alternatives,
            photos: &brief.photos,
            listings: &listings,
            catalogue: &self.policy.catalogue,
            locale: brief.locale,
        });
        Ok(WrittenListings { listings, item, price, details, language: brief.locale.language })
    }

    fn brief(
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

    /// What the seller's own words tell of what it is, before anybody has looked.
    fn told(brief: &DraftRequest) -> Product {
        if let Some(product) = brief.named() {
            return product;
        }
        let size = brief.known.size.as_ref();
        let by_size = size
            .map_or(Product::Unknown, |size| refine(Product::Unknown, &SizeStatement::read(size.as_str())));
        brief.known.brand_of(by_size).refined(by_size)
    }

    /// What the market has of a product that is named; nobody finds another one. Without market
    /// data the price rests on less and says so, so a failure of the source is the same as
    /// finding nothing.
    async fn comparables(
        &self,
        brief: &DraftRequest,
        product: Product,
        attributes: Attributes,
    ) -> Vec<Comparable> {
        let Some(market) = self.market.as_ref().filter(|_| product.is_named()) else { return Vec::new() };
        let within = self.policy.market_within.min(brief.within);
        let query = MarketQuery { product, attributes, locale: brief.locale, within };
        market.find(&query).await.unwrap_or_default()
    }

    /// Each marketplace's price is that of the country in whose currency it sells.
    fn listings(
        &self,
        brief: &DraftRequest,
        item: &Item,
        texts: &[PlatformText],
        price: impl Fn(Locale) -> PriceSuggestion,
    ) -> Result<Vec<Listing>, WriteError> {
        let language = brief.locale.language;
        let mut found: Vec<(Currency, Money)> = Vec::new();
        let mut suggested = |currency| {
            if let Some((_, money)) = found.iter().find(|(known, _)| *known == currency) {
                return *money;
            }
            let money = price(Locale::new(language, Some(Market::of(currency)))).suggested;
            found.push((currency, money));
            money
        };
        let listing = |platform| {
            let marketplace = self.policy.catalogue.marketplace(platform);
            let text = texts
                .iter()
                .find(|text| text.platform == platform)
                .ok_or(WriteError::MissingText(platform))?;
            let local = suggested(marketplace.currency(brief.locale.market));
            Ok(Listing::compose(marketplace, item, text, local, language))
        };
        brief.platforms.as_slice().iter().copied().map(listing).collect()
    }

    /// The names of the marketplaces whose minimum is more than the item is worth.
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

/// The names of what the item may be, each once.
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

/// Names the photos where none of them shows anything.
fn refuse_blank(photos: &[PreparedPhoto]) -> Result<(), WriteError> {
    if photos.iter().any(|photo| !photo.notes.contains(&PhotoNote::NearlyEmpty)) {
        return Ok(());
    }
    let problem = |index| PhotoProblem {
        index,
        message:
            "shows hardly anything: send a photo of the product, or state in attributes what is known of it"
                .to_owned(),
        fault: PhotoFault::Blank,
    };
    Err(WriteError::NothingShown((0..photos.len()).map(problem).collect()))
}
