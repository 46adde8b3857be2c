//! The expense book: what generations cost, call by call.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::expense::{Expense, MicroUsd};
use crate::ids::{AccountId, ReservationId};

/// Writes down what writers' calls took, for whom and for which generation.
/// Nothing here moves a unit.
#[async_trait]
pub trait ExpenseBook: Send + Sync {
    /// Writes down all calls for a unit, in their order, behind those that stand there
    /// already: those of its generation, and of every time that it was written again.
    /// All of them or none.
    async fn record(&self, calls: &Calls) -> Result<(), StoreError>;

    /// What the calls for an account took from a moment on, summed up by provider
    /// and model, in that order.
    async fn costs(&self, account: AccountId, from: Timestamp) -> Result<Vec<CostLine>, StoreError>;

    /// What all calls for everybody cost from a moment on.
    async fn spent(&self, from: Timestamp) -> Result<MicroUsd, StoreError>;
}

/// The calls for one generation, or for writing it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calls {
    /// For whom.
    pub account: AccountId,
    /// The unit that was held for the generation.
    pub reservation: ReservationId,
    /// When they had ended.
    pub at: Timestamp,
    /// The calls.
    pub expenses: Vec<Expense>,
}

/// What the calls to one model took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostLine {
    /// The provider.
    pub provider: String,
    /// The model.
    pub model: String,
    /// How many calls.
    pub calls: u64,
    /// How many of them ended well.
    pub good: u64,
    /// How many of them ended with one of [`Expense::OUTAGES`].
    pub outages: u64,
    /// Tokens that were sent.
    pub tokens_in: u64,
    /// Tokens that came back.
    pub tokens_out: u64,
    /// What they cost, as far as that is known.
    pub cost: MicroUsd,
    /// Calls of which nobody knew what they cost.
    pub unpriced: u64,
}
