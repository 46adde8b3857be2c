//! Turns photos into listings, and charges one unit for it.

use std::fmt;
use std::sync::Arc;

use jiff::SignedDuration;

use super::{GenerateError, WriteListings, WrittenListings};
use crate::expense::Expenses;
use crate::idempotency::{IdempotentRequest, KeyUse, StoredAnswer};
use crate::ids::{AccountId, ReservationId};
use crate::ports::{
    AnswerForm, Calls, Clock, ExpenseBook, HoldRequest, IdSource, PhotoProcessor, QuotaError, QuotaLedger,
    Reservation, SettleRequest,
};
use crate::quota::{QuotaPolicy, Usage};
use crate::request::GenerationRequest;

/// Turns photos into listings.
pub struct GenerateListings {
    /// Prepares the photos.
    pub photos: Arc<dyn PhotoProcessor>,
    /// Keeps the units.
    pub quota: Arc<dyn QuotaLedger>,
    /// Looks and writes.
    pub write: WriteListings,
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
}

/// The listings of one request, charged.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// What was written.
    pub written: WrittenListings,
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
        let GenerationRequest { photos, wish, known } = request;
        let photos = self.photos.prepare(account, photos, wish.quality).await?;
        let (idempotency, render) = idempotency.unzip();
        let reservation = self.hold(account, idempotency).await?;
        let expenses = Expenses::default();
        let written = self.write.run(photos.into(), &wish, known, &expenses).await;
        self.record(account, reservation.id, &expenses).await;
        let outcome = match written {
            Ok(written) => self.settle(written, reservation, render).await,
            Err(error) => Err(error.into()),
        };
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

    async fn settle(
        &self,
        written: WrittenListings,
        held: Reservation,
        render: Option<Render>,
    ) -> Result<(Generated, Option<StoredAnswer>), GenerateError> {
        // A late settlement charges nothing, because the unit went back before;
        // the listings are delivered all the same.
        let request = SettleRequest {
            reservation: held.id,
            free_limit: self.policy.quota.free_units,
            at: self.clock.now(),
            answer: render.map(|render| answer_form(written.clone(), render)),
        };
        let settlement = self.quota.settle(&request).await?;
        Ok((Generated { written, usage: settlement.usage }, settlement.answer))
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
}

/// The answer to be stored with the charge, which knows how the account stands
/// then.
fn answer_form(written: WrittenListings, render: Render) -> AnswerForm {
    AnswerForm::new(move |usage| (render.0)(Generated { written: written.clone(), usage: *usage }))
}
