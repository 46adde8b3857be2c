//! Implements the expense book, which records the calls to AI services and their costs.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use jiff::Timestamp;
use listing_domain::expense::{Expense, MicroUsd};
use listing_domain::ids::AccountId;
use listing_domain::ports::{CostLine, ExpenseBook, RecordedCalls, StoreError};

use super::Store;
use super::lock::lock_account;
use crate::connection::{Conn, on_engine};
use crate::error::{StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};
use crate::schema::expense;

/// Casts the sums back, because PostgreSQL widens sums of integers.
const COSTS: &str = "SELECT provider, model, COUNT(*),
        CAST(COALESCE(SUM(CASE WHEN outcome = ? THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN outcome IN (?, ?, ?, ?, ?) THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(tokens_in), 0) AS BIGINT), CAST(COALESCE(SUM(tokens_out), 0) AS BIGINT),
        CAST(COALESCE(SUM(cost), 0) AS BIGINT), COUNT(*) - COUNT(cost)
    FROM expense WHERE account = ? AND at >= ? GROUP BY provider, model ORDER BY provider, model";

const KNOWN: &str = "SELECT CAST(COALESCE(MAX(number), 0) AS BIGINT) FROM expense WHERE reservation = ?";

const SPENT: &str = "SELECT CAST(COALESCE(SUM(cost), 0) AS BIGINT) FROM expense WHERE at >= ?";

#[async_trait]
impl ExpenseBook for Store {
    async fn record(&self, calls: &RecordedCalls) -> Result<(), StoreError> {
        if calls.expenses.is_empty() {
            return Ok(());
        }
        let calls = RecordedCalls { at: self.moment(calls.at), ..calls.clone() };
        self.write(move |conn| insert(conn, &calls)).await
    }

    async fn costs(&self, account: AccountId, from: Timestamp) -> Result<Vec<CostLine>, StoreError> {
        let account = account.to_string();
        self.read(move |conn| sums(conn, &account, from)).await
    }

    async fn spent(&self, from: Timestamp) -> Result<MicroUsd, StoreError> {
        let sum = self.read(move |conn| {
            let values = [Value::Number(micros(from))];
            let query = Prepared::<(BigInt,)>::new(SPENT, &values);
            let (sum,): (i64,) = on_engine!(conn, |conn| query.get_result(conn))?;
            count("cost", "all", sum)
        });
        Ok(MicroUsd::new(sum.await?))
    }
}

#[derive(Insertable)]
#[diesel(table_name = expense)]
struct Row<'a> {
    reservation: &'a str,
    number: i64,
    account: &'a str,
    provider: &'a str,
    model: &'a str,
    outcome: &'a str,
    tokens_in: i64,
    tokens_out: i64,
    cost: Option<i64>,
    took_ms: i64,
    at: i64,
}

fn insert(conn: &mut Conn, calls: &RecordedCalls) -> Result<(), StepError<StoreError>> {
    let (reservation, account) = (calls.reservation.to_string(), calls.account.to_string());
    // Without the lock, two writers could number their calls from the same start.
    lock_account(conn, &account)?;
    let values = [Value::Text(&reservation)];
    let query = Prepared::<(BigInt,)>::new(KNOWN, &values);
    let (known,): (i64,) = on_engine!(conn, |conn| query.get_result(conn))?;
    for (number, Expense { provider, model, outcome, tokens_in, tokens_out, cost, took }) in
        (known + 1..).zip(&calls.expenses)
    {
        let row = Row {
            reservation: &reservation,
            number,
            account: &account,
            provider,
            model,
            outcome,
            tokens_in: stored(*tokens_in),
            tokens_out: stored(*tokens_out),
            cost: cost.map(|cost| stored(cost.millionths())),
            took_ms: i64::try_from(took.as_millis()).unwrap_or(i64::MAX),
            at: micros(calls.at),
        };
        diesel::insert_into(expense::table).values(row).execute(conn)?;
    }
    Ok(())
}

fn stored(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Provider, model, calls, successful calls, outages, input tokens, output tokens, cost, calls without a
/// known price.
type Sums = (Text, Text, BigInt, BigInt, BigInt, BigInt, BigInt, BigInt, BigInt);

fn sums(conn: &mut Conn, account: &str, from: Timestamp) -> Result<Vec<CostLine>, StorageError> {
    type Line = (String, String, i64, i64, i64, i64, i64, i64, i64);
    let outcomes = [Expense::OK].into_iter().chain(Expense::OUTAGES).map(Value::Text);
    let values: Vec<Value<'_>> =
        outcomes.chain([Value::Text(account), Value::Number(micros(from))]).collect();
    let query = Prepared::<Sums>::new(COSTS, &values);
    let lines: Vec<Line> = on_engine!(conn, |conn| query.load(conn))?;
    let line = |(provider, model, calls, good, outages, tokens_in, tokens_out, cost, unpriced): Line| {
        let count = |column, number| count(column, account, number);
        Ok(CostLine {
            calls: count("number", calls)?,
            good: count("outcome", good)?,
            outages: count("outcome", outages)?,
            tokens_in: count("tokens_in", tokens_in)?,
            tokens_out: count("tokens_out", tokens_out)?,
            cost: MicroUsd::new(count("cost", cost)?),
            unpriced: count("cost", unpriced)?,
            provider,
            model,
        })
    };
    lines.into_iter().map(line).collect()
}

fn count(column: &'static str, row: &str, number: i64) -> Result<u64, StorageError> {
    Ok(u64::try_from(number).map_err(|error| ColumnRef { table: "expense", column, row }.wrong(error))?)
}
