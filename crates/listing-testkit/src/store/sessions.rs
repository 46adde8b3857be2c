use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::entitlement::Term;
use listing_domain::ids::{AccountId, SessionId};
use listing_domain::person::{Epoch, TakeBack};
use listing_domain::ports::{SessionStore, StoreError};
use listing_domain::session::{Session, SessionOwner, SessionPolicy};
use listing_domain::token::TokenDigest;

use super::MemoryStore;

#[async_trait]
impl SessionStore for MemoryStore {
    async fn begin(&self, session: &Session, digest: &TokenDigest) -> Result<bool, StoreError> {
        let mut state = self.lock();
        if !state.accounts.contains_key(&session.account) {
            return Err(StoreError::Inconsistent("a session needs an account".into()));
        }
        let is_used = state.sessions.contains_key(digest);
        if is_used || state.sessions.values().any(|other| other.id == session.id) {
            return Err(StoreError::Inconsistent("a session was begun twice".into()));
        }
        if !state.is_in(session.account, session.epoch) {
            return Ok(false);
        }
        state.sessions.insert(*digest, session.clone());
        let mut of_account: Vec<(Timestamp, SessionId)> = state
            .sessions
            .values()
            .filter(|other| other.account == session.account)
            .map(|other| (other.seen_at, other.id))
            .collect();
        of_account.sort_unstable_by(|a, b| b.cmp(a));
        let most = usize::try_from(Session::MAX_PER_ACCOUNT).unwrap_or(usize::MAX);
        for (_, ended) in of_account.into_iter().skip(most) {
            state.sessions.retain(|_, other| other.id != ended);
        }
        Ok(true)
    }

    async fn owner(
        &self,
        digest: &TokenDigest,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Option<SessionOwner>, StoreError> {
        let state = self.lock();
        let session = state.sessions.get(digest).filter(|session| at < session.ends_at(policy));
        let Some(session) = session else { return Ok(None) };
        let person = state.person(session.account).filter(|_| state.is_in(session.account, session.epoch));
        Ok(person.map(|person| SessionOwner {
            session: session.clone(),
            plan: Term::plan_at(&state.terms(person.account.id), at),
            email: person.account.email,
            is_administrator: person.is_administrator,
            language: person.preferences.language,
            market: person.preferences.market,
        }))
    }

    async fn note_seen(&self, session: SessionId, at: Timestamp) -> Result<(), StoreError> {
        for known in self.lock().sessions.values_mut().filter(|known| known.id == session) {
            known.seen_at = known.seen_at.max(at);
        }
        Ok(())
    }

    async fn sessions(
        &self,
        account: AccountId,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Vec<Session>, StoreError> {
        let state = self.lock();
        let is_open = |session: &&Session| session.account == account && at < session.ends_at(policy);
        let mut open: Vec<Session> = state.sessions.values().filter(is_open).cloned().collect();
        open.sort_by_key(|session| std::cmp::Reverse((session.seen_at, session.id)));
        Ok(open)
    }

    async fn end(&self, account: AccountId, session: SessionId) -> Result<bool, StoreError> {
        Ok(self.lock_and_drop(|known| known.account == account && known.id == session) > 0)
    }

    async fn take_back(&self, account: AccountId, take_back: &TakeBack) -> Result<Option<Epoch>, StoreError> {
        Ok(self.lock().take_back(account, take_back))
    }

    async fn drop_ended(&self, at: Timestamp, policy: &SessionPolicy) -> Result<(), StoreError> {
        self.lock_and_drop(|known| at >= known.ends_at(policy));
        Ok(())
    }
}

impl MemoryStore {
    fn lock_and_drop(&self, is_meant: impl Fn(&Session) -> bool) -> u64 {
        let sessions = &mut self.lock().sessions;
        let before = sessions.len();
        sessions.retain(|_, session| !is_meant(session));
        u64::try_from(before - sessions.len()).unwrap_or(u64::MAX)
    }
}
