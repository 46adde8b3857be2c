//! Implements the port of trays.

mod piles;

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use jiff::{SignedDuration, Timestamp};
use listing_domain::batch::NewBatch;
use listing_domain::batch::NewItem;
use listing_domain::grouping::{Look, PhotoTraits};
use listing_domain::ids::{AccountId, BatchId, TrayId, TrayPhotoId};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{Created, SavedTray, StartedTray, StoreError, TrayStore};
use listing_domain::tray::{PhotoName, Tray, TrayBatch, TrayFiles, TrayItem, TrayPhoto};

use super::{Store, access, batches};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, ensure_one, micros};

const GET: &str = "SELECT id, version, piles, previous FROM tray WHERE account = ?";
const PHOTOS: &str = "SELECT id, name, size, taken_at, look FROM tray_photo WHERE tray = ? ORDER BY position";
const INSERT: &str = "INSERT INTO tray (id, account, version, changed_at, piles, previous)
    VALUES (?, ?, ?, ?, ?, ?)";
const UPDATE: &str = "UPDATE tray SET version = ?, changed_at = ?, piles = ?, previous = ?
    WHERE account = ? AND id = ? AND version = ?";
const PHOTO_IDS: &str = "SELECT id FROM tray_photo WHERE tray = ?";
const DELETE_PHOTO: &str = "DELETE FROM tray_photo WHERE id = ?";
const INSERT_PHOTO: &str = "INSERT INTO tray_photo (id, tray, position, name, size, taken_at, look, jpeg, thumbnail)
    VALUES (?, ?, (SELECT COALESCE(MAX(p.position), -1) + 1 FROM tray_photo p WHERE p.tray = ?), ?, ?, ?, ?, ?, ?)";
const THUMBNAIL: &str = "SELECT p.thumbnail FROM tray_photo p JOIN tray t ON t.id = p.tray
    WHERE t.account = ? AND p.id = ?";

/// Locks the tray, if it is still the one seen.
const LOCK: &str = "UPDATE tray SET version = version WHERE account = ? AND id = ? AND version = ?";
const PHOTO_OF_ITEM: &str = "INSERT INTO batch_photo (item, position, jpeg)
    SELECT b.id, ?, p.jpeg FROM tray_photo p, batch_item b WHERE b.id = ? AND p.tray = ? AND p.id = ?";

/// Locks the trays to delete, so that none is changed meanwhile.
const LOCK_OLD: &str = "UPDATE tray SET version = version WHERE changed_at <= ? RETURNING id";
const DELETE: [&str; 2] = ["DELETE FROM tray_photo WHERE tray = ?", "DELETE FROM tray WHERE id = ?"];
const DELETE_OF_ACCOUNT: [&str; 2] = [
    "DELETE FROM tray_photo WHERE tray IN (SELECT t.id FROM tray t WHERE t.account = ?)",
    "DELETE FROM tray WHERE account = ?",
];

/// Id, version, piles, previous piles.
type TrayColumns = (Text, BigInt, Binary, Nullable<Binary>);
type TrayRow = (String, i64, Vec<u8>, Option<Vec<u8>>);
/// Id, name, size, capture time, look.
type PhotoColumns = (Text, Text, BigInt, Nullable<Text>, Nullable<Binary>);
type PhotoRow = (String, String, i64, Option<String>, Option<Vec<u8>>);

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl TrayStore for Store {
    async fn tray(&self, account: AccountId) -> Result<Option<Tray>, StoreError> {
        self.read(move |conn| load(conn, &account.to_string())).await
    }

    async fn save(
        &self,
        account: AccountId,
        seen: Option<u32>,
        tray: Arc<Tray>,
        files: Arc<[TrayFiles]>,
        now: Timestamp,
    ) -> Result<SavedTray, StoreError> {
        let step = move |conn: &mut Conn| -> Step<_> {
            Ok(save(conn, &account.to_string(), seen, &tray, &files, now)?)
        };
        self.write(step).await
    }

    async fn photo_thumbnail(
        &self,
        account: AccountId,
        photo: TrayPhotoId,
    ) -> Result<Option<Thumbnail>, StoreError> {
        let found = self.read(move |conn| {
            let (owner, id) = (account.to_string(), photo.to_string());
            let values = [Value::Text(&owner), Value::Text(&id)];
            let query = Prepared::<(Nullable<Binary>,)>::new(THUMBNAIL, &values);
            let rows: Vec<(Option<Vec<u8>>,)> = on_engine!(conn, |conn| query.load(conn))?;
            let cell = ColumnRef { table: "tray_photo", column: "thumbnail", row: &id };
            let jpeg = rows.into_iter().next().and_then(|(jpeg,)| jpeg);
            Ok(jpeg.map(Thumbnail::new).transpose().map_err(|error| cell.wrong(error))?)
        });
        found.await
    }

    async fn start(&self, batch: Arc<TrayBatch>) -> Result<StartedTray, StoreError> {
        self.write(move |conn: &mut Conn| -> Step<_> { Ok(start(conn, &batch)?) }).await
    }

    async fn purge_trays(&self, now: Timestamp, keep_for: SignedDuration) -> Result<u64, StoreError> {
        let before = micros(now.saturating_sub(keep_for).unwrap_or(Timestamp::MIN));
        let step = move |conn: &mut Conn| -> Step<_> {
            let values = [Value::Number(before)];
            let query = Prepared::<(Text,)>::new(LOCK_OLD, &values);
            let old: Vec<(String,)> =
                on_engine!(conn, |conn| query.load(conn)).map_err(StorageError::from)?;
            for (id,) in &old {
                delete(conn, id)?;
            }
            Ok(u64::try_from(old.len()).unwrap_or(u64::MAX))
        };
        self.write(step).await
    }
}

/// Deletes the tray of an account.
pub(super) fn delete_all(conn: &mut Conn, account: &str) -> Result<(), StorageError> {
    for statement in DELETE_OF_ACCOUNT {
        execute(conn, statement, &[Value::Text(account)])?;
    }
    Ok(())
}

fn delete(conn: &mut Conn, tray: &str) -> Result<(), StorageError> {
    for statement in DELETE {
        execute(conn, statement, &[Value::Text(tray)])?;
    }
    Ok(())
}

fn load(conn: &mut Conn, owner: &str) -> Result<Option<Tray>, StorageError> {
    let values = [Value::Text(owner)];
    let query = Prepared::<TrayColumns>::new(GET, &values);
    let rows: Vec<TrayRow> = on_engine!(conn, |conn| query.load(conn))?;
    let Some((id, version, piles, previous)) = rows.into_iter().next() else { return Ok(None) };
    let values = [Value::Text(&id)];
    let query = Prepared::<PhotoColumns>::new(PHOTOS, &values);
    let photos: Vec<PhotoRow> = on_engine!(conn, |conn| query.load(conn))?;
    let photos = photos.into_iter().map(photo).collect::<Result<Vec<_>, _>>()?;
    let cell = |column| ColumnRef { table: "tray", column, row: &id };
    let read = |json: &[u8], column| piles::from_json(json).map_err(|error| cell(column).wrong(error));
    let piles = read(&piles, "piles")?;
    let previous = previous.map(|json| read(&json, "previous")).transpose()?;
    let tray = Tray::restore(
        cell("id").parse::<TrayId>(&id)?,
        cell("version").units(version)?,
        photos,
        piles,
        previous,
    );
    Ok(Some(tray.map_err(|error| cell("piles").wrong(error))?))
}

fn photo((id, name, size, taken_at, look): PhotoRow) -> Result<TrayPhoto, Inconsistency> {
    let cell = |column| ColumnRef { table: "tray_photo", column, row: &id };
    let look = look.map(|bytes| Look::from_bytes(&bytes)).transpose();
    Ok(TrayPhoto {
        id: cell("id").parse(&id)?,
        name: PhotoName::new(&name),
        bytes: usize::try_from(size).map_err(|error| cell("size").wrong(error))?,
        traits: PhotoTraits {
            taken_at: taken_at.map(|text| cell("taken_at").parse(&text)).transpose()?,
            look: look.map_err(|error| cell("look").wrong(error))?,
        },
    })
}

fn save(
    conn: &mut Conn,
    owner: &str,
    seen: Option<u32>,
    tray: &Tray,
    files: &[TrayFiles],
    now: Timestamp,
) -> Result<SavedTray, StorageError> {
    if access::locked(conn, owner)?.is_none_or(|access| access.is_suspended) {
        return Ok(SavedTray::NoAccount);
    }
    let id = tray.id().to_string();
    let cell = |column| ColumnRef { table: "tray", column, row: &id };
    let json = |piles, column| piles::to_json(piles).map_err(|error| cell(column).wrong(error));
    let piles = json(tray.piles(), "piles")?;
    let previous = tray.previous().map(|piles| json(piles, "previous")).transpose()?;
    let (version, now) = (Value::Number(tray.version().into()), Value::Number(micros(now)));
    let (piles, previous) = (Value::Bytes(Some(&piles)), Value::Bytes(previous.as_deref()));
    let written = match seen {
        None if is_stored(conn, owner)? => 0,
        None => {
            execute(conn, INSERT, &[Value::Text(&id), Value::Text(owner), version, now, piles, previous])?
        }
        Some(seen) => {
            let filter = [Value::Text(owner), Value::Text(&id), Value::Number(seen.into())];
            let [owner, id, seen] = filter;
            execute(conn, UPDATE, &[version, now, piles, previous, owner, id, seen])?
        }
    };
    if written == 0 {
        return Ok(SavedTray::Overtaken);
    }
    delete_unused_photos(conn, &id, tray)?;
    for files in files {
        if let Some(photo) = tray.photo(files.photo) {
            insert_photo(conn, &id, photo, files)?;
        }
    }
    if tray.photos().is_empty() {
        delete(conn, &id)?;
    }
    Ok(SavedTray::Saved)
}

fn is_stored(conn: &mut Conn, owner: &str) -> Result<bool, StorageError> {
    let values = [Value::Text(owner)];
    let query = Prepared::<TrayColumns>::new(GET, &values);
    let rows: Vec<TrayRow> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(!rows.is_empty())
}

fn delete_unused_photos(conn: &mut Conn, id: &str, tray: &Tray) -> Result<(), StorageError> {
    let values = [Value::Text(id)];
    let query = Prepared::<(Text,)>::new(PHOTO_IDS, &values);
    let stored: Vec<(String,)> = on_engine!(conn, |conn| query.load(conn))?;
    let used: HashSet<String> = tray.photos().iter().map(|photo| photo.id.to_string()).collect();
    for (photo,) in stored.iter().filter(|(photo,)| !used.contains(photo)) {
        execute(conn, DELETE_PHOTO, &[Value::Text(photo)])?;
    }
    Ok(())
}

fn insert_photo(
    conn: &mut Conn,
    tray: &str,
    photo: &TrayPhoto,
    files: &TrayFiles,
) -> Result<(), StorageError> {
    let (id, jpeg) = (photo.id.to_string(), files.jpeg.as_jpeg());
    let taken_at = photo.traits.taken_at.map(|at| at.to_string());
    let look = photo.traits.look.as_ref().map(Look::to_bytes);
    let values = [
        Value::Text(&id),
        Value::Text(tray),
        Value::Text(tray),
        Value::Text(photo.name.as_str()),
        Value::Number(i64::try_from(jpeg.len()).unwrap_or(i64::MAX)),
        Value::OptionalText(taken_at.as_deref()),
        Value::Bytes(look.as_deref()),
        Value::Bytes(Some(jpeg)),
        Value::Bytes(files.thumbnail.as_ref().map(Thumbnail::as_jpeg)),
    ];
    execute(conn, INSERT_PHOTO, &values)?;
    Ok(())
}

fn start(conn: &mut Conn, start: &TrayBatch) -> Result<StartedTray, StorageError> {
    let (owner, tray) = (start.account.to_string(), start.tray.to_string());
    if access::locked(conn, &owner)?.is_none_or(|access| access.is_suspended) {
        return Ok(StartedTray::NoAccount);
    }
    let seen = [Value::Text(&owner), Value::Text(&tray), Value::Number(start.version.into())];
    if execute(conn, LOCK, &seen)? == 0 {
        return Ok(StartedTray::Overtaken);
    }
    match batches::create(conn, &new_batch(start))? {
        Created::New => {}
        Created::TooMany => return Ok(StartedTray::TooMany),
        Created::NoAccount => return Ok(StartedTray::NoAccount),
        Created::Before(_) | Created::KeyOfOtherRequest => return Ok(StartedTray::Overtaken),
    }
    for item in &start.items {
        let id = item.id.to_string();
        for (position, photo) in (0..).zip(&item.photos) {
            let photo = photo.to_string();
            let values = [Value::Number(position), Value::Text(&id), Value::Text(&tray), Value::Text(&photo)];
            ensure_one(execute(conn, PHOTO_OF_ITEM, &values)?, "tray_photo", &photo)?;
        }
    }
    delete(conn, &tray)?;
    Ok(StartedTray::Started)
}

/// Returns the batch without its photos, which the database copies itself.
fn new_batch(start: &TrayBatch) -> NewBatch {
    let item = |item: &TrayItem| NewItem { id: item.id, request: item.request.clone(), photos: Vec::new() };
    NewBatch {
        id: BatchId::new(*start.tray.as_uuid()),
        account: start.account,
        created_at: start.created_at,
        idempotency: None,
        items: start.items.iter().map(item).collect(),
    }
}
