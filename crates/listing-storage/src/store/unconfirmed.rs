//! Collects reservations that may still be held after a database failure.

use std::sync::{Mutex, PoisonError};

use listing_domain::ids::ReservationId;
use listing_domain::ports::{QuotaError, StoreError};

/// To release once the database answers again. While this process runs, no other releases them before they
/// expire.
#[derive(Default)]
pub(super) struct UnconfirmedReleases(Mutex<Vec<ReservationId>>);

impl UnconfirmedReleases {
    /// Adds a reservation if the outcome is unknown, because the database did not answer.
    pub(super) fn note<T>(&self, id: ReservationId, outcome: &Result<T, QuotaError>) {
        if let Err(QuotaError::Store(StoreError::Unavailable(_))) = outcome {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(id);
        }
    }

    pub(super) fn take(&self) -> Vec<ReservationId> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
