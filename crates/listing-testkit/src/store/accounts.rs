//! Accounts and keys in memory.

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::account::{Account, Email};
use listing_domain::entitlement::Term;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyDigest, KeyRecord, KeyState};
use listing_domain::ports::{AccountStore, AccountStoreError, KeyOwner, NewKey};

use super::{MemoryStore, StoredKey};

#[async_trait]
impl AccountStore for MemoryStore {
    async fn add_account(&self, account: &Account) -> Result<(), AccountStoreError> {
        let mut state = self.lock();
        if state.accounts.values().any(|other| other.email == account.email) {
            return Err(AccountStoreError::EmailTaken);
        }
        if state.accounts.contains_key(&account.id) {
            return Err(AccountStoreError::Inconsistent("an account identity was used twice".into()));
        }
        state.accounts.insert(account.id, account.clone());
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

    async fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError> {
        let mut state = self.lock();
        if !state.accounts.contains_key(&key.account) {
            return Err(AccountStoreError::Inconsistent("a key needs an account".into()));
        }
        if state.keys.iter().any(|other| other.digest == key.digest || other.record.id == key.id) {
            return Err(AccountStoreError::Inconsistent("a key was added twice".into()));
        }
        let is_active = |key_of: &&StoredKey| {
            key_of.record.account == key.account && key_of.record.state == KeyState::Active
        };
        let active = state.keys.iter().filter(is_active).count();
        if u32::try_from(active).is_ok_and(|active| active >= max_active) {
            return Err(AccountStoreError::TooManyKeys(max_active));
        }
        let record = KeyRecord {
            id: key.id,
            account: key.account,
            hint: key.hint.clone(),
            created_at: key.created_at,
            last_used_at: None,
            state: KeyState::Active,
        };
        state.keys.push(StoredKey { digest: key.digest, record });
        Ok(())
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
        let found =
            state.keys.iter_mut().map(|key| &mut key.record).find(|record| {
                record.id == key && record.account == account && record.state == KeyState::Active
            });
        Ok(found.map(|record| record.state = KeyState::Revoked(at)).is_some())
    }

    async fn key_owner(
        &self,
        digest: &KeyDigest,
        at: Timestamp,
    ) -> Result<Option<KeyOwner>, AccountStoreError> {
        let state = self.lock();
        let active =
            state.keys.iter().find(|key| key.digest == *digest && key.record.state == KeyState::Active);
        let Some(StoredKey { record, .. }) = active else { return Ok(None) };
        Ok(state.accounts.get(&record.account).map(|account| KeyOwner {
            key: record.id,
            account: account.id,
            plan: Term::plan_at(&state.terms(account.id), at),
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
