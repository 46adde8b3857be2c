//! Turns photos into listings, and charges one unit for it.

use std::fmt;
use std::sync::Arc;

use jiff::SignedDuration;

use super::GenerateError;
use crate::attributes::Attribute;
use crate::draft::{Brief, Draft, PlatformText, PriceOpinion, WriterDeadlines};
use crate::expense::Expenses;
use crate::idempotency::{IdempotentRequest, KeyUse, StoredAnswer};
use crate::ids::{AccountId, ReservationId};
use crate::listing::{Item, Listing};
use crate::marketplace::Catalogue;
use crate::ports::{
    AnswerForm, Calls, Clock, Comparable, ExpenseBook, HoldRequest, IdSource, ListingWriter, MarketData,
    MarketQuery, PhotoProcessor, QuotaError, QuotaLedger, Reservation, SettleRequest, WriterError,
};
use crate::pricing::{self, PriceQuestion, PriceSuggestion, ReferenceRates};
use crate::product::Product;
use crate::quota::{QuotaPolicy, Usage};
use crate::request::{GenerationRequest, Platforms};
use crate::wish::Language;

/// Turns photos into listings.
pub struct GenerateListings {
    /// Prepares the photos.
    pub photos: Arc<dyn PhotoProcessor>,
    /// Keeps the units.
    pub quota: Arc<dyn QuotaLedger>,
    /// Looks and writes.
    pub writer: Arc<dyn ListingWriter>,
    /// Finds comparable offers, where such a source is configured.
    pub market: Option<Arc<dyn MarketData>>,
    /// Writes down what writers' calls cost, where anybody keeps that.
    pub expenses: Option<Arc<dyn ExpenseBook>>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Makes identities.
    pub ids: Arc<dyn IdSource>,
    /// The rules that are not the ports'.
    pub policy: GenerationPolicy,
}

/// What a generation goes by.
#[derive(Debug, Clone)]
pub struct GenerationPolicy {
    /// The rules of the marketplaces.
    pub catalogue: Arc<Catalogue>,
    /// Rates between currencies.
    pub rates: ReferenceRates,
    /// The quota's limits.
    pub quota: QuotaPolicy,
    /// How long a writer may take.
    pub writer_deadlines: WriterDeadlines,
    /// How long a unit is held at most; longer than any writer may take.
    pub hold_for: SignedDuration,
}

/// The listings of one request, charged.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// One listing for each platform, in the order asked.
    pub listings: Vec<Listing>,
    /// What was sold.
    pub item: Item,
    /// The price and why.
    pub price: PriceSuggestion,
    /// How the account stands after the charge.
    pub usage: Usage,
}

/// Makes the answer's bytes of what was generated, in the caller's own form.
#[derive(Clone)]
pub struct Render(Arc<dyn Fn(Generated) -> StoredAnswer + Send + Sync>);

impl Render {
    /// A form from the function that fills it in. The same listings must give
    /// the same bytes, because one who asks again gets those that were stored.
    pub fn new(fill: impl Fn(Generated) -> StoredAnswer + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }
}

impl fmt::Debug for Render {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Render")
    }
}

/// How a request that is done once was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationAnswer {
    /// The answer.
    pub answer: StoredAnswer,
    /// Whether it had been given before.
    pub is_replayed: bool,
}

impl GenerateListings {
    /// Generates the listings of a request for an account.
    ///
    /// Bad photos and an empty account are refused before any unit is held; a
    /// unit that is held is settled by success and given back by any failure.
    pub async fn run(
        &self,
        account: AccountId,
        request: GenerationRequest,
    ) -> Result<Generated, GenerateError> {
        Ok(self.generate(account, request, None).await?.0)
    }

    /// Does the same once for each key of the account: whoever asks again gets
    /// the answer that `render` made, and pays nothing.
    ///
    /// # Errors
    /// [`QuotaError::KeyUsed`] too, when the key is taken and there is no answer
    /// to give.
    pub async fn run_once(
        &self,
        account: AccountId,
        request: GenerationRequest,
        idempotency: IdempotentRequest,
        render: Render,
    ) -> Result<GenerationAnswer, GenerateError> {
        // Asked before anything else is judged: who only missed the answer must
        // get it also when the quota is exhausted by now.
        if let Some(answer) = self.quota.answer(account, &idempotency).await? {
            return Ok(GenerationAnswer { answer, is_replayed: true });
        }
        match self.generate(account, request, Some((idempotency, render.clone()))).await {
            // Another one was faster.
            Err(GenerateError::Quota(QuotaError::KeyUsed(KeyUse::Answered(answer)))) => {
                Ok(GenerationAnswer { answer, is_replayed: true })
            }
            outcome => {
                let (generated, stored) = outcome?;
                // Nothing is stored for a charge that came too late.
                let answer = stored.unwrap_or_else(|| (render.0)(generated));
                Ok(GenerationAnswer { answer, is_replayed: false })
            }
        }
    }

    async fn generate(
        &self,
        account: AccountId,
        request: GenerationRequest,
        idempotency: Option<(IdempotentRequest, Render)>,
    ) -> Result<(Generated, Option<StoredAnswer>), GenerateError> {
        self.refuse_exhausted(account).await?;
        let photos = self.photos.prepare(account, request.photos, request.quality).await?;
        let brief = Brief {
            photos: photos.into(),
            platforms: request.platforms,
            language: request.language,
            tone: request.tone,
            quality: request.quality,
            known: request.known,
            catalogue: Arc::clone(&self.policy.catalogue),
            within: self.policy.writer_deadlines.of(request.quality),
            expenses: Expenses::default(),
        };
        let (idempotency, render) = idempotency.unzip();
        let reservation = self.hold(account, idempotency).await?;
        let written = self.writer.write(&brief).await;
        self.record(account, reservation.id, &brief.expenses).await;
        let outcome = self.compose_and_settle(&brief, written, reservation, render).await;
        if outcome.is_err() {
            // Should giving back fail too, the unit goes back when its time is
            // over; what the caller is told is why there are no listings.
            let _ = self.quota.release(reservation.id, self.clock.now()).await;
        }
        outcome
    }

    /// Writes down what the writer's calls cost, whatever came of them. A book
    /// that fails costs nobody a listing.
    async fn record(&self, account: AccountId, reservation: ReservationId, expenses: &Expenses) {
        let expenses = expenses.all();
        if let Some(book) = self.expenses.as_ref().filter(|_| !expenses.is_empty()) {
            let calls = Calls { account, reservation, at: self.clock.now(), expenses };
            let _ = book.record(&calls).await;
        }
    }

    async fn compose_and_settle(
        &self,
        brief: &Brief,
        written: Result<Draft, WriterError>,
        held: Reservation,
        render: Option<Render>,
    ) -> Result<(Generated, Option<StoredAnswer>), GenerateError> {
        let Draft { product, audience, attributes, texts, price: opinion } = written?;
        let (known, language) = (brief.known.clone(), brief.language);
        let item = Item { product, audience, attributes: attributes.with_known(&known), known };
        let comparables = self.comparables(&item, language).await;
        let price = self.price(&item, opinion.as_ref(), &comparables, language);
        let listings = self.listings(&brief.platforms, language, &item, &texts, &price)?;
        // A late settlement charges nothing, because the unit went back before;
        // the listings are delivered all the same.
        let work = Work { listings, item, price };
        let request = SettleRequest {
            reservation: held.id,
            free_limit: self.policy.quota.free_units,
            at: self.clock.now(),
            answer: render.map(|render| work.clone().answer_form(render)),
        };
        let settlement = self.quota.settle(&request).await?;
        Ok((work.charged(settlement.usage), settlement.answer))
    }

    /// Not binding, because another request may be faster; it only saves the
    /// work of preparing photos for an empty account.
    async fn refuse_exhausted(&self, account: AccountId) -> Result<(), GenerateError> {
        if self.usage(account).await?.can_generate() { Ok(()) } else { Err(QuotaError::Exhausted.into()) }
    }

    async fn usage(&self, account: AccountId) -> Result<Usage, QuotaError> {
        self.quota.usage(account, self.policy.quota.free_units, self.clock.now()).await
    }

    async fn hold(
        &self,
        account: AccountId,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<Reservation, QuotaError> {
        let now = self.clock.now();
        let request = HoldRequest {
            reservation: ReservationId::new(self.ids.id()),
            account,
            free_limit: self.policy.quota.free_units,
            now,
            expires_at: now.saturating_add(self.policy.hold_for).unwrap_or(now),
            idempotency,
        };
        self.quota.hold(&request).await
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
        platforms: &Platforms,
        language: Language,
        item: &Item,
        texts: &[PlatformText],
        price: &PriceSuggestion,
    ) -> Result<Vec<Listing>, GenerateError> {
        let listing = |platform| {
            let marketplace = self.policy.catalogue.marketplace(platform);
            let text = texts
                .iter()
                .find(|text| text.platform == platform)
                .ok_or(GenerateError::MissingText(platform))?;
            let local = self.policy.rates.convert(price.suggested, marketplace.currency(language));
            Ok(Listing::compose(marketplace, item, text, local, language))
        };
        platforms.as_slice().iter().copied().map(listing).collect()
    }
}

/// What was generated, before it is charged.
#[derive(Clone)]
struct Work {
    listings: Vec<Listing>,
    item: Item,
    price: PriceSuggestion,
}

impl Work {
    fn charged(self, usage: Usage) -> Generated {
        let Self { listings, item, price } = self;
        Generated { listings, item, price, usage }
    }

    /// The answer to be stored with the charge, which knows how the account
    /// stands then.
    fn answer_form(self, render: Render) -> AnswerForm {
        AnswerForm::new(move |usage| (render.0)(self.clone().charged(*usage)))
    }
}
