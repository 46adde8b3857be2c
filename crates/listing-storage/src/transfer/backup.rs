//! A copy of a SQLite file that is in use.

use std::path::{Path, PathBuf};

use diesel::prelude::*;
use diesel::result::Error as DieselError;
use diesel::sql_types::Text;
use tempfile::TempPath;

use super::soundness::{ensure_ours, ensure_sound};
use super::{Refusal, TransferError, file_of, sync};
use crate::connection::{Conn, open_file};
use crate::error::StorageError;
use crate::migrate;

/// What unfinished copies are called at first.
const UNFINISHED: &str = ".ptl-copy-";

/// SQLite's words for a file of another kind.
pub(super) const NO_DATABASE: &str = "file is not a database";

/// Copies the SQLite database at an address into a new file, readable for its
/// owner only. The database may be in use: the copy holds what was committed
/// when it began.
///
/// The file appears when the copy is complete, was checked and is on the disk.
///
/// # Errors
/// [`Refusal::FileExists`] when there is such a file; [`TransferError::Unsound`]
/// when the database is not sound.
pub fn back_up(address: &str, file: &Path) -> Result<(), TransferError> {
    let database = file_of(address)?;
    let cannot_be_made = |source| TransferError::File { path: file.to_owned(), source };
    let file = std::path::absolute(file).map_err(cannot_be_made)?;
    if std::fs::symlink_metadata(&file).is_ok() {
        return Err(Refusal::FileExists(file).into());
    }
    let folder = folder_of(&file);
    let copy = copied(&database, &folder)?;
    check(&copy)?;
    sync(&copy)?;
    copy.persist_noclobber(&file).map_err(|kept| match kept.error.kind() {
        std::io::ErrorKind::AlreadyExists => Refusal::FileExists(file.clone()).into(),
        _ => cannot_be_made(kept.error),
    })?;
    sync(&folder)
}

fn check(copy: &Path) -> Result<(), TransferError> {
    let mut conn = Conn::Sqlite(open_file(copy)?);
    ensure_ours(&mut conn, &"the database")?;
    if !migrate::is_up_to_date(&mut conn)? {
        return Err(StorageError::Outdated.into());
    }
    ensure_sound(&mut conn)
}

/// Copies a SQLite file, with all that was committed to it, into an unfinished
/// file in a folder. It goes when this goes.
pub(super) fn copied(from: &Path, folder: &Path) -> Result<TempPath, TransferError> {
    for needed in [from, folder] {
        if !needed.exists() {
            return Err(Refusal::Missing(needed.to_owned()).into());
        }
    }
    // Readable for its owner only. Closed at once, because closing a file drops
    // the locks that SQLite has on it in this process.
    let made = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder);
    let made = made.map_err(|source| TransferError::File { path: folder.to_owned(), source })?;
    let copy = made.into_temp_path();
    let name = copy.to_str().ok_or_else(|| StorageError::Address(copy.display().to_string()))?;
    match diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(name).execute(&mut open_file(from)?) {
        Err(DieselError::DatabaseError(_, reason)) if reason.message() == NO_DATABASE => {
            Err(Refusal::NotOurs(from.display().to_string()).into())
        }
        Err(error) => Err(error.into()),
        Ok(_) => Ok(copy),
    }
}

/// The folder that an absolute path is in.
pub(super) fn folder_of(file: &Path) -> PathBuf {
    file.parent().unwrap_or(file).to_owned()
}
