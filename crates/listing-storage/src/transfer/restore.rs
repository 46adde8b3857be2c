//! Restores a backup in the place of a SQLite database.

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

/// Suffixes of SQLite's side files with data. SQLite would apply a leftover one to the new database.
const SIDE_FILES: [&str; 2] = ["-wal", "-journal"];

/// Suffix of the side file that processes share. It holds no data.
const SHARED_MEMORY_SUFFIX: &str = "-shm";

/// SQLite's messages for a file that it cannot read.
const UNREADABLE: [&str; 2] = [NO_DATABASE, "database disk image is malformed"];

/// Takes exclusive access. In WAL mode even an idle process with the database open holds a lock and
/// blocks this.
const LOCK_EXCLUSIVELY: &str =
    "PRAGMA busy_timeout = 1000; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;";

/// Replaces the SQLite database at an address with a checked copy of a backup, brought to this
/// program's schema. With `replace`, an existing database is kept under its name plus the moment `now`,
/// and the function returns that path.
///
/// Existing files stay untouched until the copy is on the disk and checked. Then it takes the
/// database's name in one step.
///
/// # Errors
/// [`Refusal::DatabaseExists`] without `replace`, [`Refusal::InUse`] when a process has the database
/// open, [`TransferError::Unsound`] when the backup is not sound.
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
    // The service must be able to open the file.
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

/// Resolves a symbolic link, because the side files are next to its target.
fn resolved(file: PathBuf) -> PathBuf {
    file.canonicalize().unwrap_or(file)
}

/// Appends text to a path's last name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn cannot_write(path: &Path, source: io::Error) -> TransferError {
    TransferError::File { path: path.to_owned(), source }
}

/// Brings a copy to this program's schema and checks it.
fn migrate_and_check(copy: &Path, backup: &Path) -> Result<(), TransferError> {
    let mut conn = Conn::Sqlite(open_file(copy, &DatabaseLimits::default())?);
    ensure_ours(&mut conn, &backup.display())?;
    migrate::bring_up_to_date(&mut conn)?;
    ensure_nothing_foreign(&mut conn, &backup.display())?;
    ensure_sound(&mut conn, &mut |_| {})
}

/// Keeps a database under another name, and gives its name to the copy.
fn swap(file: &Path, previous: &Path, copy: TempPath) -> Result<(), TransferError> {
    let mut existing =
        SIDE_FILES.iter().map(|suffix| with_suffix(previous, suffix)).chain([previous.to_owned()]);
    if let Some(existing) = existing.find(|path| path.exists()) {
        return Err(Refusal::FileExists(existing).into());
    }
    let has_file = file.exists();
    if has_file {
        close_log(file)?;
        // A second name, so that the first one always names a whole database.
        fs::hard_link(file, previous).map_err(|error| cannot_write(previous, error))?;
    }
    // A killed process may have left it.
    let _ = fs::remove_file(with_suffix(file, SHARED_MEMORY_SUFFIX));
    let swapped = move_side_files(file, previous).and_then(|()| {
        let put = if has_file { copy.persist(file) } else { copy.persist_noclobber(file) };
        put.map_err(|error| error.error)
    });
    swapped.map_err(|error| {
        // Restores the former state, as far as the file system allows.
        let _ = move_side_files(previous, file);
        let _ = if has_file { fs::remove_file(previous) } else { Ok(()) };
        cannot_write(file, error)
    })
}

/// Makes sure that no process uses a database, and has SQLite write its side files into it. A file that
/// is no longer a database needs neither.
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

/// Moves the side files of one database to another.
fn move_side_files(from: &Path, to: &Path) -> io::Result<()> {
    for suffix in SIDE_FILES {
        match fs::rename(with_suffix(from, suffix), with_suffix(to, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
