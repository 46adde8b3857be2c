//! The quota ledger: units are held before the work, settled after it, and
//! given back when it fails.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::generation::NewGeneration;
use crate::idempotency::{IdempotentRequest, KeyUse, StoredAnswer};
use crate::ids::{AccountId, ReservationId};
use crate::origin::Origin;
use crate::quota::{UnitKind, Usage, UsageAtCharge};

/// Keeps the units of accounts.
///
/// A reservation goes from `reserved` to exactly one of `settled`, `released`
/// and `expired`. Each method is one atomic step, safe under any concurrency:
/// what is available is never taken twice and never lost.
///
/// An account's period is the month of the moment that is passed, but never one
/// before a month in which the account took a free unit already: a clock that
/// was set back opens no month again.
///
/// Each step leaves a line in the books that says where it came from.
#[async_trait]
pub trait QuotaLedger: Send + Sync {
    /// Takes one unit out of the bucket that
    /// [`Usage::next_unit`](crate::quota::Usage::next_unit) names. The free
    /// limit is the one that is passed, also when it was another before.
    ///
    /// # Errors
    /// [`QuotaError::Exhausted`] when no unit is left, and
    /// [`QuotaError::UnknownAccount`] when there is no such account; nothing is
    /// stored then. An identity that was used before is refused as
    /// [`StoreError::Inconsistent`]. [`QuotaError::KeyUsed`] when another
    /// request of the account was begun under the same idempotency key and has
    /// not failed; of many at once exactly one is held.
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError>;

    /// Charges a held unit, and tells in the same step how the account then
    /// stands: a charge whose outcome cannot be told would be a charge for
    /// nothing. A unit that was charged before is not charged again, and one
    /// that is past its time but was not given back yet is charged. What was
    /// generated is stored in the very same step, and the reservation's
    /// idempotency key, if it has one, points at it; nothing is stored without a
    /// charge, and nothing twice.
    ///
    /// # Errors
    /// [`QuotaError::UnknownReservation`] when there is no such reservation.
    async fn settle(&self, request: &SettleRequest) -> Result<Settlement, QuotaError>;

    /// What became of an earlier request under the same key: its answer as it was
    /// given, or `None` when the key is free. A key is free again when its request failed.
    ///
    /// # Errors
    /// [`QuotaError::KeyUsed`] when the key is taken and there is no answer to
    /// give.
    async fn answer(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
    ) -> Result<Option<StoredAnswer>, QuotaError>;

    /// Gives a held unit back into the very bucket it came from. Does nothing
    /// when the reservation is not held any more.
    ///
    /// # Errors
    /// [`QuotaError::UnknownReservation`] when there is no such reservation.
    async fn release(
        &self,
        reservation: ReservationId,
        at: Timestamp,
        origin: &Origin,
    ) -> Result<(), QuotaError>;

    /// In the name of [`Origin::SWEEP`], gives back what is held at or past its `expires_at`, and what was held by
    /// a process that is gone. Returns how many reservations that were, those
    /// under a subscription included. Also lets go of answers that keys had for
    /// [`ANSWER_KEPT`](crate::idempotency::ANSWER_KEPT), and drops the keys
    /// [`KEY_REMEMBERED`](crate::idempotency::KEY_REMEMBERED) later.
    async fn expire(&self, now: Timestamp) -> Result<u64, QuotaError>;

    /// How an account stands. Units that running requests hold count as used.
    ///
    /// # Errors
    /// [`QuotaError::UnknownAccount`] when there is no such account.
    async fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError>;

    /// Adds purchased credits. The same payment is granted once, however often
    /// it is reported and for whomever; also when all report it at the same
    /// moment, exactly one of them hears [`GrantOutcome::Granted`].
    ///
    /// # Errors
    /// [`QuotaError::UnknownAccount`] when there is no such account; the payment
    /// can then still be granted.
    async fn grant(&self, grant: &Grant) -> Result<GrantOutcome, QuotaError>;

    /// Takes back what is left of a payment's credits, never more than the
    /// account has left: what was used or is held stays used and is recorded as
    /// owed. A payment is refunded once; `None` when it had been before, or was
    /// never granted to the account.
    async fn refund(
        &self,
        account: AccountId,
        payment: &str,
        at: Timestamp,
        origin: &Origin,
    ) -> Result<Option<Refund>, QuotaError>;
}

/// A unit is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The request under its idempotency key, if it has one.
    pub idempotency: Option<IdempotentRequest>,
    /// Who asks.
    pub origin: Origin,
}

/// A unit is to be charged.
#[derive(Debug, Clone)]
pub struct SettleRequest {
    /// The reservation.
    pub reservation: ReservationId,
    /// Free units a period, to tell how the account stands.
    pub free_limit: u32,
    /// The moment now.
    pub at: Timestamp,
    /// What was generated, to be stored with the charge. Without it an
    /// idempotency key is taken, but nobody is answered under it.
    pub generation: Option<Arc<NewGeneration>>,
    /// Who asks.
    pub origin: Origin,
}

/// A held unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation {
    /// Its identity.
    pub id: ReservationId,
    /// The bucket it came from.
    pub kind: UnitKind,
}

/// What became of a reservation that was to be charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// Whether the unit is charged, by this call or an earlier one; `false`
    /// when it had gone back before. A generation under a subscription counts
    /// as charged, although it takes no unit.
    pub charged: bool,
    /// How the account stands after the step: after the first settlement, if this
    /// is another one of the same generation, so that all who ask are told the
    /// same.
    pub usage: UsageAtCharge,
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
    /// Who says so.
    pub origin: Origin,
}

/// What became of a payment that was reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantOutcome {
    /// Its credits were added now.
    Granted,
    /// They had been added to the same account before, this many of them,
    /// whatever is reported now.
    GrantedBefore {
        /// How many units.
        units: u32,
    },
    /// They had been added to another account: the one that is named now got
    /// nothing.
    GrantedToAnother,
}

/// What became of the credits of a payment that was refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refund {
    /// Credits that were taken back.
    pub taken_back: u32,
    /// Credits that were used already.
    pub owed: u32,
}

/// Why units could not be read or moved.
#[derive(Debug, thiserror::Error)]
pub enum QuotaError {
    /// No unit is left.
    #[error("the quota is exhausted")]
    Exhausted,
    /// The idempotency key was used before.
    #[error(transparent)]
    KeyUsed(KeyUse),
    /// There is no such account.
    #[error("there is no such account")]
    UnknownAccount,
    /// There is no such reservation.
    #[error("there is no such reservation")]
    UnknownReservation,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
