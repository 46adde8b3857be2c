//! The tables to copy. A column that is missing here is a compile error.

use diesel::prelude::*;

use crate::connection::Conn;
use crate::error::StorageError;

/// Their values stay below SQLite's limit of 32,766 for a statement.
const BATCH: usize = 500;
/// Rows with a photo are large.
const PHOTO_BATCH: usize = 20;

type OnRows<'a> = &'a mut dyn FnMut(u64);

pub(super) struct Table {
    pub(super) name: &'static str,
    /// In the order of the primary key.
    pub(super) copy: fn(&mut Conn, &mut Conn, OnRows<'_>) -> Result<(), StorageError>,
    pub(super) count: fn(&mut Conn) -> Result<i64, StorageError>,
}

/// A macro, because each table has its own type, and so has each engine's statement.
macro_rules! tables {
    ($($table:ident by $key:tt { $($column:ident: $kind:ty),+ $(,)? })+) => {
        /// Each after the tables that its rows refer to.
        pub(super) const TABLES: &[Table] = &[
            $(Table { name: stringify!($table), copy: $table::copy, count: $table::count }),+
        ];
        $(tables!(one $table by $key { $($column: $kind),+ });)+
    };
    (one $table:ident by ($($key:ident),+) { $($column:ident: $kind:ty),+ }) => {
        mod $table {
            use diesel::connection::DefaultLoadingMode;
            use diesel::pg::PgRowByRowLoadingMode;
            use diesel::prelude::*;

            use super::{OnRows, batch_of, copy_in_batches};
            use crate::connection::Conn;
            use crate::error::StorageError;
            use crate::schema::$table as stored;

            #[derive(Queryable, Insertable)]
            #[diesel(table_name = stored, treat_none_as_default_value = false)]
            struct Row {
                $($column: $kind),+
            }

            pub(super) fn copy(from: &mut Conn, to: &mut Conn, on_rows: OnRows<'_>) -> Result<(), StorageError> {
                let insert = |rows: &[Row]| match to {
                    Conn::Postgres(to) => diesel::insert_into(stored::table).values(rows).execute(to),
                    Conn::Sqlite(to) => diesel::insert_into(stored::table).values(rows).execute(to),
                };
                let batch = batch_of(stringify!($table));
                let all = stored::table.order(($(stored::$key,)+));
                match from {
                    Conn::Postgres(from) => {
                        copy_in_batches(all.load_iter::<Row, PgRowByRowLoadingMode>(from)?, batch, insert, on_rows)
                    }
                    Conn::Sqlite(from) => {
                        copy_in_batches(all.load_iter::<Row, DefaultLoadingMode>(from)?, batch, insert, on_rows)
                    }
                }
            }

            pub(super) fn count(conn: &mut Conn) -> Result<i64, StorageError> {
                Ok(stored::table.count().get_result(conn)?)
            }
        }
    };
}

tables! {
    account by (id) {
        id: String, email: Option<String>, created_at: i64, suspended_at: Option<i64>, deleted_at: Option<i64>,
        epoch: i64, carried_period: Option<String>, carried_units: i64, noted_units: i64, photo_days: Option<i64>,
    }
    month_secret by (period) { period: String, secret: Vec<u8> }
    former_use by (period, mailbox) { period: String, mailbox: Vec<u8>, units: i64 }
    entitlement by (account, starts) {
        account: String, plan: String, starts: i64, ends: Option<i64>, source: String,
    }
    api_key by (id) {
        id: String, account: String, digest: Vec<u8>, hint: String, name: String,
        scopes: String, created_at: i64, last_used_at: Option<i64>, expires_at: Option<i64>,
        revoked_at: Option<i64>,
    }
    person by (account) {
        account: String, password: Option<String>, confirmed_at: Option<i64>, is_administrator: i64,
        language: Option<String>, market: Option<String>, wish_platforms: Option<String>,
        wish_language: Option<String>, wish_tone: Option<String>, wish_quality: Option<String>,
    }
    external_identity by (issuer, subject) {
        issuer: String, subject: String, account: String, linked_at: i64,
    }
    session by (id) {
        id: String, digest: Vec<u8>, account: String, created_at: i64, seen_at: i64, browser: String,
        epoch: i64,
    }
    link by (id) {
        id: String, digest: Vec<u8>, purpose: String, account: Option<String>, email: Option<String>,
        password: Option<String>, invitation: Option<String>, browser: Option<Vec<u8>>, created_at: i64,
        expires_at: i64, epoch: i64,
    }
    outbox by (id) {
        id: String, recipient: String, language: String, subject: String, detail: Option<String>,
        created_at: i64, expires_at: i64, due_at: i64, failures: i64, is_notice: i64, turn: i64,
        given_up_at: Option<i64>,
    }
    outbox_occasion by (occasion) { occasion: String, added_at: i64 }
    bucket by (account, kind, period) {
        account: String, kind: String, period: String, granted: i64, pending: i64, spent: i64,
    }
    reservation by (id) {
        id: String, account: String, kind: String, period: String, state: String, created_at: i64,
        expires_at: i64, owner: Option<String>,
    }
    credit_grant by (payment) { payment: String, account: String, units: i64, granted_at: i64 }
    refund by (payment, id) {
        payment: String, id: String, account: String, units: i64, taken_back: i64, owed: i64,
        given_back: i64, refunded_at: i64, reversed_at: Option<i64>,
    }
    debt by (account) { account: String, units: i64 }
    billing_event by (id) {
        id: String, kind: String, subject: String, created_at: i64, received_at: i64,
    }
    billing_subject by (kind, id) {
        kind: String, id: String, state: String, is_queued_again: i64, claim: i64, failures: i64,
        due_at: Option<i64>, parked_at: Option<i64>, reason: Option<String>,
    }
    billing_order by (id) {
        id: String, account: String, product: String, currency: String, language: String, credits: Option<i64>,
        ordered_at: i64, state: String, checkout: Option<String>, checkout_url: Option<String>,
        checkout_expires_at: Option<i64>, paid_at: Option<i64>, amount_minor: Option<i64>,
        amount_currency: Option<String>, payment: Option<String>, subscription: Option<String>, withdrawn_minor: i64,
    }
    billing_customer by (account) { account: String, customer: String }
    idempotency by (account, key) {
        account: String, key: String, fingerprint: Vec<u8>, reservation: String, state: String,
        generation: Option<String>, answered_at: Option<i64>,
    }
    generation by (id) {
        id: String, account: String, reservation: String, created_at: i64, platforms: String, language: String,
        tone: String, quality: String, data: Vec<u8>, plan: String, free_used: i64, free_limit: i64,
        credits_remaining: i64, thumbnail: Option<Vec<u8>>, is_listed: i64, product: String,
        revised: Option<Vec<u8>>, rewrites: i64, name: String, price: Option<i64>, currency: Option<String>,
        listed_on: Option<String>, search_text: String, sku: Option<String>,
    }
    kept_photo_set by (generation) { generation: String, account: String, created_at: i64, delete_at: i64 }
    kept_photo by (generation, position) { generation: String, position: i64, jpeg: Vec<u8> }
    batch by (id) {
        id: String, account: String, created_at: i64, state: String, ended_at: Option<i64>, claimed_at: i64,
        request_key: Option<String>, fingerprint: Option<Vec<u8>>,
    }
    batch_item by (id) {
        id: String, batch: String, account: String, position: i64, request: Vec<u8>, sku: Option<String>,
        state: String, attempt: i64, failures: i64, due_at: Option<i64>, fault: Option<String>, message: Option<String>,
    }
    batch_photo by (item, position) { item: String, position: i64, jpeg: Vec<u8> }
    webhook by (id) {
        id: String, account: String, url: String, created_at: i64, secret: Vec<u8>, former_secret: Option<Vec<u8>>,
        former_until: Option<i64>, disabled_at: Option<i64>,
    }
    webhook_delivery by (id) {
        id: String, webhook: String, event: String, created_at: i64, batch: Option<String>,
        batch_state: Option<String>, waiting: i64, running: i64, done: i64, failed: i64, cancelled: i64,
        state: String, attempt: i64, due_at: Option<i64>, last_at: Option<i64>, answer: Option<i64>,
        fault: Option<String>,
    }
    tray by (id) {
        id: String, account: String, version: i64, changed_at: i64, piles: Vec<u8>, previous: Option<Vec<u8>>,
    }
    tray_photo by (id) {
        id: String, tray: String, position: i64, name: String, size: i64, taken_at: Option<String>,
        look: Option<Vec<u8>>, jpeg: Vec<u8>, thumbnail: Option<Vec<u8>>,
    }
    expense by (reservation, number) {
        reservation: String, number: i64, account: String, provider: String, model: String, outcome: String,
        tokens_in: i64, tokens_out: i64, cost: Option<i64>, took_ms: i64, at: i64,
    }
    comparable by (id) {
        id: i64, identity: Vec<u8>, product: String, family: String, brand: Option<String>, brand_key: String,
        price: i64, currency: String, condition: Option<String>, is_sold: i64, seen_on: String, source: String,
        link: Option<String>, title: Option<String>, words: String, account: Option<String>,
    }
    ledger by (seq) {
        seq: i64, reservation: Option<String>, payment: Option<String>, phase: Option<i64>, entry: String,
        account: String, kind: String, period: String, amount: i64, at: i64, actor: Option<String>,
        request_id: Option<String>, plan: Option<String>,
    }
}

fn batch_of(table: &str) -> usize {
    if table.ends_with("_photo") { PHOTO_BATCH } else { BATCH }
}

/// In batches to limit the memory use.
fn copy_in_batches<R>(
    rows: impl Iterator<Item = QueryResult<R>>,
    size: usize,
    mut insert: impl FnMut(&[R]) -> QueryResult<usize>,
    on_rows: OnRows<'_>,
) -> Result<(), StorageError> {
    let mut rows = rows.fuse();
    loop {
        let batch = rows.by_ref().take(size).collect::<QueryResult<Vec<R>>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        insert(&batch)?;
        on_rows(u64::try_from(batch.len()).unwrap_or(u64::MAX));
    }
}
