//! API keys: their digests, and what is shown about them.

use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::entitlement::Term;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyDigest, KeyHint, KeyRecord, KeyState};
use listing_domain::ports::{AccountStoreError, KeyOwner, NewKey};

use crate::connection::{Conn, on_engine};
use crate::error::{Stop, StorageError};
use crate::rows::{ColumnRef, micros};
use crate::schema::{api_key, entitlement};
use crate::store::entitlements::{TermRow, term};
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

/// The digests of an account's keys.
pub(super) fn digests(conn: &mut Conn, account: AccountId) -> Result<Vec<KeyDigest>, StorageError> {
    let rows: Vec<(String, Vec<u8>)> = api_key::table
        .filter(api_key::account.eq(account.to_string()))
        .select((api_key::id, api_key::digest))
        .load(conn)?;
    rows.iter().map(|(id, bytes)| digest(id, bytes)).collect()
}

fn digest(id: &str, bytes: &[u8]) -> Result<KeyDigest, StorageError> {
    let column = ColumnRef { table: "api_key", column: "digest", row: id };
    Ok(KeyDigest::new(column.digest(bytes)?))
}

/// A key and its account, with all that tells how they stand at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredOwner {
    pub(super) key: KeyId,
    pub(super) account: AccountId,
    pub(super) terms: Vec<Term>,
    pub(super) last_used_at: Option<Timestamp>,
}

impl StoredOwner {
    /// The owner at a moment.
    pub(super) fn at(&self, at: Timestamp) -> KeyOwner {
        let Self { key, account, terms, last_used_at } = self;
        let plan = Term::plan_at(terms, at);
        KeyOwner { key: *key, account: *account, plan, last_used_at: *last_used_at }
    }
}

/// A key, its last use, its account, and one of the account's terms.
type OwnerRow = (String, Option<i64>, String, Option<TermRow>);

/// Whom an active key belongs to.
pub(super) fn owner(conn: &mut Conn, digest: &KeyDigest) -> Result<Option<StoredOwner>, StorageError> {
    let terms = (entitlement::plan, entitlement::starts, entitlement::ends);
    let query = api_key::table
        .left_join(entitlement::table.on(entitlement::account.eq(api_key::account)))
        .filter(api_key::digest.eq(digest.as_bytes().as_slice()).and(api_key::revoked_at.is_null()))
        .select((api_key::id, api_key::last_used_at, api_key::account, terms.nullable()));
    let rows: Vec<OwnerRow> = on_engine!(conn, |conn| query.load(conn))?;
    let mut owner: Option<StoredOwner> = None;
    for (key, last_used_at, account, stored) in rows {
        let column = |column| ColumnRef { table: "api_key", column, row: &key };
        let owner = match &mut owner {
            Some(owner) => owner,
            none => none.insert(StoredOwner {
                key: column("id").parse(&key)?,
                account: column("account").parse(&account)?,
                terms: Vec::new(),
                last_used_at: last_used_at.map(|at| column("last_used_at").moment(at)).transpose()?,
            }),
        };
        owner.terms.extend(stored.map(|stored| term(&account, stored)).transpose()?);
    }
    Ok(owner)
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
