//! Links that work once, in memory.

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::account::Email;
use listing_domain::ids::{AccountId, LinkId};
use listing_domain::link::{Link, LinkPurpose};
use listing_domain::ports::{LinkStore, StoreError};
use listing_domain::token::TokenDigest;

use super::{MemoryStore, State};

#[async_trait]
impl LinkStore for MemoryStore {
    async fn add_link(&self, link: &Link, digest: &TokenDigest) -> Result<(), StoreError> {
        let mut state = self.lock();
        if link.purpose.account().is_some_and(|account| !state.accounts.contains_key(&account)) {
            return Err(StoreError::Inconsistent("such a link needs an account".into()));
        }
        let is_used = state.links.contains_key(digest);
        if is_used || state.links.values().any(|other| other.id == link.id) {
            return Err(StoreError::Inconsistent("a link was added twice".into()));
        }
        state.links.insert(*digest, link.clone());
        Ok(())
    }

    async fn link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        Ok(self.lock().links.get(digest).filter(|link| at < link.expires_at).cloned())
    }

    async fn take_link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        let links = &mut self.lock().links;
        let works = links.get(digest).is_some_and(|link| at < link.expires_at);
        Ok(if works { links.remove(digest) } else { None })
    }

    async fn withdraw_link(&self, link: LinkId, at: Timestamp) -> Result<bool, StoreError> {
        let links = &mut self.lock().links;
        let before = links.len();
        links.retain(|_, known| known.id != link || at >= known.expires_at);
        Ok(links.len() < before)
    }

    async fn withdraw_links_of(&self, account: AccountId) -> Result<(), StoreError> {
        self.lock().links.retain(|_, link| link.purpose.account() != Some(account));
        Ok(())
    }

    async fn invitations(&self, at: Timestamp) -> Result<Vec<Link>, StoreError> {
        let state = self.lock();
        let is_open =
            |link: &&Link| matches!(link.purpose, LinkPurpose::Invitation { .. }) && at < link.expires_at;
        let mut open: Vec<Link> = state.links.values().filter(is_open).cloned().collect();
        open.sort_by_key(|link| std::cmp::Reverse((link.created_at, link.id)));
        Ok(open)
    }

    async fn drop_old_links(&self, at: Timestamp) -> Result<(), StoreError> {
        self.lock().links.retain(|_, link| at < link.expires_at);
        Ok(())
    }
}

impl State {
    /// Drops the links of an account, and those that were sent to its e-mail before it was there.
    pub(super) fn forget_links(&mut self, account: AccountId, email: &Email) {
        self.links.retain(|_, link| match &link.purpose {
            LinkPurpose::Invitation { email: to } => to.as_ref() != Some(email),
            LinkPurpose::ConfirmSignUp { email: to, .. } => to != email,
            purpose => purpose.account() != Some(account),
        });
    }
}
