//! Implements the port of entitlements: the plans that an account has for a time.

use async_trait::async_trait;
use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::entitlement::{Entitlement, Term};
use listing_domain::ids::AccountId;
use listing_domain::key::KeyDigest;
use listing_domain::origin::Origin;
use listing_domain::ports::{EntitlementStore, StoreError};

use super::lock::lock_account;
use super::term::term;
use super::{Store, keys, ledger};
use crate::connection::Conn;
use crate::error::{StepError, StorageError};
use crate::rows::{ColumnRef, micros};
use crate::schema::{account, entitlement};

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl EntitlementStore for Store {
    async fn entitle(
        &self,
        account: AccountId,
        entitlement: &Entitlement,
        origin: &Origin,
    ) -> Result<bool, StoreError> {
        let mut entitlement = entitlement.clone();
        entitlement.term.starts = self.moment(entitlement.term.starts);
        self.change(account, entitlement.term.starts, Some(entitlement), origin).await
    }

    async fn end_entitlement(
        &self,
        account: AccountId,
        at: Timestamp,
        origin: &Origin,
    ) -> Result<bool, StoreError> {
        self.change(account, self.moment(at), None, origin).await
    }

    async fn entitlements(&self, account: AccountId) -> Result<Vec<Entitlement>, StoreError> {
        self.read(move |conn| list(conn, account)).await
    }

    async fn entitlements_at(&self, at: Timestamp) -> Result<Vec<(AccountId, Entitlement)>, StoreError> {
        let at = self.moment(at);
        self.read(move |conn| all_at(conn, at)).await
    }
}

impl Store {
    /// Ends the entitlements at `from`, and starts another one there if `to` is given.
    async fn change(
        &self,
        account: AccountId,
        from: Timestamp,
        to: Option<Entitlement>,
        origin: &Origin,
    ) -> Result<bool, StoreError> {
        let origin = origin.clone();
        let step = move |conn: &mut Conn| replace(conn, account, from, to.as_ref(), &origin);
        let digests = self.write(step).await?;
        self.keys.invalidate(digests.as_deref().unwrap_or_default());
        self.usages.invalidate(account);
        Ok(digests.is_some())
    }
}

#[derive(Queryable, Insertable)]
#[diesel(table_name = entitlement)]
struct Row {
    account: String,
    plan: String,
    starts: i64,
    ends: Option<i64>,
    source: String,
}

impl TryFrom<Row> for (AccountId, Entitlement) {
    type Error = StorageError;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let column = |column| ColumnRef { table: "entitlement", column, row: &row.account };
        let (id, source) = (column("account").parse(&row.account)?, column("source").parse(&row.source)?);
        let term = term(&row.account, (row.plan, row.starts, row.ends))?;
        Ok((id, Entitlement { term, source }))
    }
}

/// Returns the digests of the keys, whose cache entries contain the plans; `None` if the account does not
/// exist.
fn replace(
    conn: &mut Conn,
    id: AccountId,
    from: Timestamp,
    to: Option<&Entitlement>,
    origin: &Origin,
) -> Step<Option<Vec<KeyDigest>>> {
    let name = id.to_string();
    lock_account(conn, &name)?;
    let known: i64 =
        account::table.find(&name).filter(account::deleted_at.is_null()).count().get_result(conn)?;
    if known == 0 {
        return Ok(None);
    }
    let is_ended = end(conn, &name, from)?;
    if is_ended || to.is_some() {
        let plan = to.map_or(Plan::Free, |entitlement| entitlement.term.plan);
        ledger::note_plan(conn, id, plan, micros(from), origin)?;
    }
    if let Some(Entitlement { term: Term { plan, ends, .. }, source }) = to {
        let row = Row {
            account: name,
            plan: plan.code().to_owned(),
            starts: micros(from),
            ends: ends.map(micros),
            source: source.to_string(),
        };
        diesel::insert_into(entitlement::table).values(row).execute(conn)?;
    }
    Ok(Some(keys::digests(conn, id)?))
}

/// Also deletes entitlements that start later. Returns `false` if there was nothing to end.
pub(super) fn end(conn: &mut Conn, account: &str, at: Timestamp) -> Result<bool, StorageError> {
    let at = micros(at);
    let query = entitlement::table.filter(entitlement::account.eq(account));
    let dropped = diesel::delete(query.filter(entitlement::starts.ge(at))).execute(conn)?;
    let runs = entitlement::ends.is_null().or(entitlement::ends.gt(at).assume_not_null());
    let ended = diesel::update(query.filter(runs)).set(entitlement::ends.eq(at)).execute(conn)?;
    Ok(dropped + ended > 0)
}

fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<Entitlement>, StorageError> {
    let query = entitlement::table.filter(entitlement::account.eq(account.to_string()));
    let rows: Vec<Row> = query.order(entitlement::starts).load(conn)?;
    rows.into_iter().map(|row| Ok(<(AccountId, Entitlement)>::try_from(row)?.1)).collect()
}

fn all_at(conn: &mut Conn, at: Timestamp) -> Result<Vec<(AccountId, Entitlement)>, StorageError> {
    let at = micros(at);
    let ends_later = entitlement::ends.is_null().or(entitlement::ends.gt(at).assume_not_null());
    let rows: Vec<Row> =
        entitlement::table.filter(entitlement::starts.le(at)).filter(ends_later).load(conn)?;
    rows.into_iter().map(TryFrom::try_from).collect()
}
