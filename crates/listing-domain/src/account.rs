//! Accounts: who pays, named by e-mail, on a plan.

use jiff::Timestamp;

use crate::closed_enum::closed_enum;
use crate::ids::AccountId;

mod email;

pub use email::{Email, InvalidEmail};

closed_enum! {
    #[derive(Default)]
    /// What an account has subscribed to.
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
    /// Whether the plan is an active Pro subscription: generations are
    /// unlimited and the higher request rate applies.
    pub const fn is_subscribed(self) -> bool {
        matches!(self, Self::ProMonthly | Self::ProAnnual)
    }
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its identity.
    pub id: AccountId,
    /// Its name.
    pub email: Email,
    /// When it was created.
    pub created_at: Timestamp,
    /// Since when it is suspended: its keys open nothing.
    pub suspended_at: Option<Timestamp>,
}

impl Account {
    /// An account that is opened at a moment.
    pub const fn new(id: AccountId, email: Email, created_at: Timestamp) -> Self {
        Self { id, email, created_at, suspended_at: None }
    }
}
