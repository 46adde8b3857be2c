//! Copies a SQLite file that is in use. The copy holds the data of one moment.

use std::path::Path;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::Text;
use tempfile::TempPath;

use crate::connection::{Conn, open_file};
use crate::error::StorageError;
use crate::limits::DatabaseLimits;

const TEMP_PREFIX: &str = ".ptl-copy-";

/// For caching pages while reading a copy. Larger sorts use temporary files.
const CACHE_KIB: u32 = 64 * 1_024;

/// Copies all committed data into a temporary file in a folder, readable for its owner only. Dropping the
/// path removes the file.
pub(crate) fn copied(from: &Path, folder: &Path) -> Result<TempPath, StorageError> {
    // Closed at once, because closing a file drops SQLite's locks on it in this process.
    let created = tempfile::Builder::new().prefix(TEMP_PREFIX).tempfile_in(folder);
    let created = created.map_err(|source| StorageError::File { path: folder.to_owned(), source })?;
    let copy = created.into_temp_path();
    let name = copy.to_str().ok_or_else(|| StorageError::Address(copy.display().to_string()))?;
    diesel::sql_query("VACUUM INTO ?")
        .bind::<Text, _>(name)
        .execute(&mut open_file(from, &DatabaseLimits::default())?)?;
    Ok(copy)
}

/// The cache is large enough to read the whole copy.
pub(crate) fn open_copy(copy: &Path) -> Result<Conn, StorageError> {
    let mut conn = open_file(copy, &DatabaseLimits::default())?;
    conn.batch_execute(&format!("PRAGMA cache_size = -{CACHE_KIB}"))?;
    Ok(Conn::Sqlite(conn))
}

/// Copies a file into its folder, opens the copy and removes its name. The disk space is free once the
/// connection closes, even if the process is killed.
pub(crate) fn open_unlisted(file: &Path) -> Result<Conn, StorageError> {
    let copy = copied(file, file.parent().unwrap_or(file))?;
    open_copy(&copy)
}
