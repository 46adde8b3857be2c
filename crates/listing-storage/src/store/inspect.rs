//! Checks the whole database against the ledger's invariants, for an operator.
//!
//! Most invariants are one SQL statement for both engines, which selects a sentence for each breach. For
//! those that depend on the order of events, [`replay`] reads the ledger once. Every check's time grows
//! linearly with the rows.
//!
//! Missing are two that only callers can see, I6 (every answer that a caller got was charged) and I7 (one
//! idempotency key never gave two answers: it has one row), and I11 (the sum of available units), which
//! follows from I1, I8 and I12.

mod replay;

use std::collections::HashMap;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use jiff::{SignedDuration, Timestamp};

use super::Store;
use super::comparables::index_faults;
use crate::connection::{AnswerTimeout, Conn};
use crate::database::run_blocking;
use crate::error::StorageError;
use crate::rows::micros;
use crate::schema::reservation;
use crate::snapshot;

/// Buckets with impossible numbers, such as more units used than granted (I1).
const I1: &str = "
    SELECT 'bucket ' || account || ' ' || kind || ' ' || period || ' has granted ' || granted
        || ', pending ' || pending || ', spent ' || spent AS sentence
    FROM bucket
    WHERE pending < 0 OR spent < 0 OR pending + spent > granted";

/// Buckets that disagree with their reservations (I2). Adds up instead of joining: SQLite compares every row
/// of a full join with every other.
const I2: &str = "
    SELECT 'bucket ' || account || ' ' || kind || ' ' || period || ' has pending ' || SUM(pending)
        || ' and spent ' || SUM(spent) || ', its reservations add up to ' || SUM(reserved) || ' and '
        || SUM(settled) AS sentence
    FROM (
        SELECT account, kind, period, pending, spent, 0 AS reserved, 0 AS settled FROM bucket
        UNION ALL
        SELECT account, kind, period, 0, 0, CASE state WHEN 'reserved' THEN 1 ELSE 0 END,
            CASE state WHEN 'settled' THEN 1 ELSE 0 END
        FROM reservation WHERE kind <> 'pro'
    ) counted
    GROUP BY account, kind, period
    HAVING SUM(pending) <> SUM(reserved) OR SUM(spent) <> SUM(settled)";

/// Idempotency keys whose state disagrees with their reservation, and generations and answers that were not
/// charged or are not stored (I3, I5). Not charges without a stored generation, which may have been deleted
/// since.
const I3_AND_I5: &str = "
    SELECT 'the key of account ' || i.account || ' for reservation ' || i.reservation || ' is '
        || i.state || ', but the reservation is ' || r.state AS sentence
    FROM idempotency i JOIN reservation r ON r.id = i.reservation
    WHERE i.account <> r.account
        OR r.state <> CASE i.state WHEN 'running' THEN 'reserved' ELSE 'settled' END
    UNION ALL
    SELECT 'the key of account ' || i.account || ' for reservation ' || i.reservation || ' points at generation '
        || i.generation || ', which is not stored for it'
    FROM idempotency i LEFT JOIN generation g ON g.id = i.generation AND g.reservation || '' = i.reservation
    WHERE i.generation IS NOT NULL AND g.id IS NULL
    UNION ALL
    SELECT 'generation ' || g.id || ' of account ' || g.account || ' is stored for reservation '
        || g.reservation || ' of account ' || r.account || ', which is ' || r.state
    FROM generation g JOIN reservation r ON r.id = g.reservation
    WHERE r.state <> 'settled' OR r.account <> g.account";

/// Reservations without exactly one ledger entry for the hold and, once ended, one for the end (I4).
///
/// Compares the account as an expression, so that SQLite looks entries up by reservation. An older database
/// still has an index by account, whose use takes hours on a large ledger.
const I4: &str = "
    SELECT 'reservation ' || r.id || ' is ' || r.state || ', its ledger entries are '
        || COUNT(CASE WHEN l.phase = 1 THEN 1 END) || ' for the hold and '
        || COUNT(CASE WHEN l.phase = 2 THEN 1 END) || ' for the end, of which '
        || COUNT(CASE WHEN l.entry = expected.entry THEN 1 END) || ' in agreement' AS sentence
    FROM reservation r
    LEFT JOIN (
        SELECT 'settled' AS state, 'settle' AS entry
        UNION ALL SELECT 'released', 'release'
        UNION ALL SELECT 'expired', 'expire'
    ) expected ON expected.state = r.state
    LEFT JOIN ledger l ON l.reservation = r.id
        AND l.account || '' = r.account AND l.kind = r.kind AND l.period = r.period
    GROUP BY r.id, r.state
    HAVING COUNT(CASE WHEN l.phase = 1 THEN 1 END) <> 1
        OR COUNT(CASE WHEN l.phase = 2 THEN 1 END) <> CASE r.state WHEN 'reserved' THEN 0 ELSE 1 END
        OR COUNT(CASE WHEN l.entry = expected.entry THEN 1 END)
            <> CASE r.state WHEN 'reserved' THEN 0 ELSE 1 END";

/// Accounts whose granted credits differ from their payments, refunds and repaid debts, and payments or refunds
/// without their ledger entries (I8).
const I8: &str = "
    SELECT 'account ' || account || ' was granted ' || SUM(granted) || ' credits, its payments are for '
        || SUM(paid) AS sentence
    FROM (
        SELECT account, granted, 0 AS paid FROM bucket WHERE kind = 'credit'
        UNION ALL SELECT account, 0, units FROM credit_grant
        UNION ALL SELECT account, 0, given_back - taken_back FROM refund
        UNION ALL SELECT account, 0, -amount FROM ledger WHERE entry = 'repay'
    ) purchases
    GROUP BY account HAVING SUM(granted) <> SUM(paid)
    UNION ALL
    SELECT 'payment ' || g.payment || ' for ' || g.units || ' credits of account ' || g.account
        || ' has ' || COUNT(l.seq) || ' ledger entries in agreement'
    FROM credit_grant g
    LEFT JOIN ledger l ON l.payment = g.payment AND l.entry = 'grant' AND l.account = g.account
        AND l.kind = 'credit' AND l.amount = g.units
    GROUP BY g.payment, g.units, g.account
    HAVING COUNT(l.seq) <> 1
    UNION ALL
    SELECT 'the refunds of payment ' || payment || ' took back ' || SUM(taken) || ' credits in ' || SUM(refunds)
        || ' refunds and gave back ' || SUM(given) || ', its ledger entries are for ' || SUM(entered_taken)
        || ' in ' || SUM(entered_refunds) || ' and ' || SUM(entered_given)
    FROM (
        SELECT payment, taken_back AS taken, 1 AS refunds, given_back AS given, 0 AS entered_taken, 0 AS entered_refunds, 0 AS entered_given
        FROM refund
        UNION ALL SELECT payment, 0, 0, 0, amount, 1, 0 FROM ledger WHERE entry = 'refund'
        UNION ALL SELECT payment, 0, 0, 0, 0, 0, amount FROM ledger WHERE entry = 'reverse'
    ) refunded
    GROUP BY payment
    HAVING SUM(taken) <> SUM(entered_taken) OR SUM(refunds) <> SUM(entered_refunds)
        OR SUM(given) <> SUM(entered_given)
    UNION ALL
    SELECT 'the refunds of payment ' || payment || ' took ' || taken || ' credits, they are for ' || refunded
        || ' of ' || units || ' that it granted'
    FROM (
        SELECT r.payment, g.units, SUM(r.taken_back + r.owed - r.given_back) AS taken,
            SUM(CASE WHEN r.reversed_at IS NULL THEN r.units ELSE 0 END) AS refunded
        FROM refund r JOIN credit_grant g ON g.payment = r.payment
        GROUP BY r.payment, g.units
    ) refunds
    WHERE taken <> CASE WHEN refunded < units THEN refunded ELSE units END";

/// Accounts whose debt differs from what their refunds left owed and their later credits repaid (I15).
const I15: &str = "
    SELECT 'account ' || account || ' owes ' || SUM(stored) || ' credits, its refunds and repayments leave '
        || SUM(expected) AS sentence
    FROM (
        SELECT account, units AS stored, 0 AS expected FROM debt
        UNION ALL SELECT account, 0, owed FROM refund
        UNION ALL SELECT account, 0, -amount FROM ledger WHERE entry = 'repay'
    ) debts
    GROUP BY account HAVING SUM(stored) <> SUM(expected)";

/// Accounts with two plans at the same time (I14).
const I14: &str = "
    SELECT 'account ' || a.account || ' is entitled to ' || b.plan || ' before ' || a.plan || ' has ended'
        AS sentence
    FROM entitlement a JOIN entitlement b ON b.account = a.account AND b.starts > a.starts
    WHERE a.ends IS NULL OR a.ends > b.starts";

/// Paid orders of credits without their grant (I16).
const I16: &str = "
    SELECT 'order ' || o.id || ' of ' || o.credits || ' credits for account ' || o.account || ' was paid, '
        || CASE WHEN g.payment IS NULL THEN 'but nothing was granted'
            ELSE 'but granted were ' || g.units || ' to account ' || g.account END AS sentence
    FROM billing_order o LEFT JOIN credit_grant g ON g.payment = 'checkout:' || o.checkout
    WHERE o.state = 'paid' AND o.product = 'pack'
        AND (g.payment IS NULL OR g.account <> o.account OR g.units <> o.credits)";

const STATEMENTS: [(&str, &str, &[&str]); 8] = [
    ("I1", I1, &["bucket"]),
    ("I2", I2, &["bucket", "reservation"]),
    ("I3, I5", I3_AND_I5, &["idempotency", "generation"]),
    ("I4", I4, &["reservation", "ledger"]),
    ("I8", I8, &["bucket", "credit_grant", "refund"]),
    ("I14", I14, &["entitlement"]),
    ("I15", I15, &["debt", "refund"]),
    ("I16", I16, &["billing_order"]),
];

/// Personal data that is still stored for deleted accounts.
const LEFT_BEHIND: &str = "
    SELECT 'account ' || left_behind.account || ' was deleted, but its ' || left_behind.what
        || ' is still there' AS sentence
    FROM (
        SELECT account, 'person' AS what FROM person
        UNION ALL SELECT account, 'identity at a provider' FROM external_identity
        UNION ALL SELECT account, 'session' FROM session
        UNION ALL SELECT account, 'link' FROM link WHERE account IS NOT NULL
        UNION ALL SELECT account, 'sale' FROM comparable WHERE account IS NOT NULL
        UNION ALL SELECT account, 'customer at the payment provider' FROM billing_customer
    ) left_behind
    JOIN account a ON a.id = left_behind.account
    WHERE a.deleted_at IS NOT NULL";

/// After this time since its expiry, a hold counts as forgotten. The service releases expired holds far more
/// often.
const OVERDUE_GRACE: SignedDuration = SignedDuration::from_secs(60);

#[derive(QueryableByName)]
struct Breach {
    #[diesel(sql_type = Text)]
    sentence: String,
}

#[derive(QueryableByName)]
struct Rows {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// The progress of a check, in rows; some are read more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckProgress {
    /// Rows read so far.
    pub read: u64,
    /// All rows that the check will read.
    pub all: u64,
}

pub(crate) struct Reading<'a> {
    progress: CheckProgress,
    on_progress: &'a mut dyn FnMut(CheckProgress),
}

impl Reading<'_> {
    fn add(&mut self, rows: u64) {
        self.progress.read += rows;
        (self.on_progress)(self.progress);
    }
}

impl Store {
    /// Returns each breach of the ledger's invariants as a sentence that begins with the invariant's name,
    /// such as "I4".
    ///
    /// Reads every row of the ledger as of one moment, while other requests run. Of a SQLite file, it reads a
    /// temporary copy in the same folder, because a long reader of the file itself would let its log grow
    /// with every write. Copying takes a fraction of the check's time. PostgreSQL's readers block no writer.
    pub async fn violations(&self, now: Timestamp) -> Result<Vec<String>, StorageError> {
        self.violations_with_progress(now, |_| {}).await
    }

    /// As [`Store::violations`], and reports the progress.
    pub async fn violations_with_progress(
        &self,
        now: Timestamp,
        mut on_progress: impl FnMut(CheckProgress) + Send + 'static,
    ) -> Result<Vec<String>, StorageError> {
        let mut breaches = move |conn: &mut Conn| {
            conn.transaction(|conn| {
                begin_snapshot(conn)?;
                let mut sentences = held_too_long(conn, now)?;
                sentences.extend(unbalanced(conn, &mut on_progress)?);
                Ok(sentences)
            })
        };
        let Some(file) = self.database.file() else {
            return self.database.read_within(AnswerTimeout::Unlimited, breaches).await;
        };
        let file = file.to_owned();
        let check = move || breaches(&mut snapshot::open_unlisted(&file)?);
        run_blocking(check).await?
    }
}

/// Prepares a transaction for a long read: all statements see the state at the first one, have no timeout,
/// and may scan and sort whole tables.
pub(crate) fn begin_snapshot(conn: &mut Conn) -> Result<(), StorageError> {
    // A transaction of SQLite sees one state anyway.
    let Conn::Postgres(conn) = conn else { return Ok(()) };
    conn.batch_execute(
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
         SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL enable_seqscan = on;
         SET LOCAL work_mem = '64MB'",
    )?;
    Ok(())
}

/// The invariants that do not depend on the current time.
pub(crate) fn unbalanced(
    conn: &mut Conn,
    on_progress: &mut dyn FnMut(CheckProgress),
) -> Result<Vec<String>, StorageError> {
    let mut rows = HashMap::new();
    for table in STATEMENTS.iter().flat_map(|(_, _, tables)| *tables) {
        if !rows.contains_key(table) {
            rows.insert(*table, count(conn, table)?);
        }
    }
    let rows_in = |tables: &[&str]| -> u64 { tables.iter().filter_map(|table| rows.get(table)).sum() };
    let per_statement: u64 = STATEMENTS.iter().map(|(_, _, tables)| rows_in(tables)).sum();
    let all = per_statement + rows_in(&["bucket", "ledger"]);
    let mut reading = Reading { progress: CheckProgress { read: 0, all }, on_progress };
    let mut sentences = Vec::new();
    for (name, statement, tables) in STATEMENTS {
        let found: Vec<Breach> = diesel::sql_query(statement).load(conn)?;
        sentences.extend(found.into_iter().map(|breach| format!("{name}: {}", breach.sentence)));
        reading.add(rows_in(tables));
    }
    sentences.extend(replay::broken(conn, &mut reading)?);
    let left: Vec<Breach> = diesel::sql_query(LEFT_BEHIND).load(conn)?;
    sentences.extend(left.into_iter().map(|breach| breach.sentence));
    sentences.extend(index_faults(conn)?);
    Ok(sentences)
}

fn count(conn: &mut Conn, table: &str) -> Result<u64, StorageError> {
    let counted: Rows =
        diesel::sql_query(format!("SELECT COUNT(*) AS rows FROM {table}")).get_result(conn)?;
    Ok(counted.rows.unsigned_abs())
}

/// Units that are still held long after their expiry (I10).
fn held_too_long(conn: &mut Conn, now: Timestamp) -> Result<Vec<String>, StorageError> {
    let latest = micros(now.saturating_sub(OVERDUE_GRACE).unwrap_or(Timestamp::MIN));
    let held: Vec<String> = reservation::table
        .filter(reservation::state.eq("reserved").and(reservation::expires_at.lt(latest)))
        .select(reservation::id)
        .load(conn)?;
    let sentence = |id| format!("I10: reservation {id} is still held after its expiry");
    Ok(held.into_iter().map(sentence).collect())
}
