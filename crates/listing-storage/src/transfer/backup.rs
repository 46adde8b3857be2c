use std::path::{Path, PathBuf};

use diesel::result::Error as DieselError;
use tempfile::TempPath;

use super::soundness::{ensure_ours, ensure_sound};
use super::{Refusal, TransferError, file_of, sync};
use crate::error::StorageError;
use crate::migrate;
use crate::snapshot::{self, open_copy};
use crate::store::CheckProgress;

pub(super) const NO_DATABASE: &str = "file is not a database";

/// Copies a SQLite database, which may be in use, into a new file, readable for its owner only. The copy
/// holds the data committed before the call.
///
/// The file gets its name once it is complete, checked and on the disk. `on_progress` is for the check.
///
/// # Errors
/// [`Refusal::FileExists`] if the file exists; [`TransferError::Unsound`] if the copy fails its check.
pub fn back_up(
    address: &str,
    file: &Path,
    on_progress: &mut dyn FnMut(CheckProgress),
) -> Result<(), TransferError> {
    let database = file_of(address)?;
    let cannot_be_made = |source| TransferError::File { path: file.to_owned(), source };
    let file = std::path::absolute(file).map_err(cannot_be_made)?;
    if std::fs::symlink_metadata(&file).is_ok() {
        return Err(Refusal::FileExists(file).into());
    }
    let folder = folder_of(&file);
    let copy = copied(&database, &folder)?;
    check(&copy, on_progress)?;
    sync(&copy)?;
    copy.persist_noclobber(&file).map_err(|failed| match failed.error.kind() {
        std::io::ErrorKind::AlreadyExists => Refusal::FileExists(file.clone()).into(),
        _ => cannot_be_made(failed.error),
    })?;
    sync(&folder)
}

fn check(copy: &Path, on_progress: &mut dyn FnMut(CheckProgress)) -> Result<(), TransferError> {
    let mut conn = open_copy(copy)?;
    ensure_ours(&mut conn, &"the database")?;
    if !migrate::is_up_to_date(&mut conn)? {
        return Err(StorageError::Outdated.into());
    }
    ensure_sound(&mut conn, on_progress)
}

/// Copies all committed data into a temporary file in a folder. Dropping the path removes the file.
pub(super) fn copied(from: &Path, folder: &Path) -> Result<TempPath, TransferError> {
    for needed in [from, folder] {
        if !needed.exists() {
            return Err(Refusal::Missing(needed.to_owned()).into());
        }
    }
    match snapshot::copied(from, folder) {
        Err(StorageError::Database(DieselError::DatabaseError(_, reason)))
            if reason.message() == NO_DATABASE =>
        {
            Err(Refusal::NotOurs(from.display().to_string()).into())
        }
        Err(StorageError::File { path, source }) => Err(TransferError::File { path, source }),
        copied => Ok(copied?),
    }
}

pub(super) fn folder_of(file: &Path) -> PathBuf {
    file.parent().unwrap_or(file).to_owned()
}
