use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::account::{Account, Email};
use listing_domain::entitlement::Term;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyDigest, KeyRecord, KeyState};
use listing_domain::person::{Epoch, TakeBack};
use listing_domain::ports::{AccountStore, AccountStoreError, KeyOwner, NewKey, StoreError};
use listing_domain::quota::Period;

use super::{MemoryStore, State, StoredKey};

#[async_trait]
impl AccountStore for MemoryStore {
    async fn add_account(&self, account: &Account) -> Result<(), AccountStoreError> {
        let mut state = self.lock();
        if state.accounts.values().any(|other| other.email == account.email) {
            return Err(AccountStoreError::EmailTaken);
        }
        if state.accounts.contains_key(&account.id) {
            return Err(AccountStoreError::Store(StoreError::Inconsistent(
                "two accounts have the same id".into(),
            )));
        }
        state.accounts.insert(account.id, account.clone());
        state.carry_use(account);
        Ok(())
    }

    async fn account_by_email(&self, email: &Email) -> Result<Option<Account>, AccountStoreError> {
        Ok(self.lock().accounts.values().find(|account| account.email == *email).cloned())
    }

    async fn accounts(&self) -> Result<Vec<Account>, AccountStoreError> {
        let mut accounts: Vec<Account> = self.lock().accounts.values().cloned().collect();
        accounts.sort_by(|a, b| a.email.cmp(&b.email));
        Ok(accounts)
    }

    async fn suspend(&self, account: AccountId, at: Timestamp) -> Result<bool, AccountStoreError> {
        let mut state = self.lock();
        let Some(known) = state.accounts.get(&account) else { return Ok(false) };
        if known.suspended_at.is_some() {
            return Ok(true);
        }
        state.refuse_last(account)?;
        let all = TakeBack::all(state.epoch(account), at);
        state.begin_next(account, &all);
        Ok(state.accounts.get_mut(&account).map(|account| account.suspended_at = Some(at)).is_some())
    }

    async fn resume(&self, account: AccountId) -> Result<bool, AccountStoreError> {
        let mut state = self.lock();
        Ok(state.accounts.get_mut(&account).map(|account| account.suspended_at = None).is_some())
    }

    async fn delete_account(
        &self,
        account: AccountId,
        at: Timestamp,
        seen: Option<Epoch>,
    ) -> Result<bool, AccountStoreError> {
        let mut state = self.lock();
        if seen.is_some_and(|seen| !state.is_in(account, seen)) {
            return Ok(false);
        }
        state.refuse_last(account)?;
        let Some(gone) = state.accounts.remove(&account) else { return Ok(false) };
        state.note_use(&gone, at);
        state.deleted.insert(account);
        state.keys.retain(|key| key.record.account != account);
        state.keys_used.retain(|(owner, _), _| *owner != account);
        state.generations.retain(|_, stored| stored.generation.account != account);
        state.batches.delete_all(account);
        state.webhooks.delete_all(account);
        state.photo_retentions.remove(&account);
        state.trays.delete_all(account);
        state.customers.remove(&account);
        state.comparables.remove_account(account);
        state.end_entitlement(account, at);
        state.forget_person(account, &gone.email);
        Ok(true)
    }

    async fn drop_ended_keys(&self, until: Timestamp) -> Result<u64, AccountStoreError> {
        let mut state = self.lock();
        let before = state.keys.len();
        state.keys.retain(|key| key.record.ends_at().is_none_or(|ends| ends > until));
        Ok(u64::try_from(before - state.keys.len()).unwrap_or(u64::MAX))
    }

    async fn drop_former_use(&self, now: Timestamp) -> Result<u64, AccountStoreError> {
        let former_use = &mut self.lock().former_use;
        let before = former_use.len();
        former_use.retain(|(period, _), _| *period >= Period::containing(now));
        Ok(u64::try_from(before - former_use.len()).unwrap_or(u64::MAX))
    }

    async fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError> {
        self.lock().add_key(key, max_active)
    }

    async fn rotate_key(
        &self,
        old: KeyId,
        ends: Timestamp,
        new: &NewKey,
        max_active: u32,
    ) -> Result<bool, AccountStoreError> {
        let mut state = self.lock();
        state.refuse_overtaken(new)?;
        let now = new.created_at;
        let Some(record) = state.active_key(new.account, old, now).filter(|key| key.revoked_at.is_none())
        else {
            return Ok(false);
        };
        record.revoked_at = Some(ends.max(now));
        let added = state.add_key(new, max_active);
        if added.is_err() {
            // A rotation that fails changes nothing.
            for key in state.keys.iter_mut().filter(|key| key.record.id == old) {
                key.record.revoked_at = None;
            }
        }
        added.map(|()| true)
    }

    async fn keys(&self, account: AccountId) -> Result<Vec<KeyRecord>, AccountStoreError> {
        let state = self.lock();
        let records = state.keys.iter().map(|key| &key.record);
        let mut keys: Vec<KeyRecord> = records.filter(|key| key.account == account).cloned().collect();
        keys.sort_by_key(|key| key.created_at);
        Ok(keys)
    }

    async fn revoke_key(
        &self,
        account: AccountId,
        key: KeyId,
        at: Timestamp,
    ) -> Result<bool, AccountStoreError> {
        let mut state = self.lock();
        Ok(state.active_key(account, key, at).map(|record| record.revoked_at = Some(at)).is_some())
    }

    async fn key_owner(
        &self,
        digest: &KeyDigest,
        at: Timestamp,
    ) -> Result<Option<KeyOwner>, AccountStoreError> {
        let state = self.lock();
        let is_active = |key: &&StoredKey| key.record.state_at(at) == KeyState::Active;
        let active = state.keys.iter().filter(is_active).find(|key| key.digest == *digest);
        let Some(StoredKey { record, .. }) = active else { return Ok(None) };
        let account = state.accounts.get(&record.account).filter(|account| account.suspended_at.is_none());
        Ok(account.map(|account| KeyOwner {
            key: record.id,
            account: account.id,
            plan: Term::plan_at(&state.terms(account.id), at),
            scopes: record.scopes,
            last_used_at: record.last_used_at,
        }))
    }

    async fn note_key_use(&self, key: KeyId, at: Timestamp) -> Result<(), AccountStoreError> {
        let mut state = self.lock();
        for record in state.keys.iter_mut().map(|key| &mut key.record).filter(|record| record.id == key) {
            record.last_used_at = record.last_used_at.max(Some(at));
        }
        Ok(())
    }
}

impl State {
    fn refuse_last(&self, account: AccountId) -> Result<(), AccountStoreError> {
        let is_last = self.is_last_administrator(account);
        if is_last { Err(AccountStoreError::LastAdministrator) } else { Ok(()) }
    }

    fn active_key(&mut self, account: AccountId, key: KeyId, at: Timestamp) -> Option<&mut KeyRecord> {
        let mut records = self.keys.iter_mut().map(|key| &mut key.record);
        records.find(|record| {
            record.id == key && record.account == account && record.state_at(at) == KeyState::Active
        })
    }

    /// Refuses if the key's creator signed in during an earlier epoch.
    fn refuse_overtaken(&self, key: &NewKey) -> Result<(), AccountStoreError> {
        let is_overtaken = key.epoch.is_some_and(|seen| !self.is_in(key.account, seen));
        if is_overtaken { Err(AccountStoreError::Overtaken) } else { Ok(()) }
    }

    fn add_key(&mut self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError> {
        self.refuse_overtaken(key)?;
        if !self.accounts.contains_key(&key.account) {
            return Err(AccountStoreError::Store(StoreError::Inconsistent("a key needs an account".into())));
        }
        if self.keys.iter().any(|other| other.digest == key.digest || other.record.id == key.id) {
            return Err(AccountStoreError::Store(StoreError::Inconsistent("a key was added twice".into())));
        }
        let of_account =
            self.keys.iter().map(|key| &key.record).filter(|record| record.account == key.account);
        let active = of_account.filter(|record| record.state_at(key.created_at) == KeyState::Active).count();
        if u32::try_from(active).is_ok_and(|active| active >= max_active) {
            return Err(AccountStoreError::TooManyKeys(max_active));
        }
        let record = KeyRecord {
            id: key.id,
            account: key.account,
            name: key.name.clone(),
            hint: key.hint.clone(),
            scopes: key.scopes,
            created_at: key.created_at,
            last_used_at: None,
            expires_at: key.expires_at,
            revoked_at: None,
        };
        self.keys.push(StoredKey { digest: key.digest, record });
        self.drop_oldest_ended(key.account, key.created_at);
        Ok(())
    }

    /// Keeps a limited number.
    fn drop_oldest_ended(&mut self, account: AccountId, at: Timestamp) {
        let of_account = self.keys.iter().map(|key| &key.record).filter(|record| record.account == account);
        let mut ended: Vec<(Timestamp, KeyId)> = of_account
            .filter(|record| record.state_at(at) != KeyState::Active)
            .map(|record| (record.created_at, record.id))
            .collect();
        ended.sort_unstable_by(|a, b| b.cmp(a));
        let most = usize::try_from(KeyRecord::MAX_ENDED).unwrap_or(usize::MAX);
        let gone: Vec<KeyId> = ended.into_iter().skip(most).map(|(_, id)| id).collect();
        self.keys.retain(|key| !gone.contains(&key.record.id));
    }
}
