//! Reads the plans and buckets of accounts in one statement, as of one moment. A bucket counts the units of
//! one kind and month.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::entitlement::Term;
use listing_domain::ids::AccountId;
use listing_domain::kept_photos::PhotoRetention;
use listing_domain::ports::QuotaError;
use listing_domain::quota::{Period, UnitKind, Usage};

use super::kept_photos;
use super::ledger::Outcomes;
use super::term::{TermRow, term};
use super::unit_codes::{CREDIT, FREE};
use super::usage_cache::Reading;
use crate::connection::Conn;
use crate::error::StorageError;
use crate::rows::{ColumnRef, micros};
use crate::schema::{account, bucket, entitlement};

#[derive(Debug, Clone, Copy)]
pub(super) struct Units {
    pub(super) granted: i64,
    /// Held (reserved) or spent.
    pub(super) used: i64,
}

pub(super) struct Balance {
    /// `false` for a deleted account, which cannot hold units any more.
    pub(super) is_there: bool,
    /// `None` if the account keeps no photos.
    pub(super) photo_retention: Option<PhotoRetention>,
    /// At the requested moments and later.
    pub(super) terms: Vec<Term>,
    /// The clock's month, or the account's last one if the clock was set back.
    pub(super) period: Period,
    /// `None` until the account first holds one this month.
    pub(super) free: Option<Units>,
    /// `None` before the first purchase.
    pub(super) credit: Option<Units>,
    carried: Option<Carried>,
}

/// Free units that count as used, because they were used before the account got its email that month.
#[derive(Debug, Clone, Copy)]
struct Carried {
    period: Period,
    /// Used by other accounts under the email.
    units: i64,
    /// Used by the account itself under its former emails.
    noted: i64,
}

/// The free units that an account itself has used in a month.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnUse {
    pub(super) period: Period,
    pub(super) units: i64,
    /// The part of `units` that is already recorded under former emails.
    pub(super) noted: i64,
}

/// Kind, month, granted, held, spent.
type BucketRow = (String, String, i64, i64, i64);

/// The month, the units of other accounts, the account's own units. The month is `None` if no unit was used
/// before.
type CarriedRow = (Option<String>, i64, i64);

/// Account, existence, days of photos, earlier use, and at most one bucket and plan.
type Row = (String, bool, Option<i64>, CarriedRow, Option<BucketRow>, Option<TermRow>);

#[derive(Clone, Copy)]
pub(super) struct UsageQuery {
    pub(super) account: AccountId,
    pub(super) free_limit: u32,
    pub(super) at: Timestamp,
}

/// Answers in one statement. A query about another month than the first query's gets `None` and must run
/// alone.
pub(super) fn answer_all(
    conn: &mut Conn,
    usage_queries: &[UsageQuery],
) -> Result<Outcomes<Reading>, StorageError> {
    let Some(first) = usage_queries.first() else { return Ok(Vec::new()) };
    let month = Period::containing(first.at);
    let since = usage_queries.iter().map(|query| query.at).min().unwrap_or(first.at);
    let ids: Vec<String> = usage_queries.iter().map(|query| query.account.to_string()).collect();
    let balances = read_all(conn, ids.iter().map(String::as_str), month, since)?;
    let answer = |(query, id): (&UsageQuery, &String)| {
        if Period::containing(query.at) != month {
            return Ok(None);
        }
        let Some(balance) = balances.get(id).filter(|balance| balance.is_there) else {
            return Ok(Some(Err(QuotaError::UnknownAccount)));
        };
        Ok(Some(Ok(balance.reading(id, query.free_limit, query.at)?)))
    };
    usage_queries.iter().zip(&ids).map(answer).collect()
}

/// Accounts with their buckets since a month and their plans that end after a moment. A macro, because the
/// statement's type has no name.
macro_rules! balance_query {
    ($month:expr, $since:expr) => {{
        let in_month = bucket::kind.eq(FREE).and(bucket::period.ge($month.to_string()));
        let relevant = bucket::account.eq(account::id).and(bucket::kind.eq(CREDIT).or(in_month));
        let columns = (bucket::kind, bucket::period, bucket::granted, bucket::pending, bucket::spent);
        let ends_later =
            entitlement::ends.is_null().or(entitlement::ends.gt(micros($since)).assume_not_null());
        let not_over = entitlement::account.eq(account::id).and(ends_later);
        let terms = (entitlement::plan, entitlement::starts, entitlement::ends);
        account::table
            .left_join(bucket::table.on(relevant))
            .left_join(entitlement::table.on(not_over))
            .select((
                account::id,
                account::deleted_at.is_null(),
                account::photo_days,
                (account::carried_period, account::carried_units, account::noted_units),
                columns.nullable(),
                terms.nullable(),
            ))
    }};
}

pub(super) fn read_all<'a>(
    conn: &mut Conn,
    ids: impl IntoIterator<Item = &'a str>,
    month: Period,
    since: Timestamp,
) -> Result<HashMap<String, Balance>, StorageError> {
    let query = balance_query!(month, since);
    let rows: Vec<Row> = match conn {
        Conn::Postgres(conn) => {
            let ids: Vec<&str> = ids.into_iter().collect();
            query.filter(account::id.eq_any(ids)).load(conn)?
        }
        // SQLite runs one statement for each account: one for all would need another text for each number of
        // accounts.
        Conn::Sqlite(conn) => {
            let rows = ids.into_iter().map(|id| query.clone().filter(account::id.eq(id)).load::<Row>(conn));
            rows.collect::<QueryResult<Vec<_>>>()?.concat()
        }
    };
    gathered(rows, month)
}

pub(super) fn read_page(
    conn: &mut Conn,
    ids: &[&str],
    at: Timestamp,
) -> Result<HashMap<String, Balance>, StorageError> {
    let month = Period::containing(at);
    let rows: Vec<Row> = match conn {
        Conn::Postgres(_) => return read_all(conn, ids.iter().copied(), month, at),
        Conn::Sqlite(conn) => {
            balance_query!(month, at).filter(account::id.eq_any(ids.to_vec())).load(conn)?
        }
    };
    gathered(rows, month)
}

fn gathered(rows: Vec<Row>, month: Period) -> Result<HashMap<String, Balance>, StorageError> {
    let mut balances = HashMap::new();
    for (id, is_there, photo_days, carried, bucket, stored) in rows {
        let balance = match balances.entry(id.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let (terms, period, carried) = (Vec::new(), month, read_carried(&id, carried)?);
                let photo_retention = kept_photos::retention(&id, photo_days)?;
                let (free, credit) = (None, None);
                new.insert(Balance { is_there, photo_retention, terms, period, free, credit, carried })
            }
        };
        // The join repeats each bucket for each plan.
        if let Some(term) = stored.map(|stored| term(&id, stored)).transpose()?
            && !balance.terms.contains(&term)
        {
            balance.terms.push(term);
        }
        if let Some(bucket) = bucket {
            balance.add(&id, bucket)?;
        }
    }
    Ok(balances)
}

fn read_carried(id: &str, (period, units, noted): CarriedRow) -> Result<Option<Carried>, StorageError> {
    let cell = ColumnRef { table: "account", column: "carried_period", row: id };
    let period = period.map(|period| cell.parse(&period)).transpose()?;
    Ok(period.map(|period| Carried { period, units, noted }))
}

impl Balance {
    /// This month's free units that other accounts used under the email.
    pub(super) fn carried(&self) -> i64 {
        self.carried_now().map_or(0, |carried| carried.units)
    }

    pub(super) fn own_use(&self) -> OwnUse {
        let units = self.free.map_or(0, |free| free.used);
        let noted = self.carried_now().map_or(0, |carried| carried.noted);
        OwnUse { period: self.period, units, noted }
    }

    fn carried_now(&self) -> Option<Carried> {
        self.carried.filter(|carried| carried.period == self.period)
    }

    fn add(
        &mut self,
        id: &str,
        (kind, period, granted, pending, spent): BucketRow,
    ) -> Result<(), StorageError> {
        let units = Units { granted, used: pending + spent };
        if kind == CREDIT {
            self.credit = Some(units);
            return Ok(());
        }
        let period = ColumnRef { table: "bucket", column: "period", row: id }.parse(&period)?;
        // The query returns no bucket before the month. The latest bucket counts.
        if period >= self.period {
            (self.period, self.free) = (period, Some(units));
        }
        Ok(())
    }

    pub(super) fn take(&mut self, unit: UnitKind) {
        let units = match unit {
            UnitKind::Free(_) => &mut self.free,
            UnitKind::Credit => &mut self.credit,
            UnitKind::Pro => &mut None,
        };
        if let Some(units) = units {
            units.used += 1;
        }
    }

    pub(super) fn usage(&self, id: &str, free_limit: u32, at: Timestamp) -> Result<Usage, StorageError> {
        let term = Term::at(&self.terms, at);
        let used = self.free.map_or(0, |free| free.used) + self.carried();
        let left = self.credit.map_or(0, |credit| credit.granted - credit.used);
        Ok(Usage {
            plan: term.map_or(Plan::Free, |term| term.plan),
            plan_ends: term.and_then(|term| term.ends),
            free_used: ColumnRef { table: "bucket", column: "spent", row: id }.units(used)?,
            free_limit,
            credits_remaining: ColumnRef { table: "bucket", column: "granted", row: id }.units(left)?,
            period: self.period,
        })
    }

    pub(super) fn reading(&self, id: &str, free_limit: u32, at: Timestamp) -> Result<Reading, StorageError> {
        let until = Term::next_change(&self.terms, at);
        Ok(Reading { usage: self.usage(id, free_limit, at)?, at, until })
    }
}
