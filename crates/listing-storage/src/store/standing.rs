//! How an account stands: its plan and its purses, read in one statement, so
//! that it is the state of one moment.

use diesel::prelude::*;
use listing_domain::account::Plan;
use listing_domain::quota::{Period, Usage};

use super::ledger::{CREDIT, FREE};
use crate::connection::{Conn, on_engine};
use crate::error::StorageError;
use crate::rows::Cell;
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
pub(super) struct Standing {
    pub(super) plan: Plan,
    /// The current period: that of the clock, or the account's last one when
    /// the clock was set back, because a month that is over stays over.
    pub(super) period: Period,
    /// The free units of the period, once any was asked for in it.
    pub(super) free: Option<Units>,
    /// The purchased credits, once any was purchased.
    credit: Option<Units>,
}

/// Kind, period, granted, pending, spent.
type BucketRow = (String, String, i64, i64, i64);

/// How an account stands in a month; `None` when there is no such account.
pub(super) fn read(conn: &mut Conn, id: &str, month: Period) -> Result<Option<Standing>, StorageError> {
    let concerned = bucket::account
        .eq(account::id)
        .and(bucket::kind.eq(CREDIT).or(bucket::kind.eq(FREE).and(bucket::period.ge(month.to_string()))));
    let columns = (bucket::kind, bucket::period, bucket::granted, bucket::pending, bucket::spent);
    let query = account::table
        .left_join(bucket::table.on(concerned))
        .filter(account::id.eq(id))
        .select((account::plan, columns.nullable()));
    let rows: Vec<(String, Option<BucketRow>)> = on_engine!(conn, |conn| query.load(conn))?;
    let Some((plan, _)) = rows.first() else { return Ok(None) };
    let plan = Cell { table: "account", column: "plan", row: id }.parse(plan)?;
    let mut standing = Standing { plan, period: month, free: None, credit: None };
    for (kind, period, granted, pending, spent) in rows.into_iter().filter_map(|(_, bucket)| bucket) {
        let units = Units { granted, used: pending + spent };
        if kind == CREDIT {
            standing.credit = Some(units);
            continue;
        }
        let period = Cell { table: "bucket", column: "period", row: id }.parse(&period)?;
        // None is before the month, and the last one counts.
        if period >= standing.period {
            (standing.period, standing.free) = (period, Some(units));
        }
    }
    Ok(Some(standing))
}

impl Standing {
    /// The same in the domain's words.
    pub(super) fn usage(&self, id: &str, free_limit: u32) -> Result<Usage, StorageError> {
        let used = self.free.map_or(0, |free| free.used);
        let left = self.credit.map_or(0, |credit| credit.granted - credit.used);
        Ok(Usage {
            plan: self.plan,
            free_used: Cell { table: "bucket", column: "spent", row: id }.units(used)?,
            free_limit,
            credits_remaining: Cell { table: "bucket", column: "granted", row: id }.units(left)?,
            period: self.period,
        })
    }
}
