//! API keys: their digests, and what is shown about them.

use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyDigest, KeyHint, KeyRecord, KeyState};
use listing_domain::ports::{AccountStoreError, KeyOwner, NewKey};

use crate::connection::{Conn, on_engine};
use crate::error::{Stop, StorageError};
use crate::rows::{ColumnRef, micros};
use crate::schema::{account, api_key};
use crate::store::lock::lock_account;

type Step<T> = Result<T, Stop<AccountStoreError>>;

#[derive(Insertable)]
#[diesel(table_name = api_key)]
struct NewRow {
    id: String,
    account: String,
    digest: Vec<u8>,
    hint: String,
    created_at: i64,
}

/// Inserts a key unless the account has `max_active` active ones.
pub(super) fn insert(conn: &mut Conn, key: &NewKey, max_active: u32) -> Step<()> {
    let row = NewRow {
        id: key.id.to_string(),
        account: key.account.to_string(),
        digest: key.digest.as_bytes().to_vec(),
        hint: key.hint.to_string(),
        created_at: micros(key.created_at),
    };
    lock_account(conn, &row.account)?;
    let active: i64 = api_key::table
        .filter(api_key::account.eq(&row.account).and(api_key::revoked_at.is_null()))
        .count()
        .get_result(conn)?;
    if active >= i64::from(max_active) {
        return Err(Stop::Refused(AccountStoreError::TooManyKeys(max_active)));
    }
    diesel::insert_into(api_key::table).values(row).execute(conn)?;
    Ok(())
}

#[derive(Queryable)]
struct Row {
    id: String,
    account: String,
    hint: String,
    created_at: i64,
    last_used_at: Option<i64>,
    revoked_at: Option<i64>,
}

impl TryFrom<Row> for KeyRecord {
    type Error = StorageError;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let column = |column| ColumnRef { table: "api_key", column, row: &row.id };
        let revoked_at = row.revoked_at.map(|at| column("revoked_at").moment(at)).transpose()?;
        Ok(Self {
            id: column("id").parse(&row.id)?,
            account: column("account").parse(&row.account)?,
            created_at: column("created_at").moment(row.created_at)?,
            last_used_at: row.last_used_at.map(|at| column("last_used_at").moment(at)).transpose()?,
            state: revoked_at.map_or(KeyState::Active, KeyState::Revoked),
            hint: KeyHint::stored(row.hint),
        })
    }
}

/// All keys of an account, oldest first.
pub(super) fn of_account(conn: &mut Conn, account: AccountId) -> Result<Vec<KeyRecord>, StorageError> {
    let rows: Vec<Row> = api_key::table
        .filter(api_key::account.eq(account.to_string()))
        .order((api_key::created_at, api_key::id))
        .select((
            api_key::id,
            api_key::account,
            api_key::hint,
            api_key::created_at,
            api_key::last_used_at,
            api_key::revoked_at,
        ))
        .load(conn)?;
    rows.into_iter().map(KeyRecord::try_from).collect()
}

/// Revokes an active key and returns its digest; `None` when the account has no
/// such active key.
pub(super) fn revoke(
    conn: &mut Conn,
    account: AccountId,
    key: KeyId,
    at: Timestamp,
) -> Step<Option<KeyDigest>> {
    let active = api_key::table
        .find(key.to_string())
        .filter(api_key::account.eq(account.to_string()).and(api_key::revoked_at.is_null()));
    let revoked: Option<(String, Vec<u8>)> = diesel::update(active)
        .set(api_key::revoked_at.eq(micros(at)))
        .returning((api_key::id, api_key::digest))
        .get_result(conn)
        .optional()?;
    Ok(revoked.map(|(id, bytes)| digest(&id, &bytes)).transpose()?)
}

/// The digests of an account's active keys.
pub(super) fn active_digests(conn: &mut Conn, account: AccountId) -> Step<Vec<KeyDigest>> {
    let rows: Vec<(String, Vec<u8>)> = api_key::table
        .filter(api_key::account.eq(account.to_string()).and(api_key::revoked_at.is_null()))
        .select((api_key::id, api_key::digest))
        .load(conn)?;
    rows.iter().map(|(id, bytes)| Ok(digest(id, bytes)?)).collect()
}

fn digest(id: &str, bytes: &[u8]) -> Result<KeyDigest, StorageError> {
    let column = ColumnRef { table: "api_key", column: "digest", row: id };
    Ok(KeyDigest::new(column.digest(bytes)?))
}

/// Whom an active key belongs to.
pub(super) fn owner(conn: &mut Conn, digest: &KeyDigest) -> Result<Option<KeyOwner>, StorageError> {
    let query = api_key::table
        .inner_join(account::table)
        .filter(api_key::digest.eq(digest.as_bytes().as_slice()).and(api_key::revoked_at.is_null()))
        .select((api_key::id, api_key::last_used_at, account::id, account::plan));
    let row: Option<(String, Option<i64>, String, String)> =
        on_engine!(conn, |conn| query.get_result(conn)).optional()?;
    let Some((key, last_used_at, account, plan)) = row else { return Ok(None) };
    let of_key = |column| ColumnRef { table: "api_key", column, row: &key };
    let of_account = |column| ColumnRef { table: "account", column, row: &account };
    Ok(Some(KeyOwner {
        key: of_key("id").parse(&key)?,
        account: of_account("id").parse(&account)?,
        plan: of_account("plan").parse(&plan)?,
        last_used_at: last_used_at.map(|at| of_key("last_used_at").moment(at)).transpose()?,
    }))
}

/// Notes a use, unless a later one was noted.
pub(super) fn note_use(conn: &mut Conn, key: KeyId, at: Timestamp) -> Step<()> {
    let at = micros(at);
    let earlier = api_key::last_used_at.is_null().or(api_key::last_used_at.lt(at).assume_not_null());
    diesel::update(api_key::table.find(key.to_string()).filter(earlier))
        .set(api_key::last_used_at.eq(at))
        .execute(conn)?;
    Ok(())
}
