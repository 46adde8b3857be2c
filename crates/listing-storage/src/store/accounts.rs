//! Implements the account store; [`super::keys`] handles API keys.

use async_trait::async_trait;
use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::account::{Account, Email};
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyDigest, KeyRecord};
use listing_domain::person::{Epoch, TakeBack};
use listing_domain::ports::{AccountStore, AccountStoreError, KeyOwner, NewKey};

use super::account_row::read_account;
use super::administrators::LastAdministrator;
use super::epoch::TakenBack;
use super::{
    Store, access, administrators, batches, entitlements, epoch, former_use, identities, kept_photos, keys,
    links, orders, outbox, sessions, trays, webhooks,
};
use crate::connection::{Conn, insert_new};
use crate::error::{StepError, StorageError};
use crate::rows::micros;
use crate::schema::{account, api_key, comparable, generation, idempotency, person};

type Step<T> = Result<T, StepError<AccountStoreError>>;

impl LastAdministrator for AccountStoreError {
    fn last_administrator() -> Self {
        Self::LastAdministrator
    }
}

#[async_trait]
impl AccountStore for Store {
    async fn add_account(&self, account: &Account) -> Result<(), AccountStoreError> {
        let account = account.clone();
        self.write(move |conn| add(conn, &account)).await
    }

    async fn account_by_email(&self, email: &Email) -> Result<Option<Account>, AccountStoreError> {
        let email = email.clone();
        Ok(self.read(move |conn| by_email(conn, &email)).await?)
    }

    async fn accounts(&self) -> Result<Vec<Account>, AccountStoreError> {
        Ok(self.read(all).await?)
    }

    async fn suspend(&self, account: AccountId, at: Timestamp) -> Result<bool, AccountStoreError> {
        self.change_access(account, move |conn| set_suspended(conn, account, Some(at))).await
    }

    async fn resume(&self, account: AccountId) -> Result<bool, AccountStoreError> {
        self.change_access(account, move |conn| set_suspended(conn, account, None)).await
    }

    async fn delete_account(
        &self,
        account: AccountId,
        at: Timestamp,
        seen: Option<Epoch>,
    ) -> Result<bool, AccountStoreError> {
        let at = self.moment(at);
        self.change_access(account, move |conn| delete(conn, account, at, seen)).await
    }

    async fn drop_ended_keys(&self, until: Timestamp) -> Result<u64, AccountStoreError> {
        let mut dropped = 0;
        loop {
            match self.write(move |conn: &mut Conn| keys::drop_ended(conn, until)).await? {
                0 => return Ok(dropped),
                some => dropped += u64::try_from(some).unwrap_or(u64::MAX),
            }
        }
    }

    async fn drop_former_use(&self, now: Timestamp) -> Result<u64, AccountStoreError> {
        let step = move |conn: &mut Conn| -> Step<usize> { Ok(former_use::drop_past(conn, now)?) };
        Ok(u64::try_from(self.write(step).await?).unwrap_or(u64::MAX))
    }

    async fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError> {
        let key = key.clone();
        let step = move |conn: &mut Conn| keys::insert(conn, &key, max_active);
        self.write(step).await
    }

    async fn rotate_key(
        &self,
        old: KeyId,
        ends: Timestamp,
        new: &NewKey,
        max_active: u32,
    ) -> Result<bool, AccountStoreError> {
        let new = new.clone();
        let step = move |conn: &mut Conn| keys::rotate(conn, old, ends, &new, max_active);
        let ended = self.write(step).await?;
        self.keys.invalidate(ended.as_slice());
        Ok(ended.is_some())
    }

    async fn keys(&self, account: AccountId) -> Result<Vec<KeyRecord>, AccountStoreError> {
        Ok(self.read(move |conn| keys::list(conn, account)).await?)
    }

    async fn revoke_key(
        &self,
        account: AccountId,
        key: KeyId,
        at: Timestamp,
    ) -> Result<bool, AccountStoreError> {
        let step = move |conn: &mut Conn| keys::revoke(conn, account, key, at);
        let revoked = self.write(step).await?;
        self.keys.invalidate(revoked.as_slice());
        Ok(revoked.is_some())
    }

    async fn key_owner(
        &self,
        digest: &KeyDigest,
        at: Timestamp,
    ) -> Result<Option<KeyOwner>, AccountStoreError> {
        if let Some(owner) = self.keys.owner(digest, at) {
            return Ok(Some(owner));
        }
        let (digest, mark) = (*digest, self.keys.mark());
        let owner = self.look_up(move |conn| keys::owner(conn, &digest)).await?;
        Ok(owner.and_then(|owner| self.keys.insert(digest, owner, mark, at)))
    }

    async fn note_key_use(&self, key: KeyId, at: Timestamp) -> Result<(), AccountStoreError> {
        if !self.keys.note_use(key, at) {
            return Ok(());
        }
        let step = move |conn: &mut Conn| keys::note_use(conn, key, at);
        let written = self.write(step).await;
        if written.is_err() {
            self.keys.invalidate_use(key);
        }
        written
    }
}

impl Store {
    pub(super) fn invalidate_revoked(&self, taken: &TakenBack) -> Epoch {
        self.keys.invalidate(&taken.keys);
        taken.next
    }

    /// The step returns the digests of the affected keys; `None` if the account does not exist.
    async fn change_access<F>(&self, account: AccountId, step: F) -> Result<bool, AccountStoreError>
    where
        F: Fn(&mut Conn) -> Step<Option<Vec<KeyDigest>>> + Send + 'static,
    {
        let digests = self.write(step).await?;
        self.keys.invalidate(digests.as_deref().unwrap_or_default());
        self.usages.invalidate(account);
        Ok(digests.is_some())
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = account)]
struct Row {
    id: String,
    email: Option<String>,
    created_at: i64,
    suspended_at: Option<i64>,
    deleted_at: Option<i64>,
}

impl From<&Account> for Row {
    fn from(account: &Account) -> Self {
        Self {
            id: account.id.to_string(),
            email: Some(account.email.to_string()),
            created_at: micros(account.created_at),
            suspended_at: account.suspended_at.map(micros),
            deleted_at: None,
        }
    }
}

impl TryFrom<Row> for Account {
    type Error = StorageError;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        read_account((row.id, row.email.unwrap_or_default(), row.created_at, row.suspended_at))
    }
}

/// `false` if another account has the email.
pub(super) fn insert(conn: &mut Conn, account: &Account) -> Result<bool, StorageError> {
    let is_new = insert_new!(conn, account::table, Row::from(account), unless account::email)? == 1;
    if is_new {
        former_use::carry_over(conn, account)?;
    }
    Ok(is_new)
}

fn add(conn: &mut Conn, account: &Account) -> Step<()> {
    if insert(conn, account)? { Ok(()) } else { Err(StepError::Refused(AccountStoreError::EmailTaken)) }
}

fn by_email(conn: &mut Conn, email: &Email) -> Result<Option<Account>, StorageError> {
    let row: Option<Row> = account::table
        .filter(account::email.eq(email.as_str()))
        .select(Row::as_select())
        .get_result(conn)
        .optional()?;
    row.map(Account::try_from).transpose()
}

fn all(conn: &mut Conn) -> Result<Vec<Account>, StorageError> {
    let there = account::table.filter(account::deleted_at.is_null()).order(account::email);
    let rows: Vec<Row> = there.select(Row::as_select()).load(conn)?;
    rows.into_iter().map(Account::try_from).collect()
}

/// Returns the digests of the account's keys; `None` if it does not exist.
fn set_suspended(conn: &mut Conn, id: AccountId, at: Option<Timestamp>) -> Step<Option<Vec<KeyDigest>>> {
    let name = id.to_string();
    if at.is_some() {
        administrators::lock(conn)?;
    }
    let Some(access) = access::locked(conn, &name)? else { return Ok(None) };
    // A second suspension keeps the time of the first.
    if access.is_suspended != at.is_some() {
        if let Some(at) = at {
            administrators::ensure_other_administrator(conn, &name)?;
            epoch::begin_next(conn, &name, &TakeBack::all(access.epoch, at))?;
        }
        let set = account::suspended_at.eq(at.map(micros));
        diesel::update(account::table.find(&name)).set(set).execute(conn)?;
    }
    Ok(Some(keys::digests(conn, id)?))
}

/// Deletes personal data and returns the digests of deleted keys; `None` if the account does not exist.
fn delete(
    conn: &mut Conn,
    id: AccountId,
    at: Timestamp,
    seen: Option<Epoch>,
) -> Step<Option<Vec<KeyDigest>>> {
    let name = id.to_string();
    administrators::lock(conn)?;
    let access = access::locked(conn, &name)?;
    if access.is_none_or(|access| seen.is_some_and(|seen| !access.allows(seen))) {
        return Ok(None);
    }
    administrators::ensure_other_administrator(conn, &name)?;
    let query = account::table.find(&name).filter(account::deleted_at.is_null());
    let email: Option<Option<String>> = query.select(account::email).get_result(conn).optional()?;
    let Some(email) = email else { return Ok(None) };
    if let Some(email) = email.clone() {
        former_use::note(conn, &name, &Email::stored(email), at)?;
    }
    let gone = (
        account::email.eq(None::<String>),
        account::deleted_at.eq(Some(micros(at))),
        account::photo_days.eq(None::<i64>),
    );
    diesel::update(account::table.find(&name)).set(gone).execute(conn)?;
    diesel::delete(person::table.find(&name)).execute(conn)?;
    identities::unlink_all(conn, &name)?;
    sessions::end_all(conn, &name)?;
    links::delete_all(conn, &name, email.as_deref())?;
    outbox::delete_all(conn, email.as_deref())?;
    let digests = keys::digests(conn, id)?;
    diesel::delete(api_key::table.filter(api_key::account.eq(&name))).execute(conn)?;
    diesel::delete(idempotency::table.filter(idempotency::account.eq(&name))).execute(conn)?;
    batches::delete_all(conn, &name)?;
    webhooks::delete_all(conn, &name)?;
    kept_photos::delete_all(conn, &name)?;
    trays::delete_all(conn, &name)?;
    orders::delete_customer(conn, &name)?;
    diesel::delete(generation::table.filter(generation::account.eq(&name))).execute(conn)?;
    diesel::delete(comparable::table.filter(comparable::account.eq(&name))).execute(conn)?;
    entitlements::end(conn, &name, at)?;
    Ok(Some(digests))
}
