//! Counts an account's generations per day from the quota ledger.

use std::collections::BTreeMap;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::ports::{Activity, DayCount, StoreError};

use super::Store;
use crate::connection::{Conn, on_engine};
use crate::error::StorageError;
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};

/// A day has 86,400 seconds. An index on the charges contains all columns of the query.
const CHARGES: &str = "SELECT MIN(at), actor, COUNT(*) FROM ledger
    WHERE entry = 'settle' AND account = (SELECT id FROM account WHERE id = ? AND deleted_at IS NULL)
        AND at >= ?
    GROUP BY at / 86400000000, actor";

#[async_trait]
impl Activity for Store {
    async fn generations_by_day(
        &self,
        account: AccountId,
        from: Timestamp,
    ) -> Result<Vec<DayCount>, StoreError> {
        self.read(move |conn| by_day(conn, &account.to_string(), from)).await
    }
}

fn by_day(conn: &mut Conn, account: &str, from: Timestamp) -> Result<Vec<DayCount>, StorageError> {
    let values = [Value::Text(account), Value::Number(micros(from))];
    let query = Prepared::<(BigInt, Nullable<Text>, BigInt)>::new(CHARGES, &values);
    let rows: Vec<(i64, Option<String>, i64)> = on_engine!(conn, |conn| query.load(conn))?;
    let cell = |column| ColumnRef { table: "ledger", column, row: account };
    let mut counts: BTreeMap<(Date, Option<KeyId>), u32> = BTreeMap::new();
    for (at, actor, number) in rows {
        let day = cell("at").moment(at)?.to_zoned(TimeZone::UTC).date();
        let key = actor.and_then(|actor| actor.parse().ok());
        let count = counts.entry((day, key)).or_default();
        *count = count.saturating_add(cell("seq").units(number)?);
    }
    Ok(counts.into_iter().map(|((day, key), count)| DayCount { day, key, count }).collect())
}
