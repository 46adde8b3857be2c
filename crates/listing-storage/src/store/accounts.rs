//! The account store's port: accounts here, keys in [`super::keys`].

use async_trait::async_trait;
use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::account::{Account, Email};
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyDigest, KeyRecord};
use listing_domain::ports::{AccountStore, AccountStoreError, KeyOwner, NewKey};

use super::{Store, keys};
use crate::connection::{Conn, insert_new};
use crate::error::{Stop, StorageError};
use crate::rows::{ColumnRef, micros};
use crate::schema::account;

type Step<T> = Result<T, Stop<AccountStoreError>>;

#[async_trait]
impl AccountStore for Store {
    async fn add_account(&self, account: &Account) -> Result<(), AccountStoreError> {
        let account = account.clone();
        self.database.write(move |conn| insert(conn, &account)).await.map_err(Stop::into_port_error)
    }

    async fn account_by_email(&self, email: &Email) -> Result<Option<Account>, AccountStoreError> {
        let email = email.clone();
        Ok(self.database.read(move |conn| by_email(conn, &email)).await?)
    }

    async fn accounts(&self) -> Result<Vec<Account>, AccountStoreError> {
        Ok(self.database.read(all).await?)
    }

    async fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError> {
        let key = key.clone();
        let step = move |conn: &mut Conn| keys::insert(conn, &key, max_active);
        self.database.write(step).await.map_err(Stop::into_port_error)
    }

    async fn keys(&self, account: AccountId) -> Result<Vec<KeyRecord>, AccountStoreError> {
        Ok(self.database.read(move |conn| keys::of_account(conn, account)).await?)
    }

    async fn revoke_key(
        &self,
        account: AccountId,
        key: KeyId,
        at: Timestamp,
    ) -> Result<bool, AccountStoreError> {
        let step = move |conn: &mut Conn| keys::revoke(conn, account, key, at);
        let revoked = self.database.write(step).await.map_err(Stop::into_port_error)?;
        self.keys.forget(revoked.as_slice());
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
        let owner = self.database.look_up(move |conn| keys::owner(conn, &digest)).await?;
        Ok(owner.map(|owner| self.keys.remember(digest, owner, mark, at)))
    }

    async fn note_key_use(&self, key: KeyId, at: Timestamp) -> Result<(), AccountStoreError> {
        if !self.keys.note_use(key, at) {
            return Ok(());
        }
        let step = move |conn: &mut Conn| keys::note_use(conn, key, at);
        let written = self.database.write(step).await.map_err(Stop::into_port_error);
        if written.is_err() {
            self.keys.forget_use(key);
        }
        written
    }
}

#[derive(Queryable, Insertable)]
#[diesel(table_name = account)]
struct Row {
    id: String,
    email: String,
    created_at: i64,
}

impl From<&Account> for Row {
    fn from(account: &Account) -> Self {
        Self {
            id: account.id.to_string(),
            email: account.email.to_string(),
            created_at: micros(account.created_at),
        }
    }
}

impl TryFrom<Row> for Account {
    type Error = StorageError;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let column = |column| ColumnRef { table: "account", column, row: &row.id };
        Ok(Self {
            id: column("id").parse(&row.id)?,
            email: column("email").parse(&row.email)?,
            created_at: column("created_at").moment(row.created_at)?,
        })
    }
}

fn insert(conn: &mut Conn, account: &Account) -> Step<()> {
    let inserted = insert_new!(conn, account::table, Row::from(account), unless account::email)?;
    if inserted == 1 { Ok(()) } else { Err(Stop::Refused(AccountStoreError::EmailTaken)) }
}

fn by_email(conn: &mut Conn, email: &Email) -> Result<Option<Account>, StorageError> {
    let row: Option<Row> =
        account::table.filter(account::email.eq(email.as_str())).get_result(conn).optional()?;
    row.map(Account::try_from).transpose()
}

fn all(conn: &mut Conn) -> Result<Vec<Account>, StorageError> {
    let rows: Vec<Row> = account::table.order(account::email).load(conn)?;
    rows.into_iter().map(Account::try_from).collect()
}
