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
    async fn add_link(&self, link: &Link, digest: &TokenDigest) -> Result<bool, StoreError> {
        let mut state = self.lock();
        if link.purpose.account().is_some_and(|account| !state.accounts.contains_key(&account)) {
            return Err(StoreError::Inconsistent("such a link needs an account".into()));
        }
        let is_used = state.links.contains_key(digest);
        if is_used || state.links.values().any(|other| other.id == link.id) {
            return Err(StoreError::Inconsistent("a link was added twice".into()));
        }
        if link.purpose.account().is_some_and(|account| !state.is_in(account, link.epoch)) {
            return Ok(false);
        }
        state.links.insert(*digest, link.clone());
        state.forget_browsers(&link.purpose);
        Ok(true)
    }

    async fn link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        let state = self.lock();
        Ok(state.links.get(digest).filter(|link| state.works(link, at)).cloned())
    }

    async fn take_link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        let mut state = self.lock();
        let works = state.links.get(digest).is_some_and(|link| state.works(link, at));
        Ok(if works { state.links.remove(digest) } else { None })
    }

    async fn withdraw_link(&self, link: LinkId, at: Timestamp) -> Result<bool, StoreError> {
        let links = &mut self.lock().links;
        let before = links.len();
        links.retain(|_, known| known.id != link || at >= known.expires_at);
        Ok(links.len() < before)
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
    /// `true` if it has not expired and its account's epoch has not ended.
    fn works(&self, link: &Link, at: Timestamp) -> bool {
        let is_current = link.purpose.account().is_none_or(|account| self.epoch(account) == link.epoch);
        at < link.expires_at && is_current
    }

    /// Drops the account's oldest known browsers beyond the limit.
    fn forget_browsers(&mut self, added: &LinkPurpose) {
        let LinkPurpose::KnownBrowser { .. } = added else { return };
        let browsers = self.links.iter().filter(|(_, link)| link.purpose == *added);
        let mut browsers: Vec<_> =
            browsers.map(|(digest, link)| (link.created_at, link.id, *digest)).collect();
        browsers.sort_by_key(|(created_at, id, _)| std::cmp::Reverse((*created_at, *id)));
        let most = usize::try_from(LinkPurpose::MAX_KNOWN_BROWSERS).unwrap_or(usize::MAX);
        for (_, _, digest) in browsers.into_iter().skip(most) {
            self.links.remove(&digest);
        }
    }

    /// Also drops those sent to the email before the account existed.
    pub(super) fn forget_links(&mut self, account: AccountId, email: &Email) {
        self.links.retain(|_, link| match &link.purpose {
            LinkPurpose::Invitation { email: to } => to.as_ref() != Some(email),
            LinkPurpose::ConfirmSignUp { email: to, .. } => to != email,
            purpose => purpose.account() != Some(account),
        });
    }
}
