//! Queue lanes: each account has one in the queue for processors.

use uuid::Uuid;

use crate::ids::AccountId;

/// A lane in the queue, whose account the processor time is attributed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lane(AccountId);

impl Lane {
    /// The lane of work without an account, as on the command line.
    pub const NO_ACCOUNT: Self = Self(AccountId::new(Uuid::nil()));

    /// Returns the lane of an account.
    pub const fn of(account: AccountId) -> Self {
        Self(account)
    }

    /// Returns the account of the lane.
    pub const fn account(&self) -> AccountId {
        self.0
    }
}
