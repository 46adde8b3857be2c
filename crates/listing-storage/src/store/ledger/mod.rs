//! The steps of the quota ledger. Each runs inside one transaction and leaves
//! nothing behind when it ends early.
//!
//! No write trusts what was read before it: a unit is taken by an update that
//! is conditional on one being there, and a reservation is resolved by an update
//! that is conditional on its being held. The numbers of affected rows are
//! asserted.

mod grant;
mod hold;
mod once;
mod refund;
mod resolve;

use diesel::prelude::*;
use listing_domain::ids::AccountId;
use listing_domain::ports::QuotaError;
use listing_domain::quota::UnitKind;

use crate::connection::{Conn, insert_new, on_engine};
use crate::error::Stop;
use crate::fixed::{Fixed, Value};
use crate::rows::ensure_one;
use crate::schema::{bucket, ledger};

pub(super) use grant::grant;
pub(super) use hold::hold;
pub(super) use once::{answer, forget_answers};
pub(super) use refund::refund;
pub(super) use resolve::{expire, overdue, release, settle};

pub(super) type Step<T> = Result<T, Stop<QuotaError>>;

/// The code of free units.
pub(super) const FREE: &str = "free";
/// The code of purchased credits.
pub(super) const CREDIT: &str = "credit";
/// The code of generations under a Pro subscription.
const PRO: &str = "pro";

/// Takes a unit of a purse, if one is there.
const TAKE: &str = "UPDATE bucket SET pending = pending + 1
    WHERE account = ? AND kind = ? AND period = ? AND pending + spent < granted";

/// Moves units of a purse out of pending, and as many as said to spent.
const RESOLVE: &str = "UPDATE bucket SET pending = pending - ?, spent = spent + ?
    WHERE account = ? AND kind = ? AND period = ?";

/// The state of a reservation that is neither settled nor given back.
const RESERVED: &str = "reserved";

/// Which purse units belong to: the key of a bucket.
#[derive(Debug, Clone, Queryable)]
struct Purse {
    account: String,
    kind: String,
    /// Empty for units that belong to no month.
    period: String,
}

impl Purse {
    fn new(account: AccountId, unit: UnitKind) -> Self {
        let (kind, period) = match unit {
            UnitKind::Free(period) => (FREE, period.to_string()),
            UnitKind::Credit => (CREDIT, String::new()),
            UnitKind::Pro => (PRO, String::new()),
        };
        Self { account: account.to_string(), kind: kind.to_owned(), period }
    }

    fn key(&self) -> [Value<'_>; 3] {
        [Value::Text(&self.account), Value::Text(&self.kind), Value::Text(&self.period)]
    }

    /// The units that one generation moves: none under a subscription, which
    /// has no bucket.
    fn units(&self) -> i64 {
        i64::from(self.kind != PRO)
    }

    /// Makes the bucket where it is missing. `false` when it was there.
    fn open(&self, conn: &mut Conn, granted: i64) -> Step<bool> {
        let empty = (
            bucket::account.eq(&self.account),
            bucket::kind.eq(&self.kind),
            bucket::period.eq(&self.period),
            bucket::granted.eq(granted),
            bucket::pending.eq(0),
            bucket::spent.eq(0),
        );
        let key = (bucket::account, bucket::kind, bucket::period);
        Ok(insert_new!(conn, bucket::table, empty, unless key)? == 1)
    }

    /// Changes how many units were ever put in. `false` when it is not `from`.
    fn regrant(&self, conn: &mut Conn, from: i64, to: i64) -> Step<bool> {
        let as_read =
            bucket::table.find((&self.account, &self.kind, &self.period)).filter(bucket::granted.eq(from));
        let changed = diesel::update(as_read).set(bucket::granted.eq(to)).execute(conn)?;
        Ok(changed == 1)
    }

    /// Moves one unit from available to pending. `false` when none is there.
    fn take(&self, conn: &mut Conn) -> Step<bool> {
        let key = self.key();
        let take = Fixed::<()>::new(TAKE, &key);
        Ok(on_engine!(conn, |conn| take.execute(conn))? == 1)
    }

    /// Moves a unit out of pending: to spent, or back to available.
    fn resolve(&self, conn: &mut Conn, is_spent: bool) -> Step<()> {
        let units = self.units();
        if units == 0 {
            return Ok(());
        }
        let spent = if is_spent { units } else { 0 };
        let [account, kind, period] = self.key();
        let values = [Value::Number(units), Value::Number(spent), account, kind, period];
        let resolve = Fixed::<()>::new(RESOLVE, &values);
        let moved = on_engine!(conn, |conn| resolve.execute(conn))?;
        Ok(ensure_one(moved, "bucket", &self.account)?)
    }
}

/// A line of the append-only ledger.
struct Entry<'a> {
    /// What happened.
    what: &'static str,
    /// The reservation, with 1 for its hold and 2 for its end.
    reservation: Option<(&'a str, Option<i64>)>,
    /// The payment.
    payment: Option<&'a str>,
    purse: &'a Purse,
    amount: i64,
    /// In microseconds since 1970.
    at: i64,
}

impl Entry<'_> {
    fn append(&self, conn: &mut Conn) -> Step<()> {
        let line = diesel::insert_into(ledger::table).values((
            ledger::reservation.eq(self.reservation.map(|(id, _)| id)),
            ledger::payment.eq(self.payment),
            ledger::phase.eq(self.reservation.and_then(|(_, phase)| phase)),
            ledger::entry.eq(self.what),
            ledger::account.eq(&self.purse.account),
            ledger::kind.eq(&self.purse.kind),
            ledger::period.eq(&self.purse.period),
            ledger::amount.eq(self.amount),
            ledger::at.eq(self.at),
        ));
        on_engine!(conn, |conn| line.execute(conn))?;
        Ok(())
    }
}
