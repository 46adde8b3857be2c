//! Reads the whole quota ledger without the store.

use diesel::connection::SimpleConnection as _;
use diesel::pg::PgConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::Timestamp;
use listing_domain::quota::UnitKind;
use listing_testkit::invariants::{
    Bucket, Entry, EntryKind, GenerationRow, GrantRow, KeyRow, LedgerView, RefundRow, ReservationRow,
    ReservationState,
};

use crate::support::raw;

/// Of any ledger table. Columns that the table does not have are null.
#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Text>)]
    id: Option<String>,
    #[diesel(sql_type = Text)]
    account: String,
    #[diesel(sql_type = Nullable<Text>)]
    kind: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    period: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    state: Option<String>,
    #[diesel(sql_type = BigInt)]
    first: i64,
    #[diesel(sql_type = BigInt)]
    second: i64,
    #[diesel(sql_type = BigInt)]
    third: i64,
}

const BUCKETS: &str = "SELECT NULL AS id, account, kind, period, NULL AS state,
    granted AS first, pending AS second, spent AS third FROM bucket";
const RESERVATIONS: &str = "SELECT id, account, kind, period, state,
    CAST(0 AS BIGINT) AS first, CAST(0 AS BIGINT) AS second, CAST(0 AS BIGINT) AS third FROM reservation";
const ENTRIES: &str = "SELECT reservation AS id, account, kind, period, entry AS state,
    amount AS first, at AS second, seq AS third FROM ledger
    WHERE entry NOT IN ('allot', 'late')";
const GRANTS: &str = "SELECT NULL AS id, account, NULL AS kind, NULL AS period, NULL AS state,
    units AS first, CAST(0 AS BIGINT) AS second, CAST(0 AS BIGINT) AS third FROM credit_grant";
const REFUNDS: &str = "SELECT NULL AS id, account, NULL AS kind, NULL AS period, NULL AS state,
    taken_back AS first, owed AS second, given_back AS third FROM refund";
const DEBTS: &str = "SELECT NULL AS id, account, NULL AS kind, NULL AS period, NULL AS state,
    units AS first, CAST(0 AS BIGINT) AS second, CAST(0 AS BIGINT) AS third FROM debt";
const KEYS: &str = "SELECT reservation AS id, account, generation AS kind, NULL AS period, state,
    CAST(0 AS BIGINT) AS first, CAST(0 AS BIGINT) AS second, CAST(0 AS BIGINT) AS third FROM idempotency";
const GENERATIONS: &str = "SELECT id, account, reservation AS kind, NULL AS period, NULL AS state,
    CAST(0 AS BIGINT) AS first, CAST(0 AS BIGINT) AS second, CAST(0 AS BIGINT) AS third FROM generation";

/// One statement for all tables, because one for each would take several round trips.
fn all_tables() -> String {
    let tables = [
        ("buckets", BUCKETS),
        ("reservations", RESERVATIONS),
        ("entries", ENTRIES),
        ("grants", GRANTS),
        ("refunds", REFUNDS),
        ("debts", DEBTS),
        ("keys", KEYS),
        ("generations", GENERATIONS),
    ];
    let selects = tables.map(|(name, query)| format!("SELECT '{name}' AS source, t.* FROM ({query}) t"));
    format!("{} ORDER BY source, third", selects.join(" UNION ALL "))
}

pub(crate) fn ledger_view(address: &str) -> LedgerView {
    Reader::open(address).view()
}

pub(crate) enum Reader {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

impl Reader {
    pub(crate) fn open(address: &str) -> Self {
        if address.starts_with("postgres://") {
            let mut conn = PgConnection::establish(address).unwrap();
            // Scenarios read the ledger after each step, and planning the statement takes longer than running
            // it.
            conn.batch_execute(&format!("PREPARE all_tables AS {}", all_tables())).unwrap();
            Self::Postgres(conn)
        } else {
            Self::Sqlite(raw(address.trim_start_matches("sqlite://")))
        }
    }

    pub(crate) fn view(&mut self) -> LedgerView {
        let rows: Vec<Row> = match self {
            Self::Postgres(conn) => diesel::sql_query("EXECUTE all_tables").load(conn).unwrap(),
            Self::Sqlite(conn) => diesel::sql_query(all_tables()).load(conn).unwrap(),
        };
        let rows_from = |name| rows.iter().filter(move |row| row.source == name);
        LedgerView {
            buckets: rows_from("buckets").map(Row::bucket).collect(),
            reservations: rows_from("reservations").map(Row::reservation).collect(),
            entries: rows_from("entries").map(Row::entry).collect(),
            grants: rows_from("grants").map(Row::grant).collect(),
            refunds: rows_from("refunds").map(Row::refund).collect(),
            debts: rows_from("debts").map(Row::grant).collect(),
            keys: rows_from("keys").map(Row::key).collect(),
            generations: rows_from("generations").map(Row::generation).collect(),
        }
    }
}

impl Row {
    fn unit(&self) -> UnitKind {
        match self.kind.as_deref().unwrap() {
            "free" => UnitKind::Free(self.period.as_deref().unwrap().parse().unwrap()),
            "credit" => UnitKind::Credit,
            _ => UnitKind::Pro,
        }
    }

    fn bucket(&self) -> Bucket {
        let count = |units: i64| u64::try_from(units).unwrap();
        let (granted, pending, spent) = (count(self.first), count(self.second), count(self.third));
        Bucket { account: self.account.parse().unwrap(), unit: self.unit(), granted, pending, spent }
    }

    fn reservation(&self) -> ReservationRow {
        let state = match self.state.as_deref().unwrap() {
            "reserved" => ReservationState::Reserved,
            "settled" => ReservationState::Settled,
            "released" => ReservationState::Released,
            _ => ReservationState::Expired,
        };
        let id = self.id.as_deref().unwrap().parse().unwrap();
        ReservationRow { id, account: self.account.parse().unwrap(), unit: self.unit(), state }
    }

    fn entry(&self) -> Entry {
        let kind = match self.state.as_deref().unwrap() {
            "hold" => EntryKind::Held,
            "settle" => EntryKind::Ended(ReservationState::Settled),
            "release" => EntryKind::Ended(ReservationState::Released),
            "expire" => EntryKind::Ended(ReservationState::Expired),
            "grant" => EntryKind::Granted,
            "reverse" => EntryKind::Reversed,
            "repay" => EntryKind::Repaid,
            _ => EntryKind::TakenBack,
        };
        Entry {
            reservation: self.id.as_deref().map(|id| id.parse().unwrap()),
            kind,
            account: self.account.parse().unwrap(),
            unit: self.unit(),
            amount: u32::try_from(self.first).unwrap(),
            at: Timestamp::from_microsecond(self.second).unwrap(),
        }
    }

    fn grant(&self) -> GrantRow {
        GrantRow { account: self.account.parse().unwrap(), units: u32::try_from(self.first).unwrap() }
    }

    fn refund(&self) -> RefundRow {
        let units = |units: i64| u32::try_from(units).unwrap();
        RefundRow {
            account: self.account.parse().unwrap(),
            taken_back: units(self.first),
            owed: units(self.second),
            given_back: units(self.third),
        }
    }

    fn key(&self) -> KeyRow {
        let is_answered = self.state.as_deref() != Some("running");
        let generation = self.kind.as_deref().map(|id| id.parse().unwrap());
        KeyRow { reservation: self.id.as_deref().unwrap().parse().unwrap(), is_answered, generation }
    }

    fn generation(&self) -> GenerationRow {
        let id = |text: &Option<String>| text.clone().unwrap();
        GenerationRow {
            id: id(&self.id).parse().unwrap(),
            account: self.account.parse().unwrap(),
            reservation: id(&self.kind).parse().unwrap(),
        }
    }
}
