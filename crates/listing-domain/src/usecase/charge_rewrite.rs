//! Rewrites listings, and charges each rewrite beyond the free ones.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;

use super::rewrite_listings::RevisionStore;
use super::{
    BegunRewrite, GenerateListings, RewriteError, RewriteListings, RewriteOptions, RewrittenListings,
};
use crate::generation::{Generation, NewGeneration, RenderedData, Revised, Revision};
use crate::idempotency::{IdempotentRequest, KeyUse, StoredAnswer};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::origin::Origin;
use crate::ports::{ChargedRevision, QuotaError, Reservation, RevisionSettlement, SettleRequest, Settlement};
use crate::quota::UsageAtCharge;

/// Rewrites listings. A rewrite is free of charge up to the limit of [`RewriteListings`], and takes one unit
/// afterwards. The unit is held before any writing, charged in one step with the revision, and returned after
/// every failure.
pub struct ChargeRewrite {
    /// Holds units, as for generations.
    pub generate: Arc<GenerateListings>,
    /// Writes the listings, and counts the free rewrites.
    pub rewrite: Arc<RewriteListings>,
}

/// The answer to a rewrite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewriteAnswer {
    /// The rendered data of the response.
    pub data: RenderedData,
    /// The account's usage afterwards.
    pub usage: UsageAtCharge,
    /// True for a stored answer that was given before.
    pub is_replayed: bool,
}

impl From<StoredAnswer> for RewriteAnswer {
    fn from(StoredAnswer { generation: _, data, usage }: StoredAnswer) -> Self {
        Self { data, usage, is_replayed: true }
    }
}

/// A rewrite that was answered before, or has begun.
pub enum RewriteStart {
    /// The stored answer to an earlier request under the same idempotency key.
    Answered(RewriteAnswer),
    /// A rewrite to finish or abandon.
    Begun(HeldRewrite),
}

/// A begun rewrite, and what is held for it.
pub struct HeldRewrite {
    begun: BegunRewrite,
    origin: Origin,
    /// `None` for a free rewrite without an idempotency key, for which nothing is held.
    reservation: Option<ReservationId>,
    has_key: bool,
    is_charged: bool,
}

impl ChargeRewrite {
    /// Begins a rewrite: counts it as a free one, or holds its unit. Takes the idempotency key, if any.
    ///
    /// # Errors
    /// [`QuotaError::Exhausted`] when neither a free rewrite nor a unit is left; [`QuotaError::KeyUsed`] when
    /// the key is taken and has no answer to return.
    pub async fn begin(
        &self,
        account: AccountId,
        origin: Origin,
        id: GenerationId,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<RewriteStart, RewriteError> {
        // Checked first: a client that only missed the answer must get it even when the generation is gone.
        if let Some(idempotency) = &idempotency
            && let Some(answer) = self.generate.quota.answer(account, idempotency).await?
        {
            return Ok(RewriteStart::Answered(answer.into()));
        }
        let (begun, is_charged) = match self.rewrite.begin(account, id).await {
            Err(RewriteError::NoneLeft { .. }) => (self.rewrite.begin_charged(account, id).await?, true),
            begun => (begun?, false),
        };
        let has_key = idempotency.is_some();
        if !is_charged && !has_key {
            return Ok(RewriteStart::Begun(HeldRewrite {
                begun,
                origin,
                reservation: None,
                has_key,
                is_charged,
            }));
        }
        match self.generate.hold(account, &origin, idempotency, !is_charged).await {
            Ok(Reservation { id, .. }) => {
                let reservation = Some(id);
                Ok(RewriteStart::Begun(HeldRewrite { begun, origin, reservation, has_key, is_charged }))
            }
            Err(refused) => {
                self.rewrite.cancel(&begun).await;
                match refused {
                    // Another request was faster.
                    QuotaError::KeyUsed(KeyUse::Answered(answer)) => {
                        Ok(RewriteStart::Answered(answer.into()))
                    }
                    refused => Err(refused.into()),
                }
            }
        }
    }

    /// Writes a begun rewrite, stores it and charges its unit. After any failure, the unit returns.
    ///
    /// # Errors
    /// The reason why nothing is stored or charged.
    pub async fn finish(
        &self,
        held: &HeldRewrite,
        mut changes: RewriteOptions,
    ) -> Result<RewriteAnswer, RewriteError> {
        let account = held.begun.generation.account;
        let outcome = self.write_and_settle(held, account, &mut changes).await;
        if outcome.is_err() {
            self.release(held).await;
        }
        outcome
    }

    /// Returns what is held for an abandoned rewrite. If that fails, the unit returns when its hold expires.
    pub async fn abandon(&self, held: &HeldRewrite) {
        self.rewrite.cancel(&held.begun).await;
        self.release(held).await;
    }

    async fn release(&self, held: &HeldRewrite) {
        let Some(reservation) = held.reservation else { return };
        let _ = self.generate.quota.release(reservation, self.generate.clock.now(), &held.origin).await;
    }

    async fn write_and_settle(
        &self,
        held: &HeldRewrite,
        account: AccountId,
        changes: &mut RewriteOptions,
    ) -> Result<RewriteAnswer, RewriteError> {
        let changes = std::mem::take(changes);
        let market = match changes.market {
            Some(market) => Some(market),
            None => match self.generate.account_market(account).await {
                Ok(market) => market,
                Err(error) => {
                    self.rewrite.cancel(&held.begun).await;
                    return Err(error.into());
                }
            },
        };
        let changes = RewriteOptions { market, ..changes };
        let Some(reservation) = held.reservation else {
            let RewrittenListings { data, rewrites } = self.rewrite.finish(&held.begun, changes).await?;
            let data = self.answer(held, &data, rewrites)?;
            let limit = self.generate.policy.quota.free_units;
            let usage = self.generate.quota.usage(account, limit, self.generate.clock.now()).await?;
            return Ok(RewriteAnswer { data, usage: usage.into(), is_replayed: false });
        };
        let store = Charging { charge: self, held, reservation, answer: Mutex::default() };
        self.rewrite.finish_in(&held.begun, changes, &store).await?;
        let answer = store.answer.into_inner().unwrap_or_else(PoisonError::into_inner);
        answer.ok_or(RewriteError::Late)
    }

    /// Renders the data of the response.
    fn answer(
        &self,
        held: &HeldRewrite,
        data: &RenderedData,
        rewrites: u32,
    ) -> Result<RenderedData, RewriteError> {
        let id = held.begun.generation.id;
        self.rewrite.answers.rewritten(data, id, rewrites, held.is_charged).map_err(RewriteError::Merge)
    }
}

/// Stores a rewrite and charges its unit in one step.
struct Charging<'a> {
    charge: &'a ChargeRewrite,
    held: &'a HeldRewrite,
    reservation: ReservationId,
    answer: Mutex<Option<RewriteAnswer>>,
}

#[async_trait]
impl RevisionStore for Charging<'_> {
    async fn revise(&self, revision: Revision, rewrites: u32) -> Result<Revised, RewriteError> {
        let Self { charge, held, reservation, .. } = self;
        let GenerateListings { quota, clock, ids, policy, .. } = &*charge.generate;
        let Generation { id, options, .. } = &held.begun.generation;
        let data = charge.answer(held, &revision.data, rewrites)?;
        // Stored only to answer the idempotency key.
        let generation = held.has_key.then(|| NewGeneration {
            id: GenerationId::new(ids.id()),
            options: options.clone(),
            product: revision.product,
            data: data.clone(),
            summary: revision.summary.clone(),
            thumbnail: None,
            photos: None,
            is_listed: false,
        });
        let request = SettleRequest {
            reservation: *reservation,
            free_limit: policy.quota.free_units,
            at: clock.now(),
            generation: generation.map(Arc::new),
            origin: held.origin.clone(),
        };
        match quota.settle_revision(&request, &ChargedRevision { generation: *id, revision }).await? {
            RevisionSettlement::Ended(Settlement { charged: true, usage }) => {
                let answer = RewriteAnswer { data, usage, is_replayed: false };
                *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
                Ok(Revised::Done)
            }
            RevisionSettlement::Ended(_) => Err(RewriteError::Late),
            RevisionSettlement::Missing => Ok(Revised::Missing),
            RevisionSettlement::Overtaken => Ok(Revised::Overtaken),
        }
    }
}
