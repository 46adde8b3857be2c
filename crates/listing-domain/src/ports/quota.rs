//! The quota ledger: units are held before the work, settled after it, and
//! given back when it fails.

use async_trait::async_trait;
use jiff::Timestamp;

use super::BoxError;
use crate::ids::{AccountId, ReservationId};
use crate::quota::{UnitKind, Usage};

/// Keeps the units of accounts.
///
/// A reservation goes from `reserved` to exactly one of `settled`, `released`
/// and `expired`. Each method is one atomic step, safe under any concurrency:
/// what is available is never taken twice and never lost.
///
/// An account's period is the month of the moment that is passed, but never one
/// before a month in which the account took a free unit already: a clock that
/// was set back opens no month again.
#[async_trait]
pub trait QuotaLedger: Send + Sync {
    /// Takes one unit out of the purse that
    /// [`Usage::next_unit`](crate::quota::Usage::next_unit) names. The free
    /// limit is the one that is passed, also when it was another before.
    ///
    /// # Errors
    /// [`QuotaError::Exhausted`] when no unit is left, and
    /// [`QuotaError::UnknownAccount`] when there is no such account; nothing is
    /// stored then. An identity that was used before is refused as
    /// [`QuotaError::Inconsistent`].
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError>;

    /// Charges a held unit, and tells in the same step how the account then
    /// stands: a charge whose outcome cannot be told would be a charge for
    /// nothing. A unit that was charged before is not charged again, and one
    /// that is past its time but was not given back yet is charged.
    ///
    /// # Errors
    /// [`QuotaError::UnknownReservation`] when there is no such reservation.
    async fn settle(
        &self,
        reservation: ReservationId,
        free_limit: u32,
        at: Timestamp,
    ) -> Result<Settlement, QuotaError>;

    /// Gives a held unit back into the very purse it came from. Does nothing
    /// when the reservation is not held any more.
    ///
    /// # Errors
    /// [`QuotaError::UnknownReservation`] when there is no such reservation.
    async fn release(&self, reservation: ReservationId, at: Timestamp) -> Result<(), QuotaError>;

    /// Gives back what is held at or past its `expires_at`. Returns how many
    /// reservations that were, those under a subscription included.
    async fn expire(&self, now: Timestamp) -> Result<u64, QuotaError>;

    /// How an account stands. Units that running requests hold count as used.
    ///
    /// # Errors
    /// [`QuotaError::UnknownAccount`] when there is no such account.
    async fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError>;

    /// Adds purchased credits. The same payment is granted once, however often
    /// it is reported and for whomever; `false` when it had been granted before.
    ///
    /// # Errors
    /// [`QuotaError::UnknownAccount`] when there is no such account; the payment
    /// can then still be granted.
    async fn grant(&self, grant: &Grant) -> Result<bool, QuotaError>;
}

/// A unit is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoldRequest {
    /// The identity of the reservation to be.
    pub reservation: ReservationId,
    /// Who pays.
    pub account: AccountId,
    /// Free units a period.
    pub free_limit: u32,
    /// The moment now.
    pub now: Timestamp,
    /// From when on [`QuotaLedger::expire`] gives the unit back.
    pub expires_at: Timestamp,
}

/// A held unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation {
    /// Its identity.
    pub id: ReservationId,
    /// The purse it came from.
    pub kind: UnitKind,
}

/// What became of a reservation that was to be charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// Whether the unit is charged, by this call or an earlier one; `false`
    /// when it had gone back before. A generation under a subscription counts
    /// as charged, although it takes no unit.
    pub charged: bool,
    /// How the account stands after the step.
    pub usage: Usage,
}

/// Purchased credits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The payment's identity: each is granted once.
    pub payment: String,
    /// Who bought.
    pub account: AccountId,
    /// How many units.
    pub units: u32,
    /// When.
    pub at: Timestamp,
}

/// Why units could not be read or moved.
#[derive(Debug, thiserror::Error)]
pub enum QuotaError {
    /// No unit is left.
    #[error("the quota is exhausted")]
    Exhausted,
    /// There is no such account.
    #[error("there is no such account")]
    UnknownAccount,
    /// There is no such reservation.
    #[error("there is no such reservation")]
    UnknownReservation,
    /// The ledger cannot be reached now.
    #[error("the quota ledger is not available")]
    Unavailable(#[source] BoxError),
    /// What is stored cannot be right.
    #[error("the quota ledger holds something it must not hold")]
    Inconsistent(#[source] BoxError),
}
