use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::entitlement::Entitlement;
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{EntitlementStore, StoreError};

use super::{MemoryStore, State};

#[async_trait]
impl EntitlementStore for MemoryStore {
    async fn entitle(
        &self,
        account: AccountId,
        entitlement: &Entitlement,
        _: &Origin,
    ) -> Result<bool, StoreError> {
        let term = entitlement.term;
        if term.ends.is_some_and(|ends| ends <= term.starts) || !term.plan.is_subscribed() {
            return Err(StoreError::Inconsistent("the plan cannot be granted".into()));
        }
        let mut state = self.lock();
        let is_known = state.end_entitlement(account, term.starts);
        if is_known {
            state.entitlements.entry(account).or_default().push(entitlement.clone());
        }
        Ok(is_known)
    }

    async fn end_entitlement(
        &self,
        account: AccountId,
        at: Timestamp,
        _: &Origin,
    ) -> Result<bool, StoreError> {
        Ok(self.lock().end_entitlement(account, at))
    }

    async fn entitlements(&self, account: AccountId) -> Result<Vec<Entitlement>, StoreError> {
        Ok(self.lock().entitlements.get(&account).cloned().unwrap_or_default())
    }

    async fn entitlements_at(&self, at: Timestamp) -> Result<Vec<(AccountId, Entitlement)>, StoreError> {
        let state = self.lock();
        let all = state
            .entitlements
            .iter()
            .flat_map(|(id, terms)| terms.iter().map(|entitlement| (*id, entitlement.clone())));
        Ok(all.filter(|(_, entitlement)| entitlement.term.covers(at)).collect())
    }
}

impl State {
    /// `false` if the account is missing.
    pub(super) fn end_entitlement(&mut self, account: AccountId, at: Timestamp) -> bool {
        let terms = self.entitlements.entry(account).or_default();
        terms.retain(|entitlement| entitlement.term.starts < at);
        if let Some(running) =
            terms.iter_mut().find(|entitlement| entitlement.term.ends.is_none_or(|ends| ends > at))
        {
            running.term.ends = Some(at);
        }
        self.accounts.contains_key(&account)
    }
}
