//! The expense book: the cost of generations, call by call.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::expense::{Expense, MicroUsd};
use crate::ids::{AccountId, ReservationId};

/// Records the cost of writers' calls to AI services, per account and generation. It does not affect the
/// quota.
#[async_trait]
pub trait ExpenseBook: Send + Sync {
    /// Records all calls for one generation or rewrite in their order, or none of them. The new calls follow
    /// the recorded calls for the same generation and its rewrites.
    async fn record(&self, calls: &RecordedCalls) -> Result<(), StoreError>;

    /// Returns the totals of an account's calls from a moment on, by provider and model, in that order.
    async fn costs(&self, account: AccountId, from: Timestamp) -> Result<Vec<CostLine>, StoreError>;

    /// Returns the total cost of all accounts' calls from a moment on.
    async fn spent(&self, from: Timestamp) -> Result<MicroUsd, StoreError>;
}

/// The calls for one generation or rewrite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedCalls {
    /// The account for which the calls were made.
    pub account: AccountId,
    /// The reservation of the unit for the generation.
    pub reservation: ReservationId,
    /// The moment after the last call ended.
    pub at: Timestamp,
    /// The calls, in the order in which they ended.
    pub expenses: Vec<Expense>,
}

/// The totals of the calls to one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostLine {
    /// The AI service, as in [`Expense::provider`].
    pub provider: String,
    /// The name of the model.
    pub model: String,
    /// The number of calls.
    pub calls: u64,
    /// The number of calls that succeeded.
    pub good: u64,
    /// The number of calls that ended with one of [`Expense::OUTAGES`].
    pub outages: u64,
    /// Tokens sent to the model in all calls.
    pub tokens_in: u64,
    /// Tokens received from the model in all calls.
    pub tokens_out: u64,
    /// The total cost of the calls whose cost is known.
    pub cost: MicroUsd,
    /// The number of calls whose cost is unknown, because the model has no configured price.
    pub unpriced: u64,
}
