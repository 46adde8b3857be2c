//! Stores the operator's own market data (comparables: offered and sold items), a market data source.

mod change;
mod check;
mod count;
mod negative_cache;
mod rows;
mod search;

use std::collections::HashSet;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary};
use listing_domain::comparables::{
    ComparableCounts, ComparableFilter, ComparableId, ComparableSearch, NewComparable, StoredComparable,
};
use listing_domain::ports::{ComparableStore, MarketData, MarketDataError, MarketQuery, StoreError};
use listing_domain::pricing::Comparable;
use listing_domain::product::{Brand, Product};

pub(super) use check::index_faults;
pub(super) use negative_cache::NegativeCache;

use super::Store;
use crate::connection::{AnswerTimeout, Conn};
use crate::error::{StepError, StorageError};
use crate::schema::comparable;

/// Removed by one statement, so that other steps do not wait long.
const REMOVED_AT_ONCE: i64 = 2_000;

const REMOVE_SOURCE: &str =
    "DELETE FROM comparable WHERE id IN (SELECT id FROM comparable WHERE source = ? LIMIT ?)";

#[async_trait]
impl ComparableStore for Store {
    async fn add(&self, new: Vec<NewComparable>) -> Result<usize, StoreError> {
        let step = move |conn: &mut Conn| Ok(change::add(conn, &new)?);
        let added = self.database.write_within(AnswerTimeout::Custom(change::BULK_TIMEOUT), step).await;
        let added = added.map_err(StepError::<StoreError>::into_port_error);
        self.absent.clear();
        added
    }

    async fn known(&self, new: &[NewComparable]) -> Result<usize, StoreError> {
        let different: HashSet<Vec<u8>> = new.iter().map(|new| new.identity().as_bytes().to_vec()).collect();
        let repeated = new.len() - different.len();
        let known = self.read(move |conn| known(conn, different.into_iter().collect())).await?;
        Ok(known + repeated)
    }

    async fn put(&self, new: NewComparable) -> Result<(ComparableId, bool), StoreError> {
        let put = self.write(move |conn| Ok(change::put(conn, &new)?)).await;
        self.absent.clear();
        put
    }

    async fn search(&self, search: &ComparableSearch) -> Result<Vec<StoredComparable>, StoreError> {
        let search = search.clone();
        Ok(self.read(move |conn| search::nearest(conn, &search)).await?.unwrap_or_default())
    }

    async fn list(
        &self,
        filter: &ComparableFilter,
        before: Option<ComparableId>,
        limit: u32,
    ) -> Result<Vec<StoredComparable>, StoreError> {
        let filter = filter.clone();
        self.read(move |conn| list(conn, &filter, before, limit)).await
    }

    async fn remove(&self, ids: &[ComparableId]) -> Result<Vec<ComparableId>, StoreError> {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        let removed = self.write(move |conn| {
            let mut removed = Vec::new();
            for id in &ids {
                if diesel::delete(comparable::table.find(id.number())).execute(conn)? > 0 {
                    removed.push(*id);
                }
            }
            Ok(removed)
        });
        removed.await
    }

    async fn remove_source(&self, source: &str) -> Result<u64, StoreError> {
        let mut removed = 0;
        loop {
            let source = source.to_owned();
            let some: Result<usize, StoreError> =
                self.write(move |conn| Ok(remove_some(conn, &source)?)).await;
            match some? {
                0 => return Ok(removed),
                some => removed += u64::try_from(some).unwrap_or(u64::MAX),
            }
        }
    }

    async fn count(&self) -> Result<ComparableCounts, StoreError> {
        Ok(self.database.read_within(AnswerTimeout::Unlimited, count::counts).await?)
    }
}

#[async_trait]
impl MarketData for Store {
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        let search = ComparableSearch::new(query.product, &query.attributes, query.locale.currency());
        let Some(search) = search.map(|search| search.by(query.account)) else { return Ok(Vec::new()) };
        let family = search.family();
        if self.absent.has(family) {
            return Ok(Vec::new());
        }
        let mark = self.absent.mark();
        let found = self.read(move |conn| search::nearest(conn, &search)).await;
        let found = found.map_err(|error| MarketDataError(error.into()))?;
        if found.is_none() {
            self.absent.insert(family, mark);
        }
        Ok(found.into_iter().flatten().map(|one| one.comparable).collect())
    }
}

fn known(conn: &mut Conn, identities: Vec<Vec<u8>>) -> Result<usize, StorageError> {
    match conn {
        Conn::Postgres(conn) => {
            let matching = diesel::dsl::sql::<diesel::sql_types::Bool>("identity = ANY(")
                .bind::<Array<Binary>, _>(identities)
                .sql(")");
            let known: i64 = comparable::table.filter(matching).count().get_result(conn)?;
            Ok(usize::try_from(known).unwrap_or(usize::MAX))
        }
        Conn::Sqlite(conn) => {
            let mut known = 0;
            for identity in identities {
                let same = comparable::table.filter(comparable::identity.eq(identity));
                known += usize::from(diesel::select(diesel::dsl::exists(same)).get_result::<bool>(conn)?);
            }
            Ok(known)
        }
    }
}

fn list(
    conn: &mut Conn,
    filter: &ComparableFilter,
    before: Option<ComparableId>,
    limit: u32,
) -> Result<Vec<StoredComparable>, StorageError> {
    let mut query = comparable::table.into_boxed();
    query = match filter.product {
        Some(Product::Type(kind)) => query.filter(comparable::family.eq(kind.code())),
        Some(other) => query.filter(comparable::product.eq(other.code())),
        None => query,
    };
    if let Some(brand) = &filter.brand {
        query = query.filter(comparable::brand_key.eq(Brand::canonical_key(brand)));
    }
    if let Some(account) = filter.account {
        query = query.filter(comparable::account.eq(account.to_string()));
    }
    if let Some(before) = before {
        query = query.filter(comparable::id.lt(before.number()));
    }
    let query = query.order(comparable::id.desc()).limit(limit.into()).select(rows::COLUMNS);
    Ok(rows::read_all(query.load(conn)?)?)
}

fn remove_some(conn: &mut Conn, source: &str) -> Result<usize, StorageError> {
    use crate::connection::on_engine;
    use crate::prepared::{Prepared, Value};

    let values = [Value::Text(source), Value::Number(REMOVED_AT_ONCE)];
    let statement = Prepared::<(BigInt,)>::new(REMOVE_SOURCE, &values);
    Ok(on_engine!(conn, |conn| statement.execute(conn))?)
}
