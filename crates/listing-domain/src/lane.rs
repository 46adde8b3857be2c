//! Lanes of the queue for processors, one per account.

use uuid::Uuid;

use crate::ids::AccountId;

/// A lane of the queue for processors, whose work counts for one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lane(AccountId);

impl Lane {
    /// For work without an account, as on the command line.
    pub const NO_ACCOUNT: Self = Self(AccountId::new(Uuid::nil()));

    /// The account's lane.
    pub const fn of(account: AccountId) -> Self {
        Self(account)
    }

    /// The lane's account.
    pub const fn account(&self) -> AccountId {
        self.0
    }
}
