//! Notes reservations that may still be held after a database failure.

use std::sync::{Mutex, PoisonError};

use listing_domain::ids::ReservationId;
use listing_domain::ports::{QuotaError, StoreError};

/// Reservations to release once the database is back. While this process lives, no other instance
/// releases them before they expire.
#[derive(Default)]
pub(super) struct UnconfirmedReleases(Mutex<Vec<ReservationId>>);

impl UnconfirmedReleases {
    /// Notes a reservation after a step with an unknown outcome.
    pub(super) fn note<T>(&self, id: ReservationId, outcome: &Result<T, QuotaError>) {
        if let Err(QuotaError::Store(StoreError::Unavailable(_))) = outcome {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(id);
        }
    }

    /// Takes all of them, for a retry.
    pub(super) fn take(&self) -> Vec<ReservationId> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
