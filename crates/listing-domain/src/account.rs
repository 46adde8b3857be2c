//! Accounts, identified by email, and their plans.

use jiff::Timestamp;

use crate::closed_enum::closed_enum;
use crate::ids::AccountId;

mod email;

pub use email::{Email, InvalidEmail};

closed_enum! {
    #[derive(Default)]
    /// The plan of an account.
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
    /// True for an active subscription: unlimited generations and the higher request rate.
    pub const fn is_subscribed(self) -> bool {
        matches!(self, Self::ProMonthly | Self::ProAnnual)
    }
}

/// An account, in which its owner signs in with the email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The account's id.
    pub id: AccountId,
    /// The email, unique among accounts.
    pub email: Email,
    /// The time of opening.
    pub created_at: Timestamp,
    /// The suspension time. The keys of a suspended account are refused.
    pub suspended_at: Option<Timestamp>,
}

impl Account {
    /// An account that is not suspended.
    pub const fn new(id: AccountId, email: Email, created_at: Timestamp) -> Self {
        Self { id, email, created_at, suspended_at: None }
    }
}
