//! Generates the items of batches, one claim at a time.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;

use super::{ErrorKind, GenerateError, GenerateListings};
use crate::batch::{
    BatchPolicy, ClaimedItem, ItemClaim, ItemFailure, ItemFault, ItemOutcome, ItemRequest, StoredPhoto,
};
use crate::idempotency::{Fingerprint, IdempotentRequest, InvalidIdempotencyKey, KeyUse};
use crate::ids::GenerationId;
use crate::origin::{Actor, Origin};
use crate::photo::PhotoUpload;
use crate::ports::{BatchStore, Clock, GenerationStore, QuotaError, StoreError};
use crate::request::{DetailLevel, GenerationRequest, PhotoUploads, Violation};

/// Generates the items of batches. The process that runs it claims an item, renews the claim while it
/// generates, and ends the claim.
///
/// An item is charged once: its generation runs under an idempotency key of its own, so that an item whose
/// process died after the charge is found as done.
pub struct RunBatches {
    /// Stores the batches.
    pub batches: Arc<dyn BatchStore>,
    /// Stores the generations.
    pub generations: Arc<dyn GenerationStore>,
    /// Generates an item.
    pub generate: Arc<GenerateListings>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// The limits.
    pub policy: BatchPolicy,
}

/// The pause while an earlier request still holds the item's unit.
const WHILE_HELD: SignedDuration = SignedDuration::from_secs(10);

/// A failure to generate a claimed item.
#[derive(Debug, thiserror::Error)]
pub enum ItemError {
    /// The generation failed.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The history could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored request is invalid.
    #[error("the stored request is invalid: {0}")]
    Stored(Violation),
    /// The unit was returned before the listings were written.
    #[error("the unit was returned before the listings were written")]
    Late,
    /// Too many processes that claimed the item ended without a result.
    #[error("the item was claimed {} times without a result", BatchPolicy::MAX_CLAIMS)]
    Abandoned,
    /// The item's id makes no idempotency key.
    #[error(transparent)]
    Key(#[from] InvalidIdempotencyKey),
}

impl RunBatches {
    /// Claims the next item, if any is due.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn claim(&self) -> Result<Option<ClaimedItem>, StoreError> {
        let now = self.clock.now();
        self.batches.claim(now, now.saturating_add(self.policy.lease).unwrap_or(now)).await
    }

    /// Renews a claim; `false` if another process has the item now.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn renew(&self, claim: ItemClaim) -> Result<bool, StoreError> {
        let now = self.clock.now();
        self.batches.renew(claim, now.saturating_add(self.policy.lease).unwrap_or(now)).await
    }

    /// Generates and charges a claimed item, unless an earlier claim already did.
    ///
    /// # Errors
    /// The reason why nothing is charged.
    pub async fn generate(&self, item: ClaimedItem) -> Result<(), ItemError> {
        let ClaimedItem { claim, batch, account, request, photos } = item;
        if claim.attempt > BatchPolicy::MAX_CLAIMS {
            return Err(ItemError::Abandoned);
        }
        if self.generations.get(account, claim.item).await?.is_some() {
            return Ok(());
        }
        let idempotency = IdempotentRequest {
            key: format!("batch-item-{}", claim.item).parse()?,
            fingerprint: fingerprint(claim.item),
        };
        let request = generation_request(claim.item, request, photos).map_err(ItemError::Stored)?;
        let origin = Origin { actor: Actor::Batch(batch), request: None };
        match self.generate.run(account, origin, request, Some(idempotency)).await {
            // An earlier claim charged the item, and the account deleted its generation meanwhile.
            Err(GenerateError::Quota(QuotaError::KeyUsed(KeyUse::Forgotten))) => Ok(()),
            Ok(answer) if answer.is_charged => Ok(()),
            Ok(_) => Err(ItemError::Late),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends a claim. `describe` returns an error's text for the caller. Failures of the service are tried
    /// again after a pause, up to the limit.
    ///
    /// # Errors
    /// When the store fails. The item is then claimed again when the claim expires.
    pub async fn finish(
        &self,
        claim: ItemClaim,
        result: Result<(), ItemError>,
        describe: impl FnOnce(&ItemError) -> String,
    ) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let outcome = match result {
            Ok(()) => ItemOutcome::Done,
            Err(error) => self.outcome_of(claim, &error, describe),
        };
        self.batches.finish(claim, &outcome, now).await
    }

    fn outcome_of(
        &self,
        claim: ItemClaim,
        error: &ItemError,
        describe: impl FnOnce(&ItemError) -> String,
    ) -> ItemOutcome {
        let again = |pause: SignedDuration, is_failure| {
            let now = self.clock.now();
            ItemOutcome::Retry { due_at: now.saturating_add(pause).unwrap_or(now), is_failure }
        };
        let advised = error.retry_after().and_then(|wait| SignedDuration::try_from(wait).ok());
        let fault = match error.kind() {
            // An earlier claim may still charge the item.
            ErrorKind::Conflict => return again(WHILE_HELD, false),
            ErrorKind::TooManyFailures => return again(advised.unwrap_or(WHILE_HELD), false),
            ErrorKind::Busy | ErrorKind::GenerationFailed | ErrorKind::Internal
                if !error.is_final() && claim.failures + 1 < self.policy.max_failures =>
            {
                let pause = BatchPolicy::pause_after(claim.failures);
                return again(advised.map_or(pause, |advised| advised.max(pause)), true);
            }
            ErrorKind::Invalid => ItemFault::Refused,
            ErrorKind::QuotaExhausted => ItemFault::QuotaExhausted,
            _ => ItemFault::Failed,
        };
        ItemOutcome::Failed(ItemFailure { fault, message: describe(error) })
    }
}

impl ItemError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Generate(error) => error.kind(),
            Self::Store(error) => error.kind(),
            Self::Late => ErrorKind::Busy,
            Self::Stored(_) | Self::Abandoned | Self::Key(_) => ErrorKind::Internal,
        }
    }

    /// Returns the time to wait before a retry, if known.
    const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Generate(error) => error.retry_after(),
            _ => None,
        }
    }

    /// Returns true for an error that another attempt would meet again.
    const fn is_final(&self) -> bool {
        matches!(self, Self::Stored(_) | Self::Abandoned | Self::Key(_))
    }
}

/// Returns the fingerprint of an item's request, which never changes.
fn fingerprint(item: GenerationId) -> Fingerprint {
    let mut digest = [0; 32];
    digest[..16].copy_from_slice(item.as_uuid().as_bytes());
    Fingerprint::new(digest)
}

fn generation_request(
    id: GenerationId,
    request: ItemRequest,
    photos: Vec<StoredPhoto>,
) -> Result<GenerationRequest, Violation> {
    let ItemRequest { options, known, references } = request;
    let photos = photos.into_iter().map(|photo| PhotoUpload::from_file(photo.into_jpeg())).collect();
    Ok(GenerationRequest {
        photos: PhotoUploads::new(photos)?,
        options,
        known,
        references,
        detail_level: DetailLevel::WithDetails,
        id: Some(id),
        ignored: Vec::new(),
    })
}
