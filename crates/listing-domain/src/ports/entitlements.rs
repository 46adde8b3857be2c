//! Which plan accounts are on, and when.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::entitlement::Entitlement;
use crate::ids::AccountId;

/// Keeps what accounts are entitled to.
///
/// The entitlements of an account never overlap. What has begun is kept as long
/// as the account's books; the plan of a moment is the one whose entitlement
/// covers it, also at the other ports, and also where they remember what they
/// read: at its end an entitlement is over at once.
#[async_trait]
pub trait EntitlementStore: Send + Sync {
    /// Entitles an account to something, in place of whatever else it is
    /// entitled to from the new start on: what runs then ends then, and what
    /// would have started later is gone. `false` when there is no such account.
    /// Requests in flight keep the kind of unit that they hold.
    ///
    /// # Errors
    /// [`StoreError::Inconsistent`] for an end that is not after the
    /// start, and for the free plan, which nobody needs to be entitled to.
    async fn entitle(&self, account: AccountId, entitlement: &Entitlement) -> Result<bool, StoreError>;

    /// Ends what an account is entitled to at a moment, and drops what would
    /// have started later. `false` when there is no such account.
    async fn end_entitlement(&self, account: AccountId, at: Timestamp) -> Result<bool, StoreError>;

    /// All that an account was, is and will be entitled to, by its start; none
    /// for an unknown account.
    async fn entitlements(&self, account: AccountId) -> Result<Vec<Entitlement>, StoreError>;

    /// What runs at a moment, of all accounts.
    async fn entitlements_at(&self, at: Timestamp) -> Result<Vec<(AccountId, Entitlement)>, StoreError>;
}
