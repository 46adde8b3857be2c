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
#[async_trait]
pub trait QuotaLedger: Send + Sync {
    /// Takes one unit out of the purse that
    /// [`Usage::next_unit`](crate::quota::Usage::next_unit) names.
    ///
    /// # Errors
    /// [`QuotaError::Exhausted`] when no unit is left; nothing is stored then.
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError>;

    /// Charges a held unit, and tells in the same step how the account then
    /// stands: a charge whose outcome cannot be told would be a charge for
    /// nothing.
    async fn settle(
        &self,
        reservation: ReservationId,
        free_limit: u32,
        at: Timestamp,
    ) -> Result<Settlement, QuotaError>;

    /// Gives a held unit back into the very purse it came from. Does nothing
    /// when the reservation is not held any more.
    async fn release(&self, reservation: ReservationId, at: Timestamp) -> Result<(), QuotaError>;

    /// Gives back what is held past its time. Returns how many units that were.
    async fn expire(&self, now: Timestamp) -> Result<u64, QuotaError>;

    /// How an account stands. Units that running requests hold count as used.
    ///
    /// # Errors
    /// [`QuotaError::UnknownAccount`] when there is no such account.
    async fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError>;

    /// Adds purchased credits. The same payment is granted once, however often
    /// it is reported; `false` when it had been granted before.
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
    /// When the unit goes back by itself.
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
    /// `false` when the unit had gone back before: nothing is charged then.
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
