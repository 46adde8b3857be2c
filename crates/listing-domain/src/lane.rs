//! Lanes of the queue for processors: the work of each account waits in a lane of its own.

use uuid::Uuid;

use crate::ids::AccountId;

/// A lane of the queue for processors. The processor time of its work counts for its account.
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
