//! Changes the quota ledger. Each step runs inside one transaction and writes nothing if it ends early.
//!
//! A bucket counts an account's units of one kind and month. A hold reserves a unit with a reservation: the
//! unit is pending. Its end settles (charges), releases or expires it.
//!
//! Steps decide by what they read under the accounts' locks, but each write checks it again: an update takes
//! a unit only if one is available, ends a reservation only if it is held, and the number of changed rows is
//! checked.
//!
//! Every listing request holds and settles, so these steps need as many statements for many requests as for
//! one. PostgreSQL takes the values of all rows as arrays. SQLite has no round trips to save and takes them
//! one by one.

mod grant;
mod hold;
mod idempotency;
mod refund;
mod resolve;
mod settle;

use std::collections::BTreeMap;

use diesel::prelude::*;
use listing_domain::account::Plan;
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::QuotaError;
use listing_domain::quota::UnitKind;

use crate::connection::{Conn, insert_new};
use crate::error::{StepError, StorageError};
use crate::prepared::{Column, Prepared, Value};
use crate::rows::{ensure_all, ensure_one};
use crate::schema::{bucket, ledger};
use crate::store::unit_codes::{CREDIT, FREE, PRO};

pub(super) use grant::grant;
pub(super) use hold::{Hold, hold};
pub(super) use idempotency::{answer, drop_old_answers};
pub(super) use refund::{refund, reverse};
pub(super) use resolve::{expire, held_by, overdue, release};
pub(super) use settle::{settle, settle_revision};

pub(super) type Step<T> = Result<T, StepError<QuotaError>>;

/// `None` marks a request that did nothing and must run alone.
pub(super) type Outcomes<T> = Vec<Option<Result<T, QuotaError>>>;

/// Makes units pending or spent, if enough are available. Negative numbers move them back.
const MOVE: &str = "UPDATE bucket SET pending = pending + ?, spent = spent + ?
    WHERE account = ? AND kind = ? AND period = ? AND pending + spent + ? <= granted";
const MOVE_ALL: &str =
    "UPDATE bucket SET pending = bucket.pending + moved.pending, spent = bucket.spent + moved.spent
    FROM unnest(?, ?, ?, ?, ?) AS moved (account, kind, period, pending, spent)
    WHERE bucket.account = moved.account AND bucket.kind = moved.kind AND bucket.period = moved.period
        AND bucket.pending + bucket.spent + moved.pending + moved.spent <= bucket.granted";

const APPEND_ALL: &str = "INSERT INTO ledger
        (reservation, payment, phase, entry, account, kind, period, amount, at, actor, request_id)
    SELECT reservation, payment, phase, entry, account, kind, period, amount, at, actor, request_id
    FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WITH ORDINALITY
        AS line (reservation, payment, phase, entry, account, kind, period, amount, at, actor, request_id, number)
    ORDER BY number";

const RESERVED: &str = "reserved";

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Queryable)]
struct Bucket {
    account: String,
    kind: String,
    /// Empty if the unit has no month.
    period: String,
}

impl Bucket {
    fn new(account: AccountId, unit: UnitKind) -> Self {
        let (kind, period) = match unit {
            UnitKind::Free(period) => (FREE, period.to_string()),
            UnitKind::Credit => (CREDIT, String::new()),
            UnitKind::Pro => (PRO, String::new()),
        };
        Self { account: account.to_string(), kind: kind.to_owned(), period }
    }

    /// The units that one generation uses: 1, or 0 under a subscription, which has no bucket.
    fn units(&self) -> i64 {
        i64::from(self.kind != PRO)
    }

    /// `false` if the bucket exists already.
    fn open(&self, conn: &mut Conn, granted: i64) -> Result<bool, StorageError> {
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

    /// Fails if the number of granted units was not `from`.
    fn regrant(&self, conn: &mut Conn, from: i64, to: i64) -> Result<(), StorageError> {
        let as_read =
            bucket::table.find((&self.account, &self.kind, &self.period)).filter(bucket::granted.eq(from));
        let changed = diesel::update(as_read).set(bucket::granted.eq(to)).execute(conn)?;
        Ok(ensure_one(changed, "bucket", &self.account)?)
    }
}

/// Pending and spent units.
#[derive(Default)]
struct Moves(BTreeMap<Bucket, (i64, i64)>);

impl Moves {
    /// Adds one generation's unit; nothing under a subscription.
    fn add(&mut self, bucket: &Bucket, pending: i64, spent: i64) {
        let units = bucket.units();
        if units == 0 {
            return;
        }
        let moved = self.0.entry(bucket.clone()).or_default();
        *moved = (moved.0 + pending * units, moved.1 + spent * units);
    }

    /// Fails if a bucket has too few units.
    fn make(&self, conn: &mut Conn) -> Result<(), StorageError> {
        let Some((first, _)) = self.0.first_key_value() else { return Ok(()) };
        let made = match conn {
            Conn::Postgres(conn) => {
                let columns = [
                    Column::texts(self.0.keys().map(|bucket| bucket.account.as_str())),
                    Column::texts(self.0.keys().map(|bucket| bucket.kind.as_str())),
                    Column::texts(self.0.keys().map(|bucket| bucket.period.as_str())),
                    Column::numbers(self.0.values().map(|(pending, _)| *pending)),
                    Column::numbers(self.0.values().map(|(_, spent)| *spent)),
                ];
                Prepared::<(), _>::new(MOVE_ALL, &columns).execute(conn)?
            }
            Conn::Sqlite(conn) => {
                let one = |(bucket, (pending, spent)): (&Bucket, &(i64, i64))| {
                    let values = [
                        Value::Number(*pending),
                        Value::Number(*spent),
                        Value::Text(&bucket.account),
                        Value::Text(&bucket.kind),
                        Value::Text(&bucket.period),
                        Value::Number(pending + spent),
                    ];
                    Prepared::<()>::new(MOVE, &values).execute(conn)
                };
                self.0.iter().map(one).sum::<QueryResult<usize>>()?
            }
        };
        Ok(ensure_all(made, self.0.len(), "bucket", &first.account)?)
    }
}

struct Entry<'a> {
    /// Such as "hold" or "settle".
    what: &'static str,
    /// With its phase: 1 for the hold, 2 for the end, `None` for a late charge.
    reservation: Option<(&'a str, Option<i64>)>,
    payment: Option<&'a str>,
    bucket: &'a Bucket,
    amount: i64,
    /// In microseconds since 1970.
    at: i64,
    origin: &'a Origin,
}

impl Entry<'_> {
    fn append(self, conn: &mut Conn) -> Result<(), StorageError> {
        append(conn, &[self])
    }

    fn reservation(&self) -> Option<&str> {
        self.reservation.map(|(id, _)| id)
    }

    fn phase(&self) -> Option<i64> {
        self.reservation.and_then(|(_, phase)| phase)
    }
}

/// Appends a change of an account's plan, which moves no units. `at` is in microseconds since 1970.
pub(super) fn note_plan(
    conn: &mut Conn,
    account: AccountId,
    plan: Plan,
    at: i64,
    origin: &Origin,
) -> Result<(), StorageError> {
    let bucket = Bucket::new(account, UnitKind::Pro);
    let values = (
        ledger::entry.eq("plan"),
        ledger::plan.eq(plan.code()),
        ledger::account.eq(&bucket.account),
        ledger::kind.eq(&bucket.kind),
        ledger::period.eq(&bucket.period),
        ledger::amount.eq(0),
        ledger::at.eq(at),
        ledger::actor.eq(origin.actor.to_string()),
        ledger::request_id.eq(origin.request.as_deref()),
    );
    diesel::insert_into(ledger::table).values(values).execute(conn)?;
    Ok(())
}

fn append(conn: &mut Conn, lines: &[Entry<'_>]) -> Result<(), StorageError> {
    if lines.is_empty() {
        return Ok(());
    }
    match conn {
        Conn::Postgres(conn) => {
            let actors: Vec<String> = lines.iter().map(|line| line.origin.actor.to_string()).collect();
            let columns = [
                Column::Text(lines.iter().map(Entry::reservation).collect()),
                Column::Text(lines.iter().map(|line| line.payment).collect()),
                Column::Number(lines.iter().map(Entry::phase).collect()),
                Column::texts(lines.iter().map(|line| line.what)),
                Column::texts(lines.iter().map(|line| line.bucket.account.as_str())),
                Column::texts(lines.iter().map(|line| line.bucket.kind.as_str())),
                Column::texts(lines.iter().map(|line| line.bucket.period.as_str())),
                Column::numbers(lines.iter().map(|line| line.amount)),
                Column::numbers(lines.iter().map(|line| line.at)),
                Column::texts(actors.iter().map(String::as_str)),
                Column::Text(lines.iter().map(|line| line.origin.request.as_deref()).collect()),
            ];
            Prepared::<(), _>::new(APPEND_ALL, &columns).execute(conn)?;
        }
        Conn::Sqlite(conn) => {
            for line in lines {
                let values = (
                    ledger::reservation.eq(line.reservation()),
                    ledger::payment.eq(line.payment),
                    ledger::phase.eq(line.phase()),
                    ledger::entry.eq(line.what),
                    ledger::account.eq(&line.bucket.account),
                    ledger::kind.eq(&line.bucket.kind),
                    ledger::period.eq(&line.bucket.period),
                    ledger::amount.eq(line.amount),
                    ledger::at.eq(line.at),
                    ledger::actor.eq(line.origin.actor.to_string()),
                    ledger::request_id.eq(line.origin.request.as_deref()),
                );
                diesel::insert_into(ledger::table).values(values).execute(conn)?;
            }
        }
    }
    Ok(())
}
