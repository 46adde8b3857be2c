//! Turns photos into listings, charges one unit for it, and keeps what came of
//! it.

use std::sync::Arc;

use jiff::SignedDuration;

use super::failed_calls::refuse_after_failures;
use super::{AnswerFormat, GenerateError, RenderedAnswer, WriteListings};
use crate::attributes::KnownAttributes;
use crate::expense::Expenses;
use crate::generation::{HistoryPolicy, NewGeneration, RenderedData};
use crate::idempotency::{IdempotentRequest, KeyUse, StoredAnswer};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::lane::Lane;
use crate::locale::Market;
use crate::origin::Origin;
use crate::photo::{PreparedPhoto, Thumbnail};
use crate::ports::{
    Calls, Clock, ExpenseBook, HoldRequest, IdSource, PersonStore, PhotoProcessor, QuotaError, QuotaLedger,
    Reservation, SettleRequest, Thumbnailer,
};
use crate::product::Product;
use crate::quota::{QuotaPolicy, UsageAtCharge};
use crate::request::{DetailLevel, GenerationRequest, IgnoredField, ListingOptions};

/// Turns photos into listings, charged and kept.
pub struct GenerateListings {
    /// Prepares the photos.
    pub photos: Arc<dyn PhotoProcessor>,
    /// Knows in which country an account sells.
    pub people: Arc<dyn PersonStore>,
    /// Keeps the units, and with each charge what was generated.
    pub quota: Arc<dyn QuotaLedger>,
    /// Looks and writes.
    pub write: WriteListings,
    /// Renders the response.
    pub answers: Arc<dyn AnswerFormat>,
    /// Makes small pictures for the history.
    pub thumbnails: Arc<dyn Thumbnailer>,
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
    /// The quota's limits.
    pub quota: QuotaPolicy,
    /// How long a unit is held at most; longer than any writer may take.
    pub hold_for: SignedDuration,
    /// What is kept of generations.
    pub history: HistoryPolicy,
    /// Calls to AI services that may fail for an account on a day; `None` for any number.
    pub failed_calls: Option<u32>,
}

/// What a request says of itself before its body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnnouncedRequest {
    /// Whether much of a body is still to come.
    pub has_large_body: bool,
    /// Whether it names an idempotency key.
    pub has_key: bool,
}

/// What a request is answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationAnswer {
    /// What was written.
    pub data: RenderedData,
    /// How the account stood after the charge.
    pub usage: UsageAtCharge,
    /// Whether the same answer had been given before.
    pub is_replayed: bool,
}

impl From<StoredAnswer> for GenerationAnswer {
    fn from(StoredAnswer { data, usage }: StoredAnswer) -> Self {
        Self { data, usage, is_replayed: true }
    }
}

/// A unit that is held for a request.
struct Charge<'a> {
    /// The identity of what is generated.
    generation: GenerationId,
    account: AccountId,
    reservation: ReservationId,
    origin: &'a Origin,
    /// Whether anything is to be kept with it.
    is_kept: bool,
}

/// What a request asks for, but for its photos.
struct Wanted {
    options: ListingOptions,
    known: KnownAttributes,
    detail_level: DetailLevel,
    ignored: Vec<IgnoredField>,
}

impl GenerateListings {
    /// Refuses a request before its body is read, where that spares its sender anything:
    /// who has nothing left need not send photos to hear it. But whoever names a key may
    /// only want the answer that is stored under it.
    pub async fn refuse_early(
        &self,
        account: AccountId,
        announced: AnnouncedRequest,
    ) -> Result<(), GenerateError> {
        let AnnouncedRequest { has_large_body, has_key } = announced;
        if has_large_body && !has_key { self.refuse_exhausted(account).await } else { Ok(()) }
    }

    /// Generates the listings of a request for an account; under an idempotency
    /// key once: whoever asks again gets the same answer and pays nothing.
    ///
    /// Bad photos and an empty account are refused before any unit is held; a
    /// unit that is held is settled by success and given back by any failure.
    ///
    /// # Errors
    /// [`QuotaError::KeyUsed`] too, when the key is taken and there is no answer
    /// to give.
    pub async fn run(
        &self,
        account: AccountId,
        origin: Origin,
        request: GenerationRequest,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<GenerationAnswer, GenerateError> {
        // Asked before anything else is judged: who only missed the answer must
        // get it also when the quota is exhausted by now.
        if let Some(idempotency) = &idempotency
            && let Some(answer) = self.quota.answer(account, idempotency).await?
        {
            return Ok(answer.into());
        }
        match self.generate(account, origin, request, idempotency).await {
            // Another one was faster.
            Err(GenerateError::Quota(QuotaError::KeyUsed(KeyUse::Answered(answer)))) => Ok(answer.into()),
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
        let GenerationRequest { photos, mut options, known, detail_level, id: chosen, ignored } = request;
        if options.market.is_none() {
            options.market = self.market_of(account).await?;
        }
        let photos = self.photos.prepare(account, photos, options.quality).await?;
        let is_kept = idempotency.is_some() || self.policy.history.keeps_any();
        let Reservation { id, .. } = self.hold(account, &origin, idempotency).await?;
        let generation = chosen.unwrap_or_else(|| GenerationId::new(self.ids.id()));
        let charge = Charge { generation, account, reservation: id, origin: &origin, is_kept };
        let wanted = Wanted { options, known, detail_level, ignored };
        let outcome = self.write_and_settle(&charge, photos.into(), wanted).await;
        if outcome.is_err() {
            // Should giving back fail too, the unit goes back when its time is
            // over; what the caller is told is why there are no listings.
            let _ = self.quota.release(id, self.clock.now(), &origin).await;
        }
        outcome
    }

    async fn write_and_settle(
        &self,
        charge: &Charge<'_>,
        photos: Arc<[PreparedPhoto]>,
        Wanted { options, known, detail_level, ignored }: Wanted,
    ) -> Result<GenerationAnswer, GenerateError> {
        let expenses = Expenses::default();
        let lane = Lane::of(charge.account);
        let written = self.write.run(Arc::clone(&photos), &options, known, lane, &expenses).await;
        self.record(charge, &expenses).await;
        let mut written = written?;
        written.details.ignored = ignored;
        let answer = self.answers.render(&written, detail_level).map_err(GenerateError::Render)?;
        let (product, data) = (written.item.product, answer.data.clone());
        let generation = if charge.is_kept {
            Some(self.kept(charge.generation, options, product, answer, photos).await)
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
        // A late settlement charges nothing and stores nothing, because the unit
        // went back before; the listings are delivered all the same.
        let usage = self.quota.settle(&request).await?.usage;
        Ok(GenerationAnswer { data, usage, is_replayed: false })
    }

    /// Returns the country in which an account sells, if its settings say so.
    async fn market_of(&self, account: AccountId) -> Result<Option<Market>, GenerateError> {
        Ok(self.people.person(account).await?.and_then(|person| person.preferences.market))
    }

    /// What is kept of a generation.
    async fn kept(
        &self,
        id: GenerationId,
        options: ListingOptions,
        product: Product,
        RenderedAnswer { data, summary }: RenderedAnswer,
        photos: Arc<[PreparedPhoto]>,
    ) -> NewGeneration {
        let is_listed = self.policy.history.keeps_any();
        let thumbnail = if is_listed { self.thumbnail(photos).await } else { None };
        NewGeneration { id, options, product, data, summary, thumbnail, is_listed }
    }

    async fn thumbnail(&self, photos: Arc<[PreparedPhoto]>) -> Option<Thumbnail> {
        if self.policy.history.has_thumbnails { self.thumbnails.thumbnail(photos).await } else { None }
    }

    /// Writes down what the writer's calls cost, whatever came of them. A book
    /// that fails costs nobody a listing.
    async fn record(&self, charge: &Charge<'_>, expenses: &Expenses) {
        let (expenses, &Charge { account, reservation, .. }) = (expenses.all(), charge);
        if let Some(book) = self.expenses.as_ref().filter(|_| !expenses.is_empty()) {
            let calls = Calls { account, reservation, at: self.clock.now(), expenses };
            let _ = book.record(&calls).await;
        }
    }

    /// Fails when the account has nothing left. Not binding, because another request may
    /// be faster; it only saves the work of sending and preparing photos for an empty
    /// account.
    async fn refuse_exhausted(&self, account: AccountId) -> Result<(), GenerateError> {
        let usage = self.quota.usage(account, self.policy.quota.free_units, self.clock.now()).await?;
        if usage.can_generate() { Ok(()) } else { Err(QuotaError::Exhausted.into()) }
    }

    async fn hold(
        &self,
        account: AccountId,
        origin: &Origin,
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
            origin: origin.clone(),
        };
        self.quota.hold(&request).await
    }
}
