use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use diesel::connection::SimpleConnection as _;
use diesel::result::Error as DieselError;
use jiff::Timestamp;
use tempfile::TempPath;

use super::backup::{NO_DATABASE, copied, folder_of};
use super::soundness::{ensure_nothing_foreign, ensure_ours, ensure_sound};
use super::{Refusal, TransferError, file_of, sync};
use crate::connection::{Conn, LOCKED, open_file};
use crate::limits::DatabaseLimits;
use crate::location::make_private_folder;
use crate::migrate;

/// The files next to a SQLite database that hold data. SQLite would apply leftover ones to the new database.
const SIDE_FILES: [&str; 2] = ["-wal", "-journal"];

/// This file holds no data.
const SHARED_MEMORY_SUFFIX: &str = "-shm";

/// For a file that SQLite cannot read as a database.
const UNREADABLE: [&str; 2] = [NO_DATABASE, "database disk image is malformed"];

/// Fail if another process has the database open, because in WAL mode even an idle one holds a lock.
const LOCK_EXCLUSIVELY: &str =
    "PRAGMA busy_timeout = 1000; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;";

/// Replaces the SQLite database at an address with a checked copy of a backup, migrated to this program's
/// schema. With `replace`, an existing database gets its old name plus the time `now`; the function returns
/// that path.
///
/// Existing files stay unchanged until the copy is on the disk and checked. Then the copy gets the database's
/// name in one operation.
///
/// # Errors
/// [`Refusal::DatabaseExists`] without `replace`; [`Refusal::InUse`] if a process has the database open;
/// [`TransferError::Unsound`] if the backup fails its check.
pub fn restore(
    address: &str,
    backup: &Path,
    replace: bool,
    now: Timestamp,
) -> Result<Option<PathBuf>, TransferError> {
    let file = resolved(file_of(address)?);
    let exists = file.exists() || SIDE_FILES.iter().any(|suffix| with_suffix(&file, suffix).exists());
    if exists && !replace {
        return Err(Refusal::DatabaseExists(file).into());
    }
    if !backup.is_file() {
        return Err(Refusal::Missing(backup.to_owned()).into());
    }
    let folder = folder_of(&file);
    make_private_folder(&folder).map_err(|source| TransferError::File { path: folder.clone(), source })?;
    let copy = copied(backup, &folder)?;
    migrate_and_check(&copy, backup)?;
    // The owner of the old file or of the folder, so that the service can open the copy.
    let model = if file.exists() { &file } else { &folder };
    listing_ownership::give_to_owner_of(model, &copy).map_err(|error| cannot_write(&copy, error))?;
    if let Ok(metadata) = fs::metadata(&file) {
        fs::set_permissions(&copy, metadata.permissions()).map_err(|error| cannot_write(&copy, error))?;
    }
    sync(&copy)?;
    let previous = exists.then(|| with_suffix(&file, &now.strftime(".%Y%m%dT%H%M%SZ").to_string()));
    match &previous {
        None => copy.persist_noclobber(&file).map_err(|error| cannot_write(&file, error.error))?,
        Some(previous) => swap(&file, previous, copy)?,
    }
    sync(&folder)?;
    Ok(previous)
}

/// Resolves a symbolic link, because SQLite's other files are next to the link's target.
fn resolved(file: PathBuf) -> PathBuf {
    file.canonicalize().unwrap_or(file)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn cannot_write(path: &Path, source: io::Error) -> TransferError {
    TransferError::File { path: path.to_owned(), source }
}

fn migrate_and_check(copy: &Path, backup: &Path) -> Result<(), TransferError> {
    let mut conn = Conn::Sqlite(open_file(copy, &DatabaseLimits::default())?);
    ensure_ours(&mut conn, &backup.display())?;
    migrate::bring_up_to_date(&mut conn)?;
    ensure_nothing_foreign(&mut conn, &backup.display())?;
    ensure_sound(&mut conn, &mut |_| {})
}

/// Renames a database to `previous` and gives its name to the copy.
fn swap(file: &Path, previous: &Path, copy: TempPath) -> Result<(), TransferError> {
    let mut existing =
        SIDE_FILES.iter().map(|suffix| with_suffix(previous, suffix)).chain([previous.to_owned()]);
    if let Some(existing) = existing.find(|path| path.exists()) {
        return Err(Refusal::FileExists(existing).into());
    }
    let has_file = file.exists();
    if has_file {
        close_log(file)?;
        // A second name first, so that the original name always leads to a complete database.
        fs::hard_link(file, previous).map_err(|error| cannot_write(previous, error))?;
    }
    // A killed process may have left this file.
    let _ = fs::remove_file(with_suffix(file, SHARED_MEMORY_SUFFIX));
    let swapped = move_side_files(file, previous).and_then(|()| {
        let put = if has_file { copy.persist(file) } else { copy.persist_noclobber(file) };
        put.map_err(|error| error.error)
    });
    swapped.map_err(|error| {
        // Moves the files back as far as the file system allows.
        let _ = move_side_files(previous, file);
        let _ = if has_file { fs::remove_file(previous) } else { Ok(()) };
        cannot_write(file, error)
    })
}

/// Fails if a process uses a database, and has SQLite write its log into it. Accepts a file that SQLite
/// cannot read, since it has no log to write.
fn close_log(file: &Path) -> Result<(), TransferError> {
    let locked = open_file(file, &DatabaseLimits::default())?.batch_execute(LOCK_EXCLUSIVELY);
    match locked {
        Err(DieselError::DatabaseError(_, reason)) if reason.message() == LOCKED => {
            Err(Refusal::InUse(file.to_owned()).into())
        }
        Err(DieselError::DatabaseError(_, reason)) if UNREADABLE.contains(&reason.message()) => Ok(()),
        outcome => Ok(outcome?),
    }
}

fn move_side_files(from: &Path, to: &Path) -> io::Result<()> {
    for suffix in SIDE_FILES {
        match fs::rename(with_suffix(from, suffix), with_suffix(to, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
