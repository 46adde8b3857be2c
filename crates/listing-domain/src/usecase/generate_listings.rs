//! Generates listings from photos, charges one unit and stores the result.

use std::sync::Arc;

use jiff::SignedDuration;

use super::failed_calls::refuse_after_failures;
use super::{AnswerFormat, GenerateError, RenderedAnswer, WriteListings};
use crate::attributes::KnownAttributes;
use crate::expense::Expenses;
use crate::generation::{HistoryPolicy, NewGeneration, RenderedData};
use crate::idempotency::{IdempotentRequest, KeyUse, StoredAnswer};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::kept_photos::PhotosToKeep;
use crate::lane::Lane;
use crate::locale::Market;
use crate::origin::Origin;
use crate::photo::{PreparedPhoto, Thumbnail};
use crate::ports::{
    Clock, ExpenseBook, HoldRequest, IdSource, PersonStore, PersonStoreError, PhotoProcessor, QuotaError,
    QuotaLedger, RecordedCalls, Reservation, SettleRequest, Settlement, Thumbnailer,
};
use crate::product::Product;
use crate::quota::{QuotaPolicy, UsageAtCharge};
use crate::request::{DetailLevel, GenerationRequest, IgnoredField, ItemReferences, ListingOptions};

/// Generates listings from photos, charges the account one unit and stores the result.
pub struct GenerateListings {
    /// Prepares the photos.
    pub photos: Arc<dyn PhotoProcessor>,
    /// Provides the market in which an account sells.
    pub people: Arc<dyn PersonStore>,
    /// Stores the units, and each charge's generation.
    pub quota: Arc<dyn QuotaLedger>,
    /// Writes the listings.
    pub write: WriteListings,
    /// Renders the response.
    pub answers: Arc<dyn AnswerFormat>,
    /// Makes thumbnails for the history.
    pub thumbnails: Arc<dyn Thumbnailer>,
    /// Records the cost of writers' calls, if configured.
    pub expenses: Option<Arc<dyn ExpenseBook>>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// Creates ids.
    pub ids: Arc<dyn IdSource>,
    /// The settings of the use case.
    pub policy: GenerationPolicy,
}

/// The rules of generations.
#[derive(Debug, Clone)]
pub struct GenerationPolicy {
    /// The quota's limits.
    pub quota: QuotaPolicy,
    /// The longest time to hold a unit, longer than any writer may take.
    pub hold_for: SignedDuration,
    /// The rules of the history.
    pub history: HistoryPolicy,
    /// Failed calls to AI services allowed per account and day; `None` for any number.
    pub failed_calls: Option<u32>,
}

/// The facts about a request that are known before its body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnnouncedRequest {
    /// True when much of the body is still to come.
    pub has_large_body: bool,
    /// True for a request with an idempotency key.
    pub has_key: bool,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationAnswer {
    /// The id of the generation, if the account's history stores generations.
    pub generation: Option<GenerationId>,
    /// The rendered data of the response.
    pub data: RenderedData,
    /// The account's usage after the charge.
    pub usage: UsageAtCharge,
    /// True for a stored answer that was given before.
    pub is_replayed: bool,
    /// False when the unit was returned before the answer, so that nothing was charged or stored.
    pub is_charged: bool,
}

/// A unit held for a request.
struct Charge<'a> {
    /// The id of the generation.
    generation: GenerationId,
    account: AccountId,
    reservation: ReservationId,
    origin: &'a Origin,
    /// True when the listings are stored with the charge.
    is_stored: bool,
}

/// The contents of a request, except its photos.
struct RequestContents {
    options: ListingOptions,
    known: KnownAttributes,
    references: ItemReferences,
    detail_level: DetailLevel,
    ignored: Vec<IgnoredField>,
}

impl GenerateListings {
    /// Refuses an exhausted account before a large body is read, to spare its sender the upload. A request
    /// with an idempotency key passes, because it may only want the stored answer.
    pub async fn refuse_early(
        &self,
        account: AccountId,
        announced: AnnouncedRequest,
    ) -> Result<(), GenerateError> {
        let AnnouncedRequest { has_large_body, has_key } = announced;
        if has_large_body && !has_key { self.refuse_exhausted(account).await } else { Ok(()) }
    }

    /// Generates the listings of a request, once under an idempotency key: a retry gets the same answer at no
    /// charge.
    ///
    /// Bad photos and an exhausted account are refused before a unit is held. Success settles a held unit;
    /// any failure returns it.
    ///
    /// # Errors
    /// Also [`QuotaError::KeyUsed`] when the key is taken and has no answer to return.
    pub async fn run(
        &self,
        account: AccountId,
        origin: Origin,
        request: GenerationRequest,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<GenerationAnswer, GenerateError> {
        // Checked first: a client that only missed the answer must get it even when the quota is now
        // exhausted.
        if let Some(idempotency) = &idempotency
            && let Some(answer) = self.quota.answer(account, idempotency).await?
        {
            return Ok(self.replayed(answer));
        }
        match self.generate(account, origin, request, idempotency).await {
            // Another request was faster.
            Err(GenerateError::Quota(QuotaError::KeyUsed(KeyUse::Answered(answer)))) => {
                Ok(self.replayed(answer))
            }
            outcome => outcome,
        }
    }

    async fn generate(
        &self,
        account: AccountId,
        origin: Origin,
        request: GenerationRequest,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<GenerationAnswer, GenerateError> {
        self.refuse_exhausted(account).await?;
        let (book, limit) = (self.expenses.as_ref(), self.policy.failed_calls);
        refuse_after_failures(book, &*self.clock, account, limit).await?;
        let GenerationRequest { photos, mut options, known, references, detail_level, id: chosen, ignored } =
            request;
        if options.market.is_none() {
            options.market = self.account_market(account).await?;
        }
        let photos = self.photos.prepare(account, photos, options.quality).await?;
        let is_stored = idempotency.is_some() || self.policy.history.keeps_any();
        let Reservation { id, .. } = self.hold(account, &origin, idempotency, false).await?;
        let generation = chosen.unwrap_or_else(|| GenerationId::new(self.ids.id()));
        let charge = Charge { generation, account, reservation: id, origin: &origin, is_stored };
        let contents = RequestContents { options, known, references, detail_level, ignored };
        let outcome = self.write_and_settle(&charge, photos.into(), contents).await;
        if outcome.is_err() {
            // If the release fails too, the unit returns when its hold expires. The caller gets the first
            // error.
            let _ = self.quota.release(id, self.clock.now(), &origin).await;
        }
        outcome
    }

    async fn write_and_settle(
        &self,
        charge: &Charge<'_>,
        photos: Arc<[PreparedPhoto]>,
        RequestContents { options, known, references, detail_level, ignored }: RequestContents,
    ) -> Result<GenerationAnswer, GenerateError> {
        let expenses = Expenses::default();
        let lane = Lane::of(charge.account);
        let written = self.write.run(Arc::clone(&photos), &options, known, lane, &expenses).await;
        self.record(charge, &expenses).await;
        let mut written = written?;
        written.details.ignored = ignored;
        let answer =
            self.answers.render(&written, &references, detail_level).map_err(GenerateError::Render)?;
        let (product, data) = (written.item.product, answer.data.clone());
        let generation = if charge.is_stored {
            Some(self.new_generation(charge.generation, options, product, answer, photos).await)
        } else {
            None
        };
        let request = SettleRequest {
            reservation: charge.reservation,
            free_limit: self.policy.quota.free_units,
            at: self.clock.now(),
            generation: generation.map(Arc::new),
            origin: charge.origin.clone(),
        };
        // A late settlement charges and stores nothing, because the unit was returned before. The listings
        // are delivered all the same.
        let Settlement { charged: is_charged, usage, .. } = self.quota.settle(&request).await?;
        Ok(GenerationAnswer {
            generation: self.listed(charge.generation),
            data,
            usage,
            is_replayed: false,
            is_charged,
        })
    }

    /// Returns a stored answer, for a repeated request.
    fn replayed(&self, StoredAnswer { generation, data, usage }: StoredAnswer) -> GenerationAnswer {
        GenerationAnswer {
            generation: self.listed(generation),
            data,
            usage,
            is_replayed: true,
            is_charged: true,
        }
    }

    /// Returns the id of a generation that the account's history lists; `None` without a history.
    fn listed(&self, generation: GenerationId) -> Option<GenerationId> {
        self.policy.history.keeps_any().then_some(generation)
    }

    /// Returns the market in which an account sells, if set.
    pub(super) async fn account_market(
        &self,
        account: AccountId,
    ) -> Result<Option<Market>, PersonStoreError> {
        Ok(self.people.person(account).await?.and_then(|person| person.preferences.market))
    }

    /// Returns the generation to store.
    async fn new_generation(
        &self,
        id: GenerationId,
        options: ListingOptions,
        product: Product,
        RenderedAnswer { data, summary }: RenderedAnswer,
        photos: Arc<[PreparedPhoto]>,
    ) -> NewGeneration {
        let is_listed = self.policy.history.keeps_any();
        let thumbnail = if is_listed { self.thumbnail(Arc::clone(&photos)).await } else { None };
        let limit = self.policy.history.photo_limit.filter(|_| is_listed);
        let photos = limit.map(|limit| PhotosToKeep { photos, limit });
        NewGeneration { id, options, product, data, summary, thumbnail, photos, is_listed }
    }

    async fn thumbnail(&self, photos: Arc<[PreparedPhoto]>) -> Option<Thumbnail> {
        if self.policy.history.has_thumbnails { self.thumbnails.thumbnail(photos).await } else { None }
    }

    /// Records the cost of the writer's calls, even after a failure. A failure of the expense book does not
    /// fail the request.
    async fn record(&self, charge: &Charge<'_>, expenses: &Expenses) {
        let (expenses, &Charge { account, reservation, .. }) = (expenses.all(), charge);
        if let Some(book) = self.expenses.as_ref().filter(|_| !expenses.is_empty()) {
            let calls = RecordedCalls { account, reservation, at: self.clock.now(), expenses };
            let _ = book.record(&calls).await;
        }
    }

    /// Fails when the account has no unit left. This is advisory, since another request may be faster; it
    /// only saves sending and preparing photos in vain.
    async fn refuse_exhausted(&self, account: AccountId) -> Result<(), GenerateError> {
        let usage = self.quota.usage(account, self.policy.quota.free_units, self.clock.now()).await?;
        if usage.can_generate() { Ok(()) } else { Err(QuotaError::Exhausted.into()) }
    }

    /// Holds a unit; none for a free request, which is held for its idempotency key alone.
    pub(super) async fn hold(
        &self,
        account: AccountId,
        origin: &Origin,
        idempotency: Option<IdempotentRequest>,
        is_free: bool,
    ) -> Result<Reservation, QuotaError> {
        let now = self.clock.now();
        let request = HoldRequest {
            reservation: ReservationId::new(self.ids.id()),
            account,
            free_limit: self.policy.quota.free_units,
            now,
            expires_at: now.saturating_add(self.policy.hold_for).unwrap_or(now),
            idempotency,
            is_free,
            origin: origin.clone(),
        };
        self.quota.hold(&request).await
    }
}
