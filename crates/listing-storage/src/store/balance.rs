//! How an account stands: its plan and its buckets, read in one statement, so
//! that it is the state of one moment.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use diesel::prelude::*;
use listing_domain::account::Plan;
use listing_domain::quota::{Period, UnitKind, Usage};

use super::ledger::{CREDIT, FREE};
use crate::connection::Conn;
use crate::error::StorageError;
use crate::rows::ColumnRef;
use crate::schema::{account, bucket};

/// The units of a bucket.
#[derive(Debug, Clone, Copy)]
pub(super) struct Units {
    /// Units that were ever put in.
    pub(super) granted: i64,
    /// Units that are held or spent.
    pub(super) used: i64,
}

/// How an account stands.
pub(super) struct Balance {
    pub(super) plan: Plan,
    /// The current period: that of the clock, or the account's last one when
    /// the clock was set back, because a month that is over stays over.
    pub(super) period: Period,
    /// The free units of the period, once any was asked for in it.
    pub(super) free: Option<Units>,
    /// The purchased credits, once any was purchased.
    pub(super) credit: Option<Units>,
}

/// Kind, period, granted, pending, spent.
type BucketRow = (String, String, i64, i64, i64);

/// An account, its plan and one of its buckets, or none.
type Row = (String, String, Option<BucketRow>);

/// How an account stands in a month; `None` when there is no such account.
pub(super) fn read(conn: &mut Conn, id: &str, month: Period) -> Result<Option<Balance>, StorageError> {
    Ok(read_all(conn, [id], month)?.remove(id))
}

/// How accounts stand in a month, those that there are.
pub(super) fn read_all<'a>(
    conn: &mut Conn,
    ids: impl IntoIterator<Item = &'a str>,
    month: Period,
) -> Result<HashMap<String, Balance>, StorageError> {
    let concerned = bucket::account
        .eq(account::id)
        .and(bucket::kind.eq(CREDIT).or(bucket::kind.eq(FREE).and(bucket::period.ge(month.to_string()))));
    let columns = (bucket::kind, bucket::period, bucket::granted, bucket::pending, bucket::spent);
    let query = account::table.left_join(bucket::table.on(concerned)).select((
        account::id,
        account::plan,
        columns.nullable(),
    ));
    let rows: Vec<Row> = match conn {
        Conn::Postgres(conn) => {
            let ids: Vec<&str> = ids.into_iter().collect();
            query.filter(account::id.eq_any(ids)).load(conn)?
        }
        // A statement for any number of accounts would have as many texts.
        Conn::Sqlite(conn) => {
            let rows = ids.into_iter().map(|id| query.clone().filter(account::id.eq(id)).load::<Row>(conn));
            rows.collect::<QueryResult<Vec<_>>>()?.concat()
        }
    };
    let mut standings = HashMap::new();
    for (id, plan, bucket) in rows {
        let balance = match standings.entry(id.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let plan = ColumnRef { table: "account", column: "plan", row: new.key() }.parse(&plan)?;
                new.insert(Balance { plan, period: month, free: None, credit: None })
            }
        };
        if let Some(bucket) = bucket {
            balance.add(&id, bucket)?;
        }
    }
    Ok(standings)
}

impl Balance {
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
        // None is before the month, and the last one counts.
        if period >= self.period {
            (self.period, self.free) = (period, Some(units));
        }
        Ok(())
    }

    /// Counts a unit as used, which must be there.
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

    /// The same in the domain's words.
    pub(super) fn usage(&self, id: &str, free_limit: u32) -> Result<Usage, StorageError> {
        let used = self.free.map_or(0, |free| free.used);
        let left = self.credit.map_or(0, |credit| credit.granted - credit.used);
        Ok(Usage {
            plan: self.plan,
            free_used: ColumnRef { table: "bucket", column: "spent", row: id }.units(used)?,
            free_limit,
            credits_remaining: ColumnRef { table: "bucket", column: "granted", row: id }.units(left)?,
            period: self.period,
        })
    }
}
