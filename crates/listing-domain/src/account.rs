//! Accounts, identified by email, and their plans.

use jiff::Timestamp;

use crate::closed_enum::closed_enum;
use crate::ids::AccountId;

mod email;

pub use email::{Email, InvalidEmail};

closed_enum! {
    #[derive(Default)]
    /// The plan of an account: free, or a Pro subscription.
    pub enum Plan as "plan" {
        /// No subscription: free units each month, then credits.
        #[default]
        Free = "free",
        /// Pro, paid monthly.
        ProMonthly = "pro_monthly",
        /// Pro, paid yearly.
        ProAnnual = "pro_annual",
    }
}

impl Plan {
    /// Returns true for an active Pro subscription: generations are unlimited and the higher request rate
    /// applies.
    pub const fn is_subscribed(self) -> bool {
        matches!(self, Self::ProMonthly | Self::ProAnnual)
    }
}

/// An account of the service. Its owner signs in with its email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The id of the account.
    pub id: AccountId,
    /// The email, which no other account has.
    pub email: Email,
    /// The time at which the account was opened.
    pub created_at: Timestamp,
    /// The suspension time. The keys of a suspended account are refused.
    pub suspended_at: Option<Timestamp>,
}

impl Account {
    /// Creates an account that is not suspended.
    pub const fn new(id: AccountId, email: Email, created_at: Timestamp) -> Self {
        Self { id, email, created_at, suspended_at: None }
    }
}
