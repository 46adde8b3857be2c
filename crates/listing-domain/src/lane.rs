//! Whose turn it is, where many wait for the same processors.

use uuid::Uuid;

use crate::ids::AccountId;

/// Whose turn work takes, and to whom its processor time is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lane(AccountId);

impl Lane {
    /// The lane of work for nobody's account, as on the command line.
    pub const NOBODY: Self = Self(AccountId::new(Uuid::nil()));

    /// The lane of an account's work.
    pub const fn of(account: AccountId) -> Self {
        Self(account)
    }

    /// The account that the lane is of.
    pub const fn account(&self) -> AccountId {
        self.0
    }
}
