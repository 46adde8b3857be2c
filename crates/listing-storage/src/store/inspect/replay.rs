//! Reads the ledger once, account by account. Checks that no month spent more free units than allotted (I9),
//! that entries add up to the buckets (I12), and that credits were taken only after the free units (I13).

use std::collections::{BTreeMap, HashMap};

use diesel::connection::DefaultLoadingMode;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::Reading;
use crate::connection::Conn;
use crate::error::StorageError;
use crate::store::unit_codes::{CREDIT, FREE};

/// Each account's ledger entries in their order, followed by its buckets.
const LINES: &str = "
    SELECT account, seq, kind, period, entry, amount, 0 AS pending, 0 AS spent, reservation
    FROM ledger WHERE kind <> 'pro'
    UNION ALL
    SELECT account, 9223372036854775807, kind, period, 'bucket', granted, pending, spent, NULL FROM bucket
    ORDER BY 1, 2";

const REPORT_EVERY: u64 = 10_000;

/// An entry of the ledger, or a bucket.
#[derive(Debug, QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    account: String,
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    period: String,
    #[diesel(sql_type = Text)]
    entry: String,
    #[diesel(sql_type = BigInt)]
    amount: i64,
    #[diesel(sql_type = BigInt)]
    pending: i64,
    #[diesel(sql_type = BigInt)]
    spent: i64,
    #[diesel(sql_type = Nullable<Text>)]
    reservation: Option<String>,
}

/// Ordered by invariant.
pub(super) fn broken(conn: &mut Conn, reading: &mut Reading<'_>) -> Result<Vec<String>, StorageError> {
    let query = diesel::sql_query(LINES);
    match conn {
        Conn::Postgres(conn) => replay(query.load_iter::<Line, PgRowByRowLoadingMode>(conn)?, reading),
        Conn::Sqlite(conn) => replay(query.load_iter::<Line, DefaultLoadingMode>(conn)?, reading),
    }
}

fn replay(
    lines: impl Iterator<Item = QueryResult<Line>>,
    reading: &mut Reading<'_>,
) -> Result<Vec<String>, StorageError> {
    let mut breaches = Breaches::default();
    let mut account = AccountReplay::default();
    let mut unreported = 0;
    for line in lines {
        let line = line?;
        if line.account != account.id {
            let next = AccountReplay { id: line.account.clone(), ..AccountReplay::default() };
            std::mem::replace(&mut account, next).end(&mut breaches);
        }
        account.step(line, &mut breaches);
        unreported += 1;
        if unreported == REPORT_EVERY {
            reading.add(std::mem::take(&mut unreported));
        }
    }
    account.end(&mut breaches);
    reading.add(unreported);
    Ok(breaches.into_sentences())
}

/// The violations by invariant.
#[derive(Default)]
struct Breaches(BTreeMap<u8, Vec<String>>);

impl Breaches {
    fn add(&mut self, number: u8, sentence: String) {
        self.0.entry(number).or_default().push(sentence);
    }

    fn into_sentences(self) -> Vec<String> {
        let all = self.0.into_iter();
        let named = |(number, sentences): (u8, Vec<String>)| {
            sentences.into_iter().map(move |sentence| format!("I{number}: {sentence}"))
        };
        all.flat_map(named).collect()
    }
}

/// As the sum of the ledger's entries, or as stored in the bucket.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Units {
    granted: i64,
    pending: i64,
    spent: i64,
}

#[derive(Default)]
struct AccountReplay {
    id: String,
    /// The buckets by kind and month: first the sum of the ledger's entries, then the stored bucket.
    buckets: BTreeMap<(String, String), (Units, Units)>,
    /// The latest month of which a free unit was allotted or taken.
    latest: String,
    /// The latest month whose free units were allotted.
    month: Option<String>,
    /// Free units that are neither held nor spent, by month.
    unused: HashMap<String, i64>,
}

impl AccountReplay {
    fn step(&mut self, line: Line, breaches: &mut Breaches) {
        if line.kind == FREE && matches!(&*line.entry, "allot" | "hold") {
            if line.period < self.latest {
                let Line { account, period, seq, .. } = &line;
                let latest = &self.latest;
                breaches.add(
                    9,
                    format!(
                        "account {account} took a free unit of {period} after one of {latest} (ledger entry {seq})"
                    ),
                );
            } else {
                self.latest.clone_from(&line.period);
            }
        }
        match &*line.kind {
            FREE => self.count_free(&line),
            CREDIT if line.entry == "hold" => self.check_credit(&line, breaches),
            _ => {}
        }
        let (added, stored) = self.buckets.entry((line.kind, line.period)).or_default();
        let amount = line.amount;
        match &*line.entry {
            "bucket" => *stored = Units { granted: amount, pending: line.pending, spent: line.spent },
            "allot" | "grant" | "reverse" => added.granted += amount,
            "refund" | "repay" => added.granted -= amount,
            "hold" => added.pending += amount,
            "release" | "expire" => added.pending -= amount,
            "settle" => {
                added.pending -= amount;
                added.spent += amount;
            }
            _ => {}
        }
    }

    fn count_free(&mut self, line: &Line) {
        let change = match &*line.entry {
            "allot" | "release" | "expire" => line.amount,
            "hold" => -line.amount,
            _ => return,
        };
        *self.unused.entry(line.period.clone()).or_default() += change;
        if line.entry == "allot" && self.month.as_ref().is_none_or(|month| *month < line.period) {
            self.month = Some(line.period.clone());
        }
    }

    /// A credit must not be taken while free units are left. Compares with the month allotted last, because
    /// every hold first allots the free units of its month.
    fn check_credit(&self, line: &Line, breaches: &mut Breaches) {
        let why = match &self.month {
            None => "no month was begun".to_owned(),
            Some(month) => match self.unused.get(month) {
                Some(unused) if *unused > 0 => format!("{unused} free units of {month} were left"),
                _ => return,
            },
        };
        let (id, account) = (line.reservation.as_deref().unwrap_or("?"), &line.account);
        breaches.add(13, format!("reservation {id} of account {account} took a credit while {why}"));
    }

    fn end(self, breaches: &mut Breaches) {
        let account = self.id;
        for ((kind, period), (added, stored)) in self.buckets {
            if kind == FREE && added.spent > added.granted {
                let Units { granted, spent, .. } = added;
                let sentence = format!(
                    "account {account} has spent {spent} free units of {period}, of which {granted} were allotted"
                );
                breaches.add(9, sentence);
            }
            if added != stored {
                breaches.add(
                    12,
                    format!(
                        "bucket {account} {kind} {period} has granted {}, pending {}, spent {}; the ledger adds up to \
                         {}, {}, {}",
                        stored.granted, stored.pending, stored.spent, added.granted, added.pending, added.spent
                    ),
                );
            }
        }
    }
}
