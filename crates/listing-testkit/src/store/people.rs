use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::account::{Account, Email};
use listing_domain::ids::AccountId;
use listing_domain::password::PasswordHash;
use listing_domain::person::{Epoch, ExternalIdentity, LinkedIdentity, Person, Preferences, TakeBack};
use listing_domain::ports::{
    AccountOverview, AccountSearch, PersonStore, PersonStoreError, QuotaError, StoreError,
};

use super::{MemoryStore, State};

/// A person without the account.
#[derive(Clone, Default)]
pub(super) struct Personal {
    password: Option<PasswordHash>,
    confirmed_at: Option<Timestamp>,
    is_administrator: bool,
    preferences: Preferences,
}

#[derive(Clone, Copy)]
pub(super) struct Linked {
    pub(super) account: AccountId,
    at: Timestamp,
}

#[async_trait]
impl PersonStore for MemoryStore {
    async fn add_person(
        &self,
        person: &Person,
        identity: Option<&ExternalIdentity>,
    ) -> Result<(), PersonStoreError> {
        let mut state = self.lock();
        let Person { account, password, confirmed_at, is_administrator, preferences, epoch: _ } =
            person.clone();
        state.refuse_taken(None, &account.email)?;
        if identity.is_some_and(|identity| state.identities.contains_key(identity)) {
            return Err(PersonStoreError::IdentityTaken);
        }
        if state.accounts.contains_key(&account.id) {
            return Err(PersonStoreError::Store(StoreError::Inconsistent(
                "two accounts have the same id".into(),
            )));
        }
        let linked = Linked { account: account.id, at: account.created_at };
        state.identities.extend(identity.map(|identity| (identity.clone(), linked)));
        state.people.insert(account.id, Personal { password, confirmed_at, is_administrator, preferences });
        state.carry_use(&account);
        state.accounts.insert(account.id, account);
        Ok(())
    }

    async fn person(&self, account: AccountId) -> Result<Option<Person>, PersonStoreError> {
        Ok(self.lock().person(account))
    }

    async fn person_by_email(&self, email: &Email) -> Result<Option<Person>, PersonStoreError> {
        let state = self.lock();
        let account = state.accounts.values().find(|account| account.email == *email);
        Ok(account.and_then(|account| state.person(account.id)))
    }

    async fn person_by_identity(
        &self,
        identity: &ExternalIdentity,
    ) -> Result<Option<Person>, PersonStoreError> {
        let state = self.lock();
        Ok(state.identities.get(identity).and_then(|linked| state.person(linked.account)))
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<LinkedIdentity>, PersonStoreError> {
        let state = self.lock();
        let linked = state.identities.iter().filter(|(_, linked)| linked.account == account);
        let identity_of = |(identity, linked): (&ExternalIdentity, &Linked)| LinkedIdentity {
            identity: identity.clone(),
            linked_at: linked.at,
        };
        let mut identities: Vec<LinkedIdentity> = linked.map(identity_of).collect();
        identities.sort_by_key(|linked| (linked.identity.issuer.clone(), linked.identity.subject.clone()));
        Ok(identities)
    }

    async fn link_identity(
        &self,
        account: AccountId,
        identity: &ExternalIdentity,
        at: Timestamp,
        seen: Epoch,
    ) -> Result<bool, PersonStoreError> {
        let mut state = self.lock();
        if !state.is_in(account, seen) {
            return Ok(false);
        }
        match state.identities.entry(identity.clone()).or_insert(Linked { account, at }) {
            linked if linked.account == account => Ok(true),
            _ => Err(PersonStoreError::IdentityTaken),
        }
    }

    async fn unlink_issuer(
        &self,
        account: AccountId,
        issuer: &str,
        take_back: &TakeBack,
    ) -> Result<bool, PersonStoreError> {
        let mut state = self.lock();
        let before = state.identities.len();
        if state.is_in(account, take_back.seen) {
            state
                .identities
                .retain(|identity, linked| linked.account != account || identity.issuer != issuer);
        }
        Ok(state.identities.len() < before && state.take_back(account, take_back).is_some())
    }

    async fn set_password(
        &self,
        account: AccountId,
        password: &PasswordHash,
        take_back: &TakeBack,
    ) -> Result<Option<Epoch>, PersonStoreError> {
        let mut state = self.lock();
        let next = state.take_back(account, take_back);
        if next.is_some() {
            state.change(account, |person| person.password = Some(password.clone()));
        }
        Ok(next)
    }

    async fn set_email(
        &self,
        account: AccountId,
        email: &Email,
        take_back: &TakeBack,
    ) -> Result<bool, PersonStoreError> {
        let mut state = self.lock();
        if !state.is_in(account, take_back.seen) {
            return Ok(false);
        }
        state.refuse_taken(Some(account), email)?;
        let former = state.accounts.get(&account).filter(|account| account.email != *email).cloned();
        if let Some(former) = former {
            state.note_use(&former, take_back.at);
            let renamed = Account { email: email.clone(), ..former };
            state.move_in(&renamed, take_back.at);
            state.accounts.insert(account, renamed);
            state.take_back(account, take_back);
        }
        Ok(state.change(account, |person| person.confirmed_at = Some(take_back.at)))
    }

    async fn confirm_email(
        &self,
        account: AccountId,
        email: &Email,
        confirmed_at: Timestamp,
    ) -> Result<bool, PersonStoreError> {
        let mut state = self.lock();
        let is_its = state.accounts.get(&account).is_some_and(|account| account.email == *email);
        Ok(is_its && state.change(account, |person| person.confirmed_at = Some(confirmed_at)))
    }

    async fn set_preferences(
        &self,
        account: AccountId,
        preferences: &Preferences,
    ) -> Result<bool, PersonStoreError> {
        Ok(self.lock().change(account, |person| person.preferences = preferences.clone()))
    }

    async fn set_administrator(
        &self,
        account: AccountId,
        is_administrator: bool,
    ) -> Result<bool, PersonStoreError> {
        let mut state = self.lock();
        if !is_administrator && state.is_last_administrator(account) {
            return Err(PersonStoreError::LastAdministrator);
        }
        Ok(state.change(account, |person| person.is_administrator = is_administrator))
    }

    async fn has_administrator(&self) -> Result<bool, PersonStoreError> {
        Ok(self.lock().people.values().any(|person| person.is_administrator))
    }

    async fn administrators(&self) -> Result<Vec<Account>, PersonStoreError> {
        Ok(self.lock().administrators())
    }

    async fn find_accounts(&self, search: &AccountSearch) -> Result<Vec<AccountOverview>, PersonStoreError> {
        let (state, text) = (self.lock(), search.text.to_lowercase());
        let is_found = |account: &&Account| {
            let is_behind = search.after.as_ref().is_none_or(|after| account.email > *after);
            is_behind && account.email.as_str().contains(&text)
        };
        let mut found: Vec<Account> = state.accounts.values().filter(is_found).cloned().collect();
        found.sort_by(|a, b| a.email.cmp(&b.email));
        found.truncate(usize::try_from(search.limit).unwrap_or(usize::MAX));
        let overview = |account: Account| {
            let usage =
                state.usage(account.id, search.free_limit, search.at).map_err(|error| match error {
                    QuotaError::Store(error) => error,
                    error => StoreError::Inconsistent(error.into()),
                })?;
            let is_administrator =
                state.people.get(&account.id).is_some_and(|person| person.is_administrator);
            Ok(AccountOverview { account, is_administrator, usage })
        };
        found.into_iter().map(overview).collect()
    }
}

impl State {
    pub(super) fn person(&self, account: AccountId) -> Option<Person> {
        let account = self.accounts.get(&account)?.clone();
        let Personal { password, confirmed_at, is_administrator, preferences } =
            self.people.get(&account.id).cloned().unwrap_or_default();
        let epoch = self.epoch(account.id);
        Some(Person { account, password, confirmed_at, is_administrator, preferences, epoch })
    }

    /// Sorted by email.
    fn administrators(&self) -> Vec<Account> {
        let may =
            |account: &&Account| self.people.get(&account.id).is_some_and(|person| person.is_administrator);
        let mut found: Vec<Account> = self.accounts.values().filter(may).cloned().collect();
        found.sort_by(|a, b| a.email.cmp(&b.email));
        found
    }

    pub(super) fn is_last_administrator(&self, account: AccountId) -> bool {
        let (own, others): (Vec<_>, Vec<_>) =
            self.administrators().into_iter().partition(|person| person.id == account);
        !own.is_empty() && others.iter().all(|person| person.suspended_at.is_some())
    }

    /// `false` if the account is missing.
    fn change(&mut self, account: AccountId, change: impl FnOnce(&mut Personal)) -> bool {
        let is_there = self.accounts.contains_key(&account);
        if is_there {
            change(self.people.entry(account).or_default());
        }
        is_there
    }

    fn refuse_taken(&self, account: Option<AccountId>, email: &Email) -> Result<(), PersonStoreError> {
        let mut others = self.accounts.values().filter(|other| Some(other.id) != account);
        if others.any(|other| other.email == *email) { Err(PersonStoreError::EmailTaken) } else { Ok(()) }
    }

    pub(super) fn forget_person(&mut self, account: AccountId, email: &Email) {
        self.people.remove(&account);
        self.identities.retain(|_, linked| linked.account != account);
        self.sessions.retain(|_, session| session.account != account);
        self.forget_links(account, email);
        self.outbox.retain(|_, queued| queued.waiting.mail.to != *email);
    }
}
