//! The quota ledger: it holds units before the work, charges them after it, and returns them if the work
//! fails.

use std::num::NonZeroU32;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::generation::{NewGeneration, Revision};
use crate::idempotency::{IdempotentRequest, KeyUse, StoredAnswer};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::origin::Origin;
use crate::payment::{PaymentId, RefundId};
use crate::quota::{UnitKind, Usage, UsageAtCharge};

/// Stores the units of accounts.
///
/// A reservation goes from `reserved` to exactly one of `settled`, `released` and `expired`. Each method is
/// one atomic step, safe under any concurrency: no available unit is taken twice or lost.
///
/// An account's current period is the month of the moment that the caller passes. It is never earlier than
/// the last month in which the account took a free unit. A clock that was set back thus reopens no month.
///
/// Each step adds a ledger entry with its origin.
#[async_trait]
pub trait QuotaLedger: Send + Sync {
    /// Reserves one unit of the kind that [`Usage::next_unit`](crate::quota::Usage::next_unit) names. The
    /// free limit in the request applies, even if earlier requests had another one.
    ///
    /// # Errors
    /// Nothing is stored on an error. [`QuotaError::Exhausted`] when no unit is left.
    /// [`QuotaError::UnknownAccount`] for an unknown account. [`StoreError::Inconsistent`] when the
    /// reservation's id was used before. [`QuotaError::KeyUsed`] when another request of the account began
    /// under the same idempotency key and has not failed. Of many simultaneous requests under one key,
    /// exactly one gets a unit.
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError>;

    /// Charges a held unit once, and returns the account's usage in the same step, so that no charge has an
    /// unknown outcome. An expired unit that was not yet returned is charged too. The same step stores the
    /// generation, and points the reservation's idempotency key, if any, at it. Nothing is stored without a
    /// charge, and nothing twice.
    ///
    /// # Errors
    /// [`QuotaError::UnknownReservation`] for an unknown reservation.
    async fn settle(&self, request: &SettleRequest) -> Result<Settlement, QuotaError>;

    /// Charges a held unit like [`QuotaLedger::settle`], and revises another generation of the account in the
    /// same step. A second call for the reservation revises nothing. Nor does a call after the unit was
    /// returned, which charges nothing.
    ///
    /// # Errors
    /// [`QuotaError::UnknownReservation`] for an unknown reservation.
    async fn settle_revision(
        &self,
        request: &SettleRequest,
        revised: &ChargedRevision,
    ) -> Result<RevisionSettlement, QuotaError>;

    /// Returns the stored answer to an earlier request under the same key; `None` when the key is free. A
    /// failed request frees its key.
    ///
    /// # Errors
    /// [`QuotaError::KeyUsed`] when the key is taken and has no answer to return.
    async fn answer(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
    ) -> Result<Option<StoredAnswer>, QuotaError>;

    /// Returns a held unit to the bucket it came from. Does nothing after the reservation has ended.
    ///
    /// # Errors
    /// [`QuotaError::UnknownReservation`] for an unknown reservation.
    async fn release(
        &self,
        reservation: ReservationId,
        at: Timestamp,
        origin: &Origin,
    ) -> Result<(), QuotaError>;

    /// Returns, as [`Origin::SWEEP`], units held at or past their `expires_at`, or by a process that is gone.
    /// The result counts these reservations, including those under a subscription. Also drops the answers of
    /// idempotency keys after [`ANSWER_RETENTION`](crate::idempotency::ANSWER_RETENTION), and the keys
    /// [`KEY_RETENTION`](crate::idempotency::KEY_RETENTION) later.
    async fn expire(&self, now: Timestamp) -> Result<u64, QuotaError>;

    /// Returns an account's usage. Units held by running requests count as used.
    ///
    /// # Errors
    /// [`QuotaError::UnknownAccount`] for an unknown account.
    async fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError>;

    /// Adds purchased credits, of which the account's debt is paid first. A payment is granted once, however
    /// often and for whichever account it is reported: of simultaneous reports, exactly one gets
    /// [`GrantOutcome::Granted`].
    ///
    /// # Errors
    /// [`QuotaError::UnknownAccount`] for an unknown account; the payment can then still be granted.
    async fn grant(&self, grant: &Grant) -> Result<GrantOutcome, QuotaError>;

    /// Takes back credits of a payment, once for each refund id, and in all at most as many as the payment
    /// granted. Credits that the account no longer has become its debt.
    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, QuotaError>;

    /// Reverses a refund, such as after a won dispute: gives its credits back, of which the account's debt is
    /// paid first. A refund is reversed once.
    async fn reverse_refund(&self, request: &ReversalRequest) -> Result<ReversalOutcome, QuotaError>;
}

/// A request to hold a unit, before the work begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldRequest {
    /// The id of the new reservation.
    pub reservation: ReservationId,
    /// The paying account.
    pub account: AccountId,
    /// The number of free units per period.
    pub free_limit: u32,
    /// The current moment.
    pub now: Timestamp,
    /// The moment from which [`QuotaLedger::expire`] returns the unit.
    pub expires_at: Timestamp,
    /// The request under its idempotency key, if it has one.
    pub idempotency: Option<IdempotentRequest>,
    /// True for a request that takes no unit, and is held only for its idempotency key.
    pub is_free: bool,
    /// The origin of the request, for the ledger.
    pub origin: Origin,
}

/// A request to charge a held unit.
#[derive(Debug, Clone)]
pub struct SettleRequest {
    /// The id of the reservation whose unit is charged.
    pub reservation: ReservationId,
    /// Free units per period, for the returned usage.
    pub free_limit: u32,
    /// The current moment.
    pub at: Timestamp,
    /// The generation to store with the charge. Without it, an idempotency key is taken but has no answer.
    pub generation: Option<Arc<NewGeneration>>,
    /// The origin of the request, for the ledger.
    pub origin: Origin,
}

/// A held unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation {
    /// The reservation's id.
    pub id: ReservationId,
    /// The bucket that the unit came from.
    pub kind: UnitKind,
}

/// The outcome of a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// True when the unit is charged, by this call or an earlier one; `false` when it was returned before. A
    /// generation under a subscription counts as charged, although it takes no unit.
    pub charged: bool,
    /// The account's usage after the first settlement of the generation, so that every caller gets the same
    /// figures.
    pub usage: UsageAtCharge,
}

/// A revision that is stored with the charge of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargedRevision {
    /// The revised generation.
    pub generation: GenerationId,
    /// Its new data.
    pub revision: Revision,
}

/// The outcome of a charge with a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevisionSettlement {
    /// The reservation has ended. The revision is stored if the unit is charged.
    Ended(Settlement),
    /// The account has no such generation. Nothing is charged, and the unit stays held.
    Missing,
    /// A concurrent revision was stored first. Nothing is charged, and the unit stays held.
    Overtaken,
}

/// A purchase of credits to add to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The id of the payment, whose credits are granted only once.
    pub payment: PaymentId,
    /// The buying account.
    pub account: AccountId,
    /// The number of credits bought.
    pub units: u32,
    /// The moment of the grant.
    pub at: Timestamp,
    /// The origin of the report, for the ledger.
    pub origin: Origin,
}

/// The outcome of a reported payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantOutcome {
    /// The credits of the payment were added now.
    Granted {
        /// The number of these credits that paid the account's debt.
        repaid: u32,
    },
    /// The payment was granted to the same account before, with this many units, whatever the new report
    /// says.
    GrantedBefore {
        /// The number of credits granted before.
        units: u32,
    },
    /// The payment was granted to another account; the account named now gets nothing.
    GrantedToAnother,
}

/// A refund to take from an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRequest {
    /// The refund's id.
    pub id: RefundId,
    /// The refunded payment.
    pub payment: PaymentId,
    /// The account that the payment was granted to.
    pub account: AccountId,
    /// The number of credits to take back.
    pub units: RefundUnits,
    /// The moment of the refund.
    pub at: Timestamp,
    /// The origin of the report, for the ledger.
    pub origin: Origin,
}

/// The number of credits of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundUnits {
    /// All credits of the payment that no refund has taken back.
    Rest,
    /// This number. Together, the refunds of a payment take back at most what it granted.
    Units(NonZeroU32),
}

/// The outcome of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundOutcome {
    /// The credits were taken back now.
    Refunded(Refund),
    /// The same refund was stored before, with this result.
    RefundedBefore(Refund),
    /// Earlier refunds took everything back, and [`RefundUnits::Rest`] was requested.
    NothingLeft,
    /// The payment was not granted to the account.
    UnknownPayment,
}

/// The credits of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refund {
    /// The number of credits that were taken back.
    pub taken_back: u32,
    /// The number of credits that were already used or held, and therefore became a debt.
    pub owed: u32,
}

impl Refund {
    /// True if earlier refunds had taken everything back.
    pub const fn is_empty(&self) -> bool {
        self.taken_back == 0 && self.owed == 0
    }
}

/// A refund to reverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReversalRequest {
    /// The refund's id.
    pub refund: RefundId,
    /// The refunded payment.
    pub payment: PaymentId,
    /// The account that the payment was granted to.
    pub account: AccountId,
    /// The moment of the reversal.
    pub at: Timestamp,
    /// The origin of the report, for the ledger.
    pub origin: Origin,
}

/// The outcome of a reversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReversalOutcome {
    /// The credits were given back now.
    Reversed {
        /// The number of credits, zero if other refunds still take back everything.
        units: u32,
        /// The number of these credits that paid the account's debt.
        repaid: u32,
    },
    /// The refund was reversed before.
    ReversedBefore,
    /// The account has no such refund.
    UnknownRefund,
}

/// A failure to read, hold, charge or return units.
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
