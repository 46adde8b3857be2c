//! Generates the items of batches in the background.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use listing_domain::ErrorChain;
use listing_domain::batch::{ClaimedItem, ItemClaim};
use listing_domain::usecase::{ItemError, RunBatches};

use crate::error::{ApiError, Failure as _};

/// The pause before the next look for a due item.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The pause after a failure of the store.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// A loop that generates one item at a time. Several may run in a process.
#[derive(Clone)]
pub struct BatchLoop {
    run: Arc<RunBatches>,
}

impl BatchLoop {
    /// Creates a loop for this use case.
    pub const fn new(run: Arc<RunBatches>) -> Self {
        Self { run }
    }

    /// Generates the next due item, if any, and returns the pause until the next call.
    pub async fn step(self) -> Duration {
        let claimed = match self.run.claim().await {
            Ok(Some(claimed)) => claimed,
            Ok(None) => return POLL_INTERVAL,
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), "failed to claim a batch item; will retry");
                return AFTER_FAILURE;
            }
        };
        let (claim, batch) = (claimed.claim, claimed.batch);
        let result = self.generate(claimed).await;
        let item = claim.item;
        if let Err(error) = &result {
            let (kind, error) = (error.kind(), ErrorChain(error));
            tracing::warn!(%batch, %item, attempt = claim.attempt, ?kind, %error, "failed to generate item {item}");
        }
        match self.run.finish(claim, result, describe).await {
            Ok(true) => tracing::info!(%batch, %item, attempt = claim.attempt, "ended batch item {item}"),
            Ok(false) => tracing::warn!(%batch, %item, "lost batch item {item} to another process"),
            Err(error) => {
                tracing::error!(%batch, %item, error = %ErrorChain(&error), "failed to end batch item {item}");
                return AFTER_FAILURE;
            }
        }
        Duration::ZERO
    }

    /// Generates an item and renews its claim meanwhile. It continues after a lost claim, because the ledger
    /// charges the item once in any case.
    async fn generate(&self, claimed: ClaimedItem) -> Result<(), ItemError> {
        let claim = claimed.claim;
        let generation = self.run.generate(claimed);
        tokio::select! {
            result = Box::pin(generation) => result,
            never = self.renew(claim) => match never {},
        }
    }

    async fn renew(&self, claim: ItemClaim) -> Infallible {
        let every = self.run.policy.lease.unsigned_abs() / 3;
        loop {
            tokio::time::sleep(every).await;
            match self.run.renew(claim).await {
                Ok(true) => {}
                Ok(false) => return std::future::pending().await,
                Err(error) => {
                    let (item, error) = (claim.item, ErrorChain(&error));
                    tracing::warn!(%item, %error, "failed to renew the claim on batch item {item}");
                }
            }
        }
    }
}

/// Returns an error's text for the caller, as the API would answer it.
fn describe(error: &ItemError) -> String {
    match error {
        ItemError::Generate(error) => error.shown().message().to_owned(),
        ItemError::Late => ApiError::busy().message().to_owned(),
        ItemError::Store(_) | ItemError::Stored(_) | ItemError::Abandoned | ItemError::Key(_) => {
            ApiError::internal().message().to_owned()
        }
    }
}
