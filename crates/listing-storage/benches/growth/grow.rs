//! Databases as they are after years: made by statements over whole tables, in
//! the order of time, and sound in every invariant.
//!
//! The statements know the tables by name; whoever changes a migration changes
//! them too, and is told so by the doctor, which the benchmark asks first of all.

use diesel::connection::SimpleConnection as _;
use diesel::pg::PgConnection;
use diesel::prelude::*;

/// Generations of each account: a month's free units, and a pack of credits.
pub(crate) const GENERATIONS: u32 = FREE + PACK;
/// Free units of a month.
const FREE: u32 = 3;
/// Credits of a pack.
const PACK: u32 = 20;
/// The month in which all of it happened.
const MONTH: &str = "2026-10";
/// The first moment of that month, in microseconds since 1970.
const BEGIN: u64 = 1_790_812_800_000_000;
/// An hour in microseconds.
const HOUR: u64 = 3_600_000_000;

/// A connection that nothing holds up: what it makes is thrown away when the
/// machine fails meanwhile.
pub(crate) enum Grower {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Grower {
    pub(crate) fn open(address: &str) -> crate::Outcome<Self> {
        if address.starts_with("postgres://") {
            let mut conn = PgConnection::establish(address)?;
            // No row refers to one that is not there, so none is looked for.
            conn.batch_execute("SET synchronous_commit = off; SET session_replication_role = replica")?;
            return Ok(Self::Postgres(conn));
        }
        let mut conn = SqliteConnection::establish(address)?;
        conn.batch_execute(
            "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;
             PRAGMA cache_size = -200000; PRAGMA wal_autocheckpoint = 20000",
        )?;
        Ok(Self::Sqlite(conn))
    }

    fn run(&mut self, statements: &str) -> crate::Outcome<()> {
        let statements = format!("BEGIN; {statements}; COMMIT");
        match self {
            Self::Sqlite(conn) => conn.batch_execute(&statements)?,
            Self::Postgres(conn) => conn.batch_execute(&statements)?,
        }
        Ok(())
    }

    /// Fills an empty database.
    pub(crate) fn grow(&mut self, accounts: u32) -> crate::Outcome<()> {
        self.run(&self.people(accounts))?;
        self.run(&purchases())?;
        for number in 0..GENERATIONS {
            self.run(&generation(number))?;
        }
        self.run(&balances())?;
        match self {
            Self::Sqlite(conn) => conn.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)")?,
            Self::Postgres(conn) => {
                for statement in ["VACUUM ANALYZE", "CHECKPOINT"] {
                    conn.batch_execute(statement)?;
                }
            }
        }
        Ok(())
    }

    /// Accounts with a key each, some of which were on a plan before. The last twelve digits of an identity tell whose
    /// the rows made of it are.
    fn people(&self, accounts: u32) -> String {
        let (hex, bytes) = match self {
            Self::Sqlite(_) => ("printf('%012x', number)", "CAST(text AS BLOB)"),
            Self::Postgres(_) => ("lpad(to_hex(number), 12, '0')", "convert_to(text, 'UTF8')"),
        };
        format!(
            "INSERT INTO account (id, email, created_at)
             WITH RECURSIVE counted (number) AS (
                 SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < {accounts}
             )
             SELECT '00000000-0000-7000-8000-' || {hex}, 'reader' || number || '@example.com', {BEGIN}
             FROM counted;
             INSERT INTO entitlement (account, plan, starts, ends, source)
             SELECT id, 'pro_monthly', {BEGIN} - {HOUR}, {BEGIN}, 'grown' FROM account
             WHERE substr(id, 36) = '0' ORDER BY id;
             INSERT INTO api_key (id, account, digest, hint, created_at)
             SELECT id, id, {bytes}, 'ptl_grown', {BEGIN} FROM (
                 SELECT id, '00000000000000000000' || substr(id, 25) AS text FROM account
             ) owner"
        )
    }
}

/// A pack for each account, and the month's free units.
fn purchases() -> String {
    format!(
        "INSERT INTO credit_grant (payment, account, units, granted_at)
         SELECT 'order-' || substr(id, 25), id, {PACK}, {BEGIN} FROM account;
         INSERT INTO ledger (payment, entry, account, kind, period, amount, at)
         SELECT payment, 'grant', account, 'credit', '', units, granted_at FROM credit_grant ORDER BY payment;
         INSERT INTO ledger (entry, account, kind, period, amount, at)
         SELECT 'allot', id, 'free', '{MONTH}', {FREE}, {BEGIN} FROM account ORDER BY id"
    )
}

/// One generation of each account, held and charged.
fn generation(number: u32) -> String {
    let (kind, period) = if number < FREE { ("free", MONTH) } else { ("credit", "") };
    let at = BEGIN + HOUR * u64::from(number);
    let id = format!("'{number:08x}-0000-7000-8000-' || substr(id, 25)");
    let line = |phase, entry| {
        format!(
            "INSERT INTO ledger (reservation, phase, entry, account, kind, period, amount, at)
             SELECT {id}, {phase}, '{entry}', id, '{kind}', '{period}', 1, {at} FROM account ORDER BY id"
        )
    };
    format!(
        "INSERT INTO reservation (id, account, kind, period, state, created_at, expires_at)
         SELECT {id}, id, '{kind}', '{period}', 'settled', {at}, {at} + {HOUR} FROM account ORDER BY id;
         {}; {}",
        line(1, "hold"),
        line(2, "settle")
    )
}

/// What all of it comes to, and an answer that is kept for every tenth account.
fn balances() -> String {
    let last = GENERATIONS - 1;
    format!(
        "INSERT INTO bucket (account, kind, period, granted, pending, spent)
         SELECT id, 'free', '{MONTH}', {FREE}, 0, {FREE} FROM account
         UNION ALL SELECT id, 'credit', '', {PACK}, 0, {PACK} FROM account ORDER BY 1, 2;
         INSERT INTO idempotency (account, key, fingerprint, reservation, state, answered_at)
         SELECT account.id, 'order', api_key.digest, '{last:08x}-0000-7000-8000-' || substr(account.id, 25),
             'forgotten', {BEGIN}
         FROM account JOIN api_key ON api_key.account = account.id
         WHERE substr(account.id, 36) = '0' ORDER BY account.id"
    )
}
