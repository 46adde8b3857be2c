//! Checks the whole database against the ledger's invariants, for an operator.
//!
//! Each invariant is one statement that selects a sentence for each breach. The
//! statements use only what SQLite and PostgreSQL have in common.
//!
//! Not here are those that only callers can see: that every answer they got was
//! charged (I6) and that one key never gave two answers (I7; a key has one row).
//! That what is available adds up (I11) follows from I1, I8 and I12.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::Text;
use jiff::{SignedDuration, Timestamp};

use super::Store;
use crate::connection::Conn;
use crate::error::StorageError;
use crate::rows::micros;
use crate::schema::reservation;

/// Every bucket holds numbers that can be.
const I1: &str = "
    SELECT 'bucket ' || account || ' ' || kind || ' ' || period || ' has granted ' || granted
        || ', pending ' || pending || ', spent ' || spent AS sentence
    FROM bucket
    WHERE pending < 0 OR spent < 0 OR pending + spent > granted";

/// The buckets agree with the reservations.
const I2: &str = "
    WITH counted AS (
        SELECT account, kind, period,
            SUM(CASE state WHEN 'reserved' THEN 1 ELSE 0 END) AS pending,
            SUM(CASE state WHEN 'settled' THEN 1 ELSE 0 END) AS spent
        FROM reservation WHERE kind <> 'pro' GROUP BY account, kind, period
    )
    SELECT 'bucket ' || coalesce(b.account, c.account) || ' ' || coalesce(b.kind, c.kind) || ' '
        || coalesce(b.period, c.period) || ' says pending ' || coalesce(b.pending, 0) || ' and spent '
        || coalesce(b.spent, 0) || ', its reservations say ' || coalesce(c.pending, 0) || ' and '
        || coalesce(c.spent, 0) AS sentence
    FROM bucket b
    FULL JOIN counted c ON c.account = b.account AND c.kind = b.kind AND c.period = b.period
    WHERE coalesce(b.pending, 0) <> coalesce(c.pending, 0) OR coalesce(b.spent, 0) <> coalesce(c.spent, 0)";

/// No reservation belongs to two keys, and a key's request was charged exactly
/// when it is answered: with I7 no key is charged twice. What is stored was
/// charged, and what a key is answered with is stored. That is all that can be
/// told of charges without anything stored: what was stored with them may have
/// been dropped since.
const I3_AND_I5: &str = "
    SELECT 'the key of account ' || i.account || ' for reservation ' || i.reservation || ' is '
        || i.state || ', but the reservation is ' || r.state AS sentence
    FROM idempotency i JOIN reservation r ON r.id = i.reservation
    WHERE i.account <> r.account
        OR r.state <> CASE i.state WHEN 'running' THEN 'reserved' ELSE 'settled' END
    UNION ALL
    SELECT 'the key of account ' || i.account || ' for reservation ' || i.reservation || ' points at generation '
        || i.generation || ', which is not there for it'
    FROM idempotency i LEFT JOIN generation g ON g.id = i.generation AND g.reservation || '' = i.reservation
    WHERE i.generation IS NOT NULL AND g.id IS NULL
    UNION ALL
    SELECT 'generation ' || g.id || ' of account ' || g.account || ' is stored for reservation '
        || g.reservation || ' of account ' || r.account || ', which is ' || r.state
    FROM generation g JOIN reservation r ON r.id = g.reservation
    WHERE r.state <> 'settled' OR r.account <> g.account";

/// Each reservation has one entry for its hold and, once it has ended, one for
/// its end. The account is compared as an expression, so that SQLite looks the
/// entries up by reservation: a database that was made before its indexes were fewer
/// has one by account, and that takes hours for a large one.
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

/// Credits were granted by payments, less what was taken back of them; the
/// ledger has each payment and each refund once.
const I8: &str = "
    WITH paid AS (
        SELECT g.account, SUM(g.units - coalesce(r.taken_back, 0)) AS units
        FROM credit_grant g LEFT JOIN credit_refund r ON r.payment = g.payment
        GROUP BY g.account
    ),
        credit AS (SELECT account, granted FROM bucket WHERE kind = 'credit')
    SELECT 'account ' || coalesce(p.account, c.account) || ' was granted ' || coalesce(c.granted, 0)
        || ' credits, its payments are for ' || coalesce(p.units, 0) AS sentence
    FROM paid p FULL JOIN credit c ON c.account = p.account
    WHERE coalesce(p.units, 0) <> coalesce(c.granted, 0)
    UNION ALL
    SELECT 'payment ' || g.payment || ' for ' || g.units || ' credits of account ' || g.account
        || ' has ' || COUNT(l.seq) || ' ledger entries in agreement'
    FROM credit_grant g
    LEFT JOIN ledger l ON l.payment = g.payment AND l.entry = 'grant' AND l.account = g.account
        AND l.kind = 'credit' AND l.amount = g.units
    GROUP BY g.payment, g.units, g.account
    HAVING COUNT(l.seq) <> 1
    UNION ALL
    SELECT 'the refund of payment ' || r.payment || ' has ' || COUNT(l.seq) || ' ledger entries in agreement'
    FROM credit_refund r
    LEFT JOIN ledger l ON l.payment = r.payment AND l.entry = 'refund' AND l.account = r.account
        AND l.kind = 'credit' AND l.amount = r.taken_back
    GROUP BY r.payment
    HAVING COUNT(l.seq) <> 1";

/// No month spends more free units than it was allotted, and months never go
/// back.
const I9: &str = "
    SELECT 'account ' || account || ' has spent ' || SUM(CASE entry WHEN 'settle' THEN amount ELSE 0 END)
        || ' free units of ' || period || ', of which '
        || SUM(CASE entry WHEN 'allot' THEN amount ELSE 0 END) || ' were allotted' AS sentence
    FROM ledger WHERE kind = 'free' GROUP BY account, period
    HAVING SUM(CASE entry WHEN 'settle' THEN amount ELSE 0 END)
        > SUM(CASE entry WHEN 'allot' THEN amount ELSE 0 END)
    UNION ALL
    SELECT 'account ' || account || ' took a free unit of ' || period || ' after one of ' || latest
        || ' (ledger entry ' || seq || ')'
    FROM (
        SELECT account, period, seq, MAX(period) OVER (PARTITION BY account ORDER BY seq) AS latest
        FROM ledger WHERE kind = 'free' AND entry IN ('allot', 'hold')
    ) taken
    WHERE period < latest";

/// Adding up the ledger gives every bucket.
const I12: &str = "
    WITH folded AS (
        SELECT account, kind, period,
            SUM(CASE WHEN entry IN ('allot', 'grant') THEN amount WHEN entry = 'refund' THEN -amount ELSE 0 END)
                AS granted,
            SUM(CASE WHEN entry = 'hold' THEN amount
                WHEN entry IN ('settle', 'release', 'expire') THEN -amount ELSE 0 END) AS pending,
            SUM(CASE entry WHEN 'settle' THEN amount ELSE 0 END) AS spent
        FROM ledger WHERE kind <> 'pro' GROUP BY account, kind, period
    )
    SELECT 'bucket ' || coalesce(b.account, f.account) || ' ' || coalesce(b.kind, f.kind) || ' '
        || coalesce(b.period, f.period) || ' has granted ' || coalesce(b.granted, 0) || ', pending '
        || coalesce(b.pending, 0) || ', spent ' || coalesce(b.spent, 0) || '; the ledger adds up to '
        || coalesce(f.granted, 0) || ', ' || coalesce(f.pending, 0) || ', ' || coalesce(f.spent, 0) AS sentence
    FROM bucket b
    FULL JOIN folded f ON f.account = b.account AND f.kind = b.kind AND f.period = b.period
    WHERE coalesce(b.granted, 0) <> coalesce(f.granted, 0) OR coalesce(b.pending, 0) <> coalesce(f.pending, 0)
        OR coalesce(b.spent, 0) <> coalesce(f.spent, 0)";

/// A credit is taken only when the month's free units were all taken. Every
/// hold allots the month's free units first, so the month of a credit's hold is
/// the latest one allotted before it.
const I13: &str = "
    WITH dated AS (
        SELECT account, kind, reservation, entry, amount, seq, CASE kind WHEN 'free' THEN period ELSE
            MAX(CASE WHEN kind = 'free' AND entry = 'allot' THEN period END)
                OVER (PARTITION BY account ORDER BY seq) END AS month
        FROM ledger WHERE kind <> 'pro'
    ), counted AS (
        SELECT account, kind, reservation, entry, month, SUM(CASE WHEN kind <> 'free' THEN 0
            WHEN entry IN ('allot', 'release', 'expire') THEN amount
            WHEN entry = 'hold' THEN -amount ELSE 0 END)
                OVER (PARTITION BY account, month ORDER BY seq) AS unused
        FROM dated
    )
    SELECT 'reservation ' || reservation || ' of account ' || account || ' took a credit while '
        || CASE WHEN month IS NULL THEN 'no month was begun'
            ELSE unused || ' free units of ' || month || ' were left' END AS sentence
    FROM counted
    WHERE kind = 'credit' AND entry = 'hold' AND (unused > 0 OR month IS NULL)";

/// An account is on one plan at a time.
const I14: &str = "
    SELECT 'account ' || a.account || ' is entitled to ' || b.plan || ' before ' || a.plan || ' has ended'
        AS sentence
    FROM entitlement a JOIN entitlement b ON b.account = a.account AND b.starts > a.starts
    WHERE a.ends IS NULL OR a.ends > b.starts";

/// The invariants with the names that the ledger's rules give them.
const INVARIANTS: [(&str, &str); 9] = [
    ("I1", I1),
    ("I2", I2),
    ("I3, I5", I3_AND_I5),
    ("I4", I4),
    ("I8", I8),
    ("I9", I9),
    ("I12", I12),
    ("I13", I13),
    ("I14", I14),
];

/// How long after its time a unit may still be held: a sweep runs far more
/// often.
const OVERDUE_FOR: SignedDuration = SignedDuration::from_secs(60);

#[derive(QueryableByName)]
struct Breach {
    #[diesel(sql_type = Text)]
    sentence: String,
}

impl Store {
    /// Each breach of an invariant of the ledger as a sentence that begins with
    /// the invariant's name; none in a sound database.
    ///
    /// Reads every row of the ledger in one state, beside running requests.
    ///
    /// # Errors
    /// Why the database could not be read.
    pub async fn violations(&self, now: Timestamp) -> Result<Vec<String>, StorageError> {
        let breaches = move |conn: &mut Conn| {
            see_one_state(conn)?;
            let mut sentences = held_too_long(conn, now)?;
            sentences.extend(unbalanced(conn)?);
            Ok(sentences)
        };
        self.database.read(move |conn| conn.transaction(breaches)).await
    }
}

/// At the beginning of a transaction that reads: every statement of it sees the
/// state of the first one, may take longer than a request's, and may read whole
/// tables.
pub(crate) fn see_one_state(conn: &mut Conn) -> Result<(), StorageError> {
    // SQLite's transactions see one state anyway.
    let Conn::Postgres(conn) = conn else { return Ok(()) };
    conn.batch_execute(
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
         SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL enable_seqscan = on",
    )?;
    Ok(())
}

/// Each breach of an invariant that concerns the books alone, whatever the
/// time is.
pub(crate) fn unbalanced(conn: &mut Conn) -> Result<Vec<String>, StorageError> {
    let mut sentences = Vec::new();
    for (name, statement) in INVARIANTS {
        let found: Vec<Breach> = diesel::sql_query(statement).load(conn)?;
        sentences.extend(found.into_iter().map(|breach| format!("{name}: {}", breach.sentence)));
    }
    Ok(sentences)
}

/// Nothing is held long after its time (I10).
fn held_too_long(conn: &mut Conn, now: Timestamp) -> Result<Vec<String>, StorageError> {
    let latest = micros(now.saturating_sub(OVERDUE_FOR).unwrap_or(Timestamp::MIN));
    let held: Vec<String> = reservation::table
        .filter(reservation::state.eq("reserved").and(reservation::expires_at.lt(latest)))
        .select(reservation::id)
        .load(conn)?;
    let sentence = |id| format!("I10: reservation {id} is held although its time is over");
    Ok(held.into_iter().map(sentence).collect())
}
