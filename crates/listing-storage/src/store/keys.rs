use diesel::dsl::{self, AssumeNotNull};
use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::entitlement::Term;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyDigest, KeyHint, KeyRecord};
use listing_domain::ports::{AccountStoreError, KeyOwner, NewKey};
use listing_domain::principal::Scopes;

use crate::connection::{Conn, execute, on_engine};
use crate::error::{StepError, StorageError};
use crate::prepared::Value;
use crate::rows::{ColumnRef, micros, missing};
use crate::schema::{account, api_key, entitlement};
use crate::store::access;
use crate::store::term::{TermRow, term};

const DROP_OLDEST_ENDED: &str = "DELETE FROM api_key WHERE id IN (
    SELECT id FROM api_key WHERE account = ? AND (expires_at <= ? OR revoked_at <= ?)
    ORDER BY created_at DESC, id DESC LIMIT 100000 OFFSET ?)";
const DROP_REVOKED: &str =
    "DELETE FROM api_key WHERE id IN (SELECT id FROM api_key WHERE revoked_at <= ? LIMIT 500)";
const DROP_EXPIRED: &str =
    "DELETE FROM api_key WHERE id IN (SELECT id FROM api_key WHERE expires_at <= ? LIMIT 500)";

type Step<T> = Result<T, StepError<AccountStoreError>>;

#[derive(Insertable)]
#[diesel(table_name = api_key)]
struct NewRow {
    id: String,
    account: String,
    digest: Vec<u8>,
    hint: String,
    name: String,
    scopes: String,
    created_at: i64,
    expires_at: Option<i64>,
}

impl From<&NewKey> for NewRow {
    fn from(key: &NewKey) -> Self {
        Self {
            id: key.id.to_string(),
            account: key.account.to_string(),
            digest: key.digest.as_bytes().to_vec(),
            hint: key.hint.to_string(),
            name: key.name.to_string(),
            scopes: key.scopes.to_string(),
            created_at: micros(key.created_at),
            expires_at: key.expires_at.map(micros),
        }
    }
}

/// Refuses if the account already has `max_active` active keys at the creation time.
pub(super) fn insert(conn: &mut Conn, key: &NewKey, max_active: u32) -> Step<()> {
    let row = NewRow::from(key);
    lock_in_epoch(conn, key)?;
    insert_locked(conn, row, max_active)
}

/// Refuses the key if its creator's sign-in belongs to an ended epoch.
fn lock_in_epoch(conn: &mut Conn, key: &NewKey) -> Step<()> {
    let access = access::locked(conn, &key.account.to_string())?;
    match key.epoch {
        Some(seen) if !access.is_some_and(|access| access.allows(seen)) => {
            Err(StepError::Refused(AccountStoreError::Overtaken))
        }
        _ => Ok(()),
    }
}

fn insert_locked(conn: &mut Conn, row: NewRow, max_active: u32) -> Step<()> {
    let known: i64 =
        account::table.find(&row.account).filter(account::deleted_at.is_null()).count().get_result(conn)?;
    if known == 0 {
        return Err(missing("account", &row.account).into());
    }
    let active: i64 = api_key::table
        .filter(api_key::account.eq(&row.account))
        .filter(not_expired(row.created_at))
        .filter(not_revoked(row.created_at))
        .count()
        .get_result(conn)?;
    if active >= i64::from(max_active) {
        return Err(StepError::Refused(AccountStoreError::TooManyKeys(max_active)));
    }
    let (account, at) = (row.account.clone(), row.created_at);
    diesel::insert_into(api_key::table).values(row).execute(conn)?;
    let limit = Value::Number(KeyRecord::MAX_ENDED.into());
    execute(conn, DROP_OLDEST_ENDED, &[Value::Text(&account), Value::Number(at), Value::Number(at), limit])?;
    Ok(())
}

/// Deletes a batch small enough not to delay other steps. Returns the number of keys.
pub(super) fn drop_ended(conn: &mut Conn, until: Timestamp) -> Step<usize> {
    let until = [Value::Number(micros(until))];
    Ok(execute(conn, DROP_REVOKED, &until)? + execute(conn, DROP_EXPIRED, &until)?)
}

#[diesel::dsl::auto_type(no_type_alias)]
fn not_expired(at: i64) -> _ {
    let later: AssumeNotNull<dsl::Gt<api_key::expires_at, i64>> =
        api_key::expires_at.gt(at).assume_not_null();
    api_key::expires_at.is_null().or(later)
}

/// The revocation may be set for later.
#[diesel::dsl::auto_type(no_type_alias)]
fn not_revoked(at: i64) -> _ {
    let later: AssumeNotNull<dsl::Gt<api_key::revoked_at, i64>> =
        api_key::revoked_at.gt(at).assume_not_null();
    api_key::revoked_at.is_null().or(later)
}

/// Makes an active key end at a moment and inserts its replacement. Returns the old key's digest; `None` if
/// there is no such key.
pub(super) fn rotate(
    conn: &mut Conn,
    old: KeyId,
    ends: Timestamp,
    new: &NewKey,
    max_active: u32,
) -> Step<Option<KeyDigest>> {
    let row = NewRow::from(new);
    lock_in_epoch(conn, new)?;
    let active = api_key::table
        .find(old.to_string())
        .filter(api_key::account.eq(&row.account).and(api_key::revoked_at.is_null()))
        .filter(not_expired(row.created_at));
    let ended: Option<(String, Vec<u8>)> = diesel::update(active)
        .set(api_key::revoked_at.eq(micros(ends.max(new.created_at))))
        .returning((api_key::id, api_key::digest))
        .get_result(conn)
        .optional()?;
    let Some((id, bytes)) = ended else { return Ok(None) };
    insert_locked(conn, row, max_active)?;
    Ok(Some(digest(&id, &bytes)?))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = api_key)]
struct Row {
    id: String,
    account: String,
    hint: String,
    name: String,
    scopes: String,
    created_at: i64,
    last_used_at: Option<i64>,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
}

impl TryFrom<Row> for KeyRecord {
    type Error = StorageError;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let column = |column| ColumnRef { table: "api_key", column, row: &row.id };
        let moment = |name, at: Option<i64>| at.map(|at| column(name).moment(at)).transpose();
        Ok(Self {
            id: column("id").parse(&row.id)?,
            account: column("account").parse(&row.account)?,
            name: column("name").parse(&row.name)?,
            scopes: column("scopes").parse(&row.scopes)?,
            created_at: column("created_at").moment(row.created_at)?,
            last_used_at: moment("last_used_at", row.last_used_at)?,
            expires_at: moment("expires_at", row.expires_at)?,
            revoked_at: moment("revoked_at", row.revoked_at)?,
            hint: KeyHint::stored(row.hint),
        })
    }
}

pub(super) fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<KeyRecord>, StorageError> {
    let rows: Vec<Row> = api_key::table
        .filter(api_key::account.eq(account.to_string()))
        .order((api_key::created_at, api_key::id))
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(KeyRecord::try_from).collect()
}

/// Returns the digest; `None` if there is no such active key.
pub(super) fn revoke(
    conn: &mut Conn,
    account: AccountId,
    key: KeyId,
    at: Timestamp,
) -> Step<Option<KeyDigest>> {
    let active = api_key::table
        .find(key.to_string())
        .filter(api_key::account.eq(account.to_string()))
        .filter(not_expired(micros(at)))
        .filter(not_revoked(micros(at)));
    let revoked: Option<(String, Vec<u8>)> = diesel::update(active)
        .set(api_key::revoked_at.eq(micros(at)))
        .returning((api_key::id, api_key::digest))
        .get_result(conn)
        .optional()?;
    Ok(revoked.map(|(id, bytes)| digest(&id, &bytes)).transpose()?)
}

pub(super) fn revoke_all(conn: &mut Conn, account: &str, at: i64) -> Result<Vec<KeyDigest>, StorageError> {
    let active =
        api_key::table.filter(api_key::account.eq(account)).filter(not_expired(at)).filter(not_revoked(at));
    let revoked: Vec<(String, Vec<u8>)> = diesel::update(active)
        .set(api_key::revoked_at.eq(at))
        .returning((api_key::id, api_key::digest))
        .get_results(conn)?;
    revoked.iter().map(|(id, bytes)| digest(id, bytes)).collect()
}

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

/// A key and its account, with the data that decide their state at any moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredOwner {
    pub(super) key: KeyId,
    pub(super) account: AccountId,
    pub(super) scopes: Scopes,
    /// The moment of expiry or revocation; `None` without an end.
    pub(super) ends_at: Option<Timestamp>,
    pub(super) terms: Vec<Term>,
    pub(super) last_used_at: Option<Timestamp>,
}

impl StoredOwner {
    pub(super) fn at(&self, at: Timestamp) -> Option<KeyOwner> {
        let &Self { key, account, scopes, ends_at, last_used_at, .. } = self;
        let plan = Term::plan_at(&self.terms, at);
        let is_active = ends_at.is_none_or(|ends| at < ends);
        is_active.then_some(KeyOwner { key, account, plan, scopes, last_used_at })
    }
}

/// Id, account, scopes, last use, expiry, revocation.
type KeyRow = (String, String, String, Option<i64>, Option<i64>, Option<i64>);

/// `None` if the account is suspended or deleted, or the key unknown.
pub(super) fn owner(conn: &mut Conn, digest: &KeyDigest) -> Result<Option<StoredOwner>, StorageError> {
    let key = (
        api_key::id,
        api_key::account,
        api_key::scopes,
        api_key::last_used_at,
        api_key::expires_at,
        api_key::revoked_at,
    );
    let terms = (entitlement::plan, entitlement::starts, entitlement::ends);
    let query = api_key::table
        .inner_join(account::table)
        .left_join(entitlement::table.on(entitlement::account.eq(api_key::account)))
        .filter(api_key::digest.eq(digest.as_bytes().as_slice()))
        .filter(account::suspended_at.is_null().and(account::deleted_at.is_null()))
        .select((key, terms.nullable()));
    let rows: Vec<(KeyRow, Option<TermRow>)> = on_engine!(conn, |conn| query.load(conn))?;
    let mut rows = rows.into_iter();
    let Some((first, stored)) = rows.next() else { return Ok(None) };
    let mut owner = stored_owner(&first)?;
    // The rows differ only in the account's plans.
    for stored in stored.into_iter().chain(rows.filter_map(|(_, stored)| stored)) {
        owner.terms.push(term(&first.1, stored)?);
    }
    Ok(Some(owner))
}

fn stored_owner(
    (key, account, scopes, last_used, expires, revoked): &KeyRow,
) -> Result<StoredOwner, StorageError> {
    let column = |column| ColumnRef { table: "api_key", column, row: key };
    let moment = |name, at: &Option<i64>| at.map(|at| column(name).moment(at)).transpose();
    let ends = moment("expires_at", expires)?.into_iter().chain(moment("revoked_at", revoked)?);
    Ok(StoredOwner {
        key: column("id").parse(key)?,
        account: column("account").parse(account)?,
        scopes: column("scopes").parse(scopes)?,
        ends_at: ends.min(),
        terms: Vec::new(),
        last_used_at: moment("last_used_at", last_used)?,
    })
}

pub(super) fn note_use(conn: &mut Conn, key: KeyId, at: Timestamp) -> Step<()> {
    let at = micros(at);
    let earlier = api_key::last_used_at.is_null().or(api_key::last_used_at.lt(at).assume_not_null());
    diesel::update(api_key::table.find(key.to_string()).filter(earlier))
        .set(api_key::last_used_at.eq(at))
        .execute(conn)?;
    Ok(())
}
