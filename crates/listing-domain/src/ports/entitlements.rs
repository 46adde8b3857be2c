//! The store of entitlements: the plans of accounts over time.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::entitlement::Entitlement;
use crate::ids::AccountId;
use crate::origin::Origin;

/// Stores the entitlements of accounts.
///
/// An account's entitlements never overlap. An entitlement whose period has begun is stored as long as the
/// account's ledger. At any moment the account has the plan whose entitlement covers that moment. The other
/// ports and their caches agree on that.
#[async_trait]
pub trait EntitlementStore: Send + Sync {
    /// Entitles an account to a plan, replacing all its entitlements from the new start on. A running one
    /// ends then, and later ones are dropped. `false` for an unknown account. Requests in flight keep the
    /// kind of unit that they hold. The ledger gets an entry with the plan and the origin.
    ///
    /// # Errors
    /// [`StoreError::Inconsistent`] for an end that is not after the start, and for the free plan, which
    /// needs no entitlement.
    async fn entitle(
        &self,
        account: AccountId,
        entitlement: &Entitlement,
        origin: &Origin,
    ) -> Result<bool, StoreError>;

    /// Ends an account's entitlement at a moment, and drops later entitlements. Returns `false` for an
    /// unknown account. If there was one, the ledger gets an entry with the free plan and the origin.
    async fn end_entitlement(
        &self,
        account: AccountId,
        at: Timestamp,
        origin: &Origin,
    ) -> Result<bool, StoreError>;

    /// Returns all past, current and future entitlements of an account, by start; none for an unknown
    /// account.
    async fn entitlements(&self, account: AccountId) -> Result<Vec<Entitlement>, StoreError>;

    /// Returns the entitlements of all accounts that run at a moment.
    async fn entitlements_at(&self, at: Timestamp) -> Result<Vec<(AccountId, Entitlement)>, StoreError>;
}
