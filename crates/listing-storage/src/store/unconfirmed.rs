//! Reservations that may still be held although nobody works on them: the
//! database went away while they were made or given back.

use std::sync::{Mutex, PoisonError};

use listing_domain::ids::ReservationId;
use listing_domain::ports::{QuotaError, StoreError};

/// Reservations to be given back once the database is there again. While this
/// process lives, nobody else does it before their time is over.
#[derive(Default)]
pub(super) struct UnconfirmedReleases(Mutex<Vec<ReservationId>>);

impl UnconfirmedReleases {
    /// Notes a reservation if the step on it failed without telling whether it
    /// was done.
    pub(super) fn note<T>(&self, id: ReservationId, outcome: &Result<T, QuotaError>) {
        if let Err(QuotaError::Store(StoreError::Unavailable(_))) = outcome {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(id);
        }
    }

    /// All of them, for another try.
    pub(super) fn take(&self) -> Vec<ReservationId> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
