//! Receives the events of the payment provider.

use std::sync::Arc;

use crate::billing::EventRefusal;
use crate::ports::{BillingQueue, Clock, EventVerifier, StoreError};

/// Receives the events of the payment provider.
pub struct ReceiveEvent {
    /// Verifies deliveries.
    pub verifier: Arc<dyn EventVerifier>,
    /// Queues the objects of events.
    pub queue: Arc<dyn BillingQueue>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
}

/// Why an event was not received.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// The delivery is not an event of this service's provider.
    #[error(transparent)]
    Refused(#[from] EventRefusal),
    /// The store failed. The provider delivers the event again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ReceiveEvent {
    /// Verifies a delivery and queues its object, in one step that is stored when this returns. Returns `false`
    /// for an event that was received before, and for one that concerns another product of the seller.
    pub async fn run(
        &self,
        header: &(dyn Fn(&str) -> Option<String> + Sync),
        body: &[u8],
    ) -> Result<bool, ReceiveError> {
        let now = self.clock.now();
        let event = self.verifier.verify(header, body, now)?;
        Ok(self.queue.receive(&event, now).await?)
    }
}
