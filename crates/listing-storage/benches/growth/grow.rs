//! Fills databases with the data of years, by statements over whole tables, which add rows in the order of
//! time and keep every invariant of the ledger.
//!
//! The statements name tables and columns, so a changed migration may require changes here. The benchmark
//! first runs the doctor (the check of the ledger), which reports any mismatch.

use diesel::connection::SimpleConnection as _;
use diesel::pg::PgConnection;
use diesel::prelude::*;

pub(crate) const GENERATIONS: u32 = FREE + PACK;
const FREE: u32 = 3;
const PACK: u32 = 20;
/// The number of each account's latest generations whose listings are stored.
const KEPT: u32 = 3;
const MONTH: &str = "2026-10";
/// The first moment of the month, in microseconds since 1970.
const BEGIN: u64 = 1_790_812_800_000_000;
/// In microseconds.
const HOUR: u64 = 3_600_000_000;

/// A fast connection that does not wait for the disk: a crash loses its data.
pub(crate) enum Grower {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Grower {
    pub(crate) fn open(address: &str) -> crate::Outcome<Self> {
        if address.starts_with("postgres://") {
            let mut conn = PgConnection::establish(address)?;
            // All references exist, so the server need not check them.
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

    fn bytes(&self, text: &str) -> String {
        match self {
            Self::Sqlite(_) => format!("CAST({text} AS BLOB)"),
            Self::Postgres(_) => format!("convert_to({text}, 'UTF8')"),
        }
    }

    pub(crate) fn grow(&mut self, accounts: u32) -> crate::Outcome<()> {
        self.run(&self.people(accounts))?;
        self.run(&purchases())?;
        for number in 0..GENERATIONS {
            self.run(&generation(number))?;
            if number >= GENERATIONS - KEPT {
                self.run(&self.answer(number))?;
            }
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

    /// SQL that inserts accounts with one key each, some with a plan that has ended. The last twelve digits
    /// of an id are the account's number.
    fn people(&self, accounts: u32) -> String {
        let hex = match self {
            Self::Sqlite(_) => "printf('%012x', number)",
            Self::Postgres(_) => "lpad(to_hex(number), 12, '0')",
        };
        let bytes = self.bytes("text");
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
             INSERT INTO api_key (id, account, digest, hint, name, scopes, created_at)
             SELECT id, id, {bytes}, 'ptl_grown', 'grown', 'all', {BEGIN} FROM (
                 SELECT id, '00000000000000000000' || substr(id, 25) AS text FROM account
             ) owner"
        )
    }

    /// One stored generation for each account, of about 1,500 bytes.
    fn answer(&self, number: u32) -> String {
        let at = BEGIN + HOUR * u64::from(number);
        let left = GENERATIONS - 1 - number;
        let filler = "replace('00000000000000000000000000000000000000000', '0', id)";
        let data = self.bytes(filler);
        format!(
            "INSERT INTO generation (id, account, reservation, created_at, platforms, language, tone, quality, data,
                 plan, free_used, free_limit, credits_remaining, is_listed)
             SELECT {}, id, {}, {at}, 'vinted', 'fr', 'friendly', 'standard', {data}, 'free', {FREE}, {FREE}, {left}, 1
             FROM account ORDER BY id",
            generation_id(number),
            reservation_id(number)
        )
    }
}

/// The numbers follow the order of time.
fn generation_id(number: u32) -> String {
    format!("'1{number:07x}-0000-7000-8000-' || substr(id, 25)")
}

fn reservation_id(number: u32) -> String {
    format!("'{number:08x}-0000-7000-8000-' || substr(id, 25)")
}

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

/// One generation for each account, whose unit was held and charged.
fn generation(number: u32) -> String {
    let (kind, period) = if number < FREE { ("free", MONTH) } else { ("credit", "") };
    let at = BEGIN + HOUR * u64::from(number);
    let id = reservation_id(number);
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

/// The buckets that follow from the generations, and an idempotency key for every tenth account.
fn balances() -> String {
    let last = GENERATIONS - 1;
    let (reservation, generation) = (reservation_id(last), generation_id(last));
    format!(
        "INSERT INTO bucket (account, kind, period, granted, pending, spent)
         SELECT id, 'free', '{MONTH}', {FREE}, 0, {FREE} FROM account
         UNION ALL SELECT id, 'credit', '', {PACK}, 0, {PACK} FROM account ORDER BY 1, 2;
         INSERT INTO idempotency (account, key, fingerprint, reservation, state, generation, answered_at)
         SELECT id, 'order', digest, {reservation}, 'answered', {generation}, {BEGIN} FROM api_key
         WHERE substr(id, 36) = '0' ORDER BY id"
    )
}
