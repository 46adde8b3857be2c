//! Implements the port of kept photos. A set has the photos of one generation, so that a change of its end
//! rewrites no photo.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable};
use jiff::Timestamp;
use listing_domain::batch::StoredPhoto;
use listing_domain::generation::NewGeneration;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::kept_photos::{KeptPhotoSummary, PhotoRetention, PhotosToKeep};
use listing_domain::ports::{KeptPhotoStore, StoreError};

use super::Store;
use super::lock::lock_account;
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};

const RETENTION: &str = "SELECT photo_days FROM account WHERE deleted_at IS NULL AND id = ?";
const SET_RETENTION: &str = "UPDATE account SET photo_days = ? WHERE deleted_at IS NULL AND id = ?";

const INSERT_SET: &str =
    "INSERT INTO kept_photo_set (generation, account, created_at, delete_at) VALUES (?, ?, ?, ?)";
const INSERT_PHOTO: &str = "INSERT INTO kept_photo (generation, position, jpeg) VALUES (?, ?, ?)";

/// Ends all sets of an account. Their photos are found no more, and small steps delete them afterwards.
const END_ALL: &str = "UPDATE kept_photo_set SET delete_at = 0 WHERE account = ? AND delete_at <> 0";
const SHORTEN: &str = "UPDATE kept_photo_set SET delete_at = created_at + ?
    WHERE account = ? AND delete_at > created_at + ?";

const PHOTOS: &str = "SELECT p.jpeg FROM kept_photo_set s JOIN kept_photo p ON p.generation = s.generation
    WHERE s.generation = ? AND s.account = ? AND s.delete_at > ? ORDER BY p.position";
const COUNT: &str = "SELECT COUNT(*) FROM kept_photo_set s JOIN kept_photo p ON p.generation = s.generation
    WHERE s.generation = ? AND s.account = ? AND s.delete_at > ?";
const SUMMARY: &str = "SELECT COUNT(DISTINCT s.generation), COUNT(*), MIN(s.created_at), MAX(s.delete_at)
    FROM kept_photo_set s JOIN kept_photo p ON p.generation = s.generation
    WHERE s.account = ? AND s.delete_at > ?";

const DELETE: &str = "DELETE FROM kept_photo_set WHERE account = ? AND generation = ?";
const DELETE_OF_ACCOUNT: &str = "DELETE FROM kept_photo_set WHERE account = ?";
/// Statements that delete some sets, few enough not to delay other steps.
const DELETE_ENDED_OF_ACCOUNT: &str = "DELETE FROM kept_photo_set WHERE generation IN (
    SELECT generation FROM kept_photo_set WHERE account = ? AND delete_at = 0 LIMIT 50)";
const DELETE_ENDED: &str = "DELETE FROM kept_photo_set WHERE generation IN (
    SELECT generation FROM kept_photo_set WHERE delete_at <= ? LIMIT 50)";
const DELETE_OLD: &str = "DELETE FROM kept_photo_set WHERE generation IN (
    SELECT generation FROM kept_photo_set WHERE created_at <= ? LIMIT 50)";

/// The photos of a new generation, for an account that keeps photos.
pub(super) struct KeptRow<'a> {
    photos: &'a PhotosToKeep,
    generation: String,
    account: &'a str,
    at: Timestamp,
    delete_at: Timestamp,
}

impl<'a> KeptRow<'a> {
    /// `None` if the host or the account keeps no photos, or no history lists the generation.
    pub(super) fn new(
        new: &'a NewGeneration,
        account: &'a str,
        at: Timestamp,
        retention: Option<PhotoRetention>,
    ) -> Option<Self> {
        let photos = new.photos.as_ref().filter(|_| new.is_listed)?;
        let delete_at = photos.delete_at(retention?, at);
        Some(Self { photos, generation: new.id.to_string(), account, at, delete_at })
    }
}

/// Stores the photos of new generations.
pub(super) fn save(conn: &mut Conn, rows: &[KeptRow<'_>]) -> Result<(), StorageError> {
    for KeptRow { photos, generation, account, at, delete_at } in rows {
        let values = [
            Value::Text(generation),
            Value::Text(account),
            Value::Number(micros(*at)),
            Value::Number(micros(*delete_at)),
        ];
        execute(conn, INSERT_SET, &values)?;
        for (position, photo) in (0..).zip(photos.photos.iter()) {
            let values = [Value::Text(generation), Value::Number(position), Value::Bytes(Some(&photo.jpeg))];
            execute(conn, INSERT_PHOTO, &values)?;
        }
    }
    Ok(())
}

/// Deletes the photos of a generation.
pub(super) fn delete(conn: &mut Conn, account: &str, generation: &str) -> Result<usize, StorageError> {
    execute(conn, DELETE, &[Value::Text(account), Value::Text(generation)])
}

/// Deletes some of the photos stored up to a moment, in microseconds, and returns the number of their
/// generations; 0 if none is left.
pub(super) fn delete_old(conn: &mut Conn, until: i64) -> Result<usize, StorageError> {
    execute(conn, DELETE_OLD, &[Value::Number(until)])
}

/// Deletes the photos of a deleted account.
pub(super) fn delete_all(conn: &mut Conn, account: &str) -> Result<(), StorageError> {
    execute(conn, DELETE_OF_ACCOUNT, &[Value::Text(account)])?;
    Ok(())
}

/// Reads the retention in an account's row.
pub(super) fn retention(account: &str, days: Option<i64>) -> Result<Option<PhotoRetention>, Inconsistency> {
    let cell = ColumnRef { table: "account", column: "photo_days", row: account };
    let read = |days| PhotoRetention::from_days(cell.units(days)?).map_err(|error| cell.wrong(error));
    days.map(read).transpose()
}

#[async_trait]
impl KeptPhotoStore for Store {
    async fn photo_retention(&self, account: AccountId) -> Result<Option<PhotoRetention>, StoreError> {
        let found = self.read(move |conn| {
            let id = account.to_string();
            let values = [Value::Text(&id)];
            let query = Prepared::<(Nullable<BigInt>,)>::new(RETENTION, &values);
            let rows: Vec<(Option<i64>,)> = on_engine!(conn, |conn| query.load(conn))?;
            Ok(retention(&id, rows.first().and_then(|(days,)| *days))?)
        });
        found.await
    }

    async fn set_photo_retention(
        &self,
        account: AccountId,
        retention: Option<PhotoRetention>,
    ) -> Result<bool, StoreError> {
        let is_there = self.write(move |conn| {
            let id = account.to_string();
            // A generation that is being stored has read the earlier retention under this lock.
            lock_account(conn, &id)?;
            let days = retention.map(|retention| i64::from(retention.days()));
            if execute(conn, SET_RETENTION, &[Value::OptionalNumber(days), Value::Text(&id)])? == 0 {
                return Ok(false);
            }
            match retention {
                None => execute(conn, END_ALL, &[Value::Text(&id)])?,
                Some(retention) => {
                    let length = i64::try_from(retention.duration().as_micros()).unwrap_or(i64::MAX);
                    let values = [Value::Number(length), Value::Text(&id), Value::Number(length)];
                    execute(conn, SHORTEN, &values)?
                }
            };
            Ok::<bool, StepError<StoreError>>(true)
        });
        let is_there = is_there.await?;
        self.delete_in_steps(move |conn| {
            execute(conn, DELETE_ENDED_OF_ACCOUNT, &[Value::Text(&account.to_string())])
        })
        .await?;
        Ok(is_there)
    }

    async fn kept_photos(
        &self,
        account: AccountId,
        generation: GenerationId,
        now: Timestamp,
    ) -> Result<Vec<StoredPhoto>, StoreError> {
        let found = self.read(move |conn| {
            let (owner, id) = (account.to_string(), generation.to_string());
            let values = [Value::Text(&id), Value::Text(&owner), Value::Number(micros(now))];
            let query = Prepared::<(Binary,)>::new(PHOTOS, &values);
            let rows: Vec<(Vec<u8>,)> = on_engine!(conn, |conn| query.load(conn))?;
            Ok(rows.into_iter().map(|(jpeg,)| StoredPhoto::new(jpeg)).collect())
        });
        found.await
    }

    async fn count_kept_photos(
        &self,
        account: AccountId,
        generations: &[GenerationId],
        now: Timestamp,
    ) -> Result<Vec<usize>, StoreError> {
        let ids: Vec<String> = generations.iter().map(GenerationId::to_string).collect();
        let found = self.read(move |conn| {
            let owner = account.to_string();
            let count = |id: &String| {
                let values = [Value::Text(id), Value::Text(&owner), Value::Number(micros(now))];
                let query = Prepared::<(BigInt,)>::new(COUNT, &values);
                let rows: Vec<(i64,)> = on_engine!(conn, |conn| query.load(conn))?;
                Ok(rows.first().map_or(0, |(count,)| usize::try_from(*count).unwrap_or_default()))
            };
            ids.iter().map(count).collect()
        });
        found.await
    }

    async fn kept_photo_summary(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<KeptPhotoSummary, StoreError> {
        let found = self.read(move |conn| {
            let owner = account.to_string();
            let values = [Value::Text(&owner), Value::Number(micros(now))];
            let query =
                Prepared::<(BigInt, BigInt, Nullable<BigInt>, Nullable<BigInt>)>::new(SUMMARY, &values);
            let rows: Vec<(i64, i64, Option<i64>, Option<i64>)> = on_engine!(conn, |conn| query.load(conn))?;
            let Some((generations, photos, oldest, last)) = rows.into_iter().next() else {
                return Ok(KeptPhotoSummary::default());
            };
            let cell = |column| ColumnRef { table: "kept_photo_set", column, row: &owner };
            Ok(KeptPhotoSummary {
                generations: cell("generation").units(generations)?,
                photos: cell("generation").units(photos)?,
                oldest: oldest.map(|at| cell("created_at").moment(at)).transpose()?,
                last_delete_at: last.map(|at| cell("delete_at").moment(at)).transpose()?,
            })
        });
        found.await
    }

    async fn purge_kept_photos(
        &self,
        now: Timestamp,
        limit: Option<PhotoRetention>,
    ) -> Result<(), StoreError> {
        let now = self.moment(now);
        let oldest =
            limit.map_or(now, |limit| now.saturating_sub(limit.duration()).unwrap_or(Timestamp::MIN));
        let (now, oldest) = (micros(now), micros(oldest));
        self.delete_in_steps(move |conn| execute(conn, DELETE_ENDED, &[Value::Number(now)])).await?;
        self.delete_in_steps(move |conn| delete_old(conn, oldest)).await
    }
}

impl Store {
    /// Repeats a step in transactions of its own until it deletes nothing.
    pub(super) async fn delete_in_steps(
        &self,
        step: impl Fn(&mut Conn) -> Result<usize, StorageError> + Clone + Send + 'static,
    ) -> Result<(), StoreError> {
        loop {
            let step = step.clone();
            let deleted = self.write(move |conn| Ok::<usize, StepError<StoreError>>(step(conn)?)).await?;
            if deleted == 0 {
                return Ok(());
            }
        }
    }
}
