//! Checks that only this process's user and root can change a file. The program reads settings and code only
//! from such files; errors name the command that corrects the problem.
#![deny(missing_docs)]

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

const GROUP_WRITES: u32 = 0o020;
const OTHERS_WRITE: u32 = 0o002;
/// In a folder with the sticky bit, such as `/tmp`, users can remove and rename only their own entries.
const STICKY: u32 = 0o1000;
/// Root can change every file.
const ROOT: u32 = 0;

/// Why a file is not trusted.
#[derive(Debug, thiserror::Error)]
pub enum NotTrusted {
    /// Cannot be read.
    #[error("cannot read {path}", path = path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// Belongs to another user.
    #[error(
        "{path} belongs to the user {owner}, who could change it: make it yours or root's (chown {user} {path})",
        path = path.display()
    )]
    Foreign {
        /// The file or folder.
        path: PathBuf,
        /// The owner's name.
        owner: String,
        /// This process's user.
        user: String,
    },
    /// Other users can write to it.
    #[error(
        "{path} can be changed by other users (mode {mode:04o}): remove their write permission (chmod go-w {path})",
        path = path.display()
    )]
    Writable {
        /// The file or folder.
        path: PathBuf,
        /// Its Unix mode.
        mode: u32,
    },
}

/// Accepts a file or folder that only root and this process's user can change or replace. Follows symbolic
/// links.
///
/// # Errors
/// [`NotTrusted`] names the file or its folder.
pub fn check(path: &Path) -> Result<(), NotTrusted> {
    let unreadable = |source| NotTrusted::Unreadable { path: path.to_owned(), source };
    let real = fs::canonicalize(path).map_err(unreadable)?;
    let user = current_user();
    judge(&real, user, &metadata(&real)?)?;
    // Who can rename files in a folder can replace any of them.
    if let Some(folder) = real.parent() {
        judge(folder, user, &metadata(folder)?)?;
    }
    Ok(())
}

fn metadata(path: &Path) -> Result<Metadata, NotTrusted> {
    fs::metadata(path).map_err(|source| NotTrusted::Unreadable { path: path.to_owned(), source })
}

fn judge(path: &Path, user: u32, metadata: &Metadata) -> Result<(), NotTrusted> {
    let (owner, group, mode) = (metadata.uid(), metadata.gid(), metadata.mode() & 0o7777);
    let path = path.to_owned();
    if is_writable_by_others(owner, group, mode, metadata.is_dir()) {
        return Err(NotTrusted::Writable { path, mode });
    }
    if owner == user || owner == ROOT {
        Ok(())
    } else {
        Err(NotTrusted::Foreign { path, owner: user_name(owner), user: user_name(user) })
    }
}

/// For a folder, write access means replacing entries. A group with the owner's id is the private group that
/// systems create for each user, and does not count.
fn is_writable_by_others(owner: u32, group: u32, mode: u32, is_folder: bool) -> bool {
    let is_sticky = is_folder && mode & STICKY != 0;
    let by_group = mode & GROUP_WRITES != 0 && group != owner;
    (by_group || mode & OTHERS_WRITE != 0) && !is_sticky
}

/// A file or folder that this process's user may not change.
#[derive(Debug, thiserror::Error)]
#[error(
    "{path} belongs to the user {owner} (mode {mode:04o}), and the user {user} may not change it: run the command as \
     {owner}, or change its owner (chown {user} {path})",
    path = path.display()
)]
pub struct Denied {
    path: PathBuf,
    owner: String,
    mode: u32,
    user: String,
    #[source]
    source: io::Error,
}

/// Checks that this process's user may read and write a file, or create files in a folder. Opens nothing.
///
/// # Errors
/// [`Denied`] names the owner.
pub fn can_change(path: &Path) -> Result<(), Denied> {
    use rustix::fs::{Access, access};

    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    access(path, Access::READ_OK | Access::WRITE_OK).map_err(|error| denied(path, error.into()))
}

fn denied(path: &Path, source: io::Error) -> Denied {
    let metadata = fs::metadata(path).ok();
    Denied {
        path: path.to_owned(),
        owner: metadata.as_ref().map_or_else(|| "unknown".to_owned(), |it| user_name(it.uid())),
        mode: metadata.map_or(0, |metadata| metadata.mode() & 0o7777),
        user: user_name(current_user()),
        source,
    }
}

/// Gives a file that root created to the owner of another. Other users own the files that they create, so
/// nothing is done for them.
///
/// # Errors
/// If the owner cannot be changed.
pub fn give_to_owner_of(model: &Path, file: &Path) -> io::Result<()> {
    if !is_root() {
        return Ok(());
    }
    let metadata = fs::metadata(model)?;
    std::os::unix::fs::chown(file, Some(metadata.uid()), Some(metadata.gid()))
}

/// Returns the id of this process's user.
pub fn current_user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Returns true if this process runs as root.
pub fn is_root() -> bool {
    current_user() == ROOT
}

/// Returns a user's name, or the id if it has none.
pub fn user_name(user: u32) -> String {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = users.lines().find_map(|line| {
        let mut parts = line.split(':');
        let (name, number) = (parts.next()?, parts.nth(1)?);
        (number.parse() == Ok(user)).then(|| name.to_owned())
    });
    name.unwrap_or_else(|| user.to_string())
}

/// Returns the owner's name; `None` if the file cannot be read.
pub fn owner_of(path: &Path) -> Option<String> {
    fs::metadata(path).ok().map(|metadata| user_name(metadata.uid()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_file_that_other_users_can_change_or_replace_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ptl.toml");
        fs::write(&file, "").unwrap();
        for (file_mode, folder_mode, is_accepted) in [
            (0o600, 0o700, true),
            (0o644, 0o755, true),
            (0o666, 0o755, false),
            (0o602, 0o755, false),
            (0o644, 0o777, false),
            (0o644, 0o1777, true),
        ] {
            mode(&file, file_mode);
            mode(folder.path(), folder_mode);
            let checked = check(&file);
            assert_eq!(checked.is_ok(), is_accepted, "{file_mode:o} {folder_mode:o} {checked:?}");
            if let Err(error) = checked {
                let text = error.to_string();
                assert!(text.contains(folder.path().to_str().unwrap()) && text.contains("chmod"), "{text}");
            }
        }
    }

    #[test]
    fn a_link_is_checked_by_its_target() {
        let (ours, open) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (link, file) = (ours.path().join("link"), open.path().join("file"));
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(check(&link).is_ok());
        mode(open.path(), 0o777);
        assert!(check(&link).is_err());
    }

    #[test]
    fn a_users_private_group_counts_as_the_user() {
        assert!(!is_writable_by_others(1_000, 1_000, 0o664, false));
        assert!(is_writable_by_others(1_000, 100, 0o664, false));
        assert!(is_writable_by_others(1_000, 1_000, 0o666, false));
        assert!(!is_writable_by_others(1_000, 100, 0o644, false));
        // The sticky bit protects entries of a folder, not a file.
        assert!(is_writable_by_others(0, 0, 0o1666, false));
    }

    #[test]
    fn a_file_of_another_user_is_refused() {
        const STRANGER: u32 = 54_321;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let metadata = fs::metadata(&file).unwrap();
        let judged = if is_root() {
            std::os::unix::fs::chown(&file, Some(STRANGER), None).unwrap();
            check(&file)
        } else {
            judge(&file, STRANGER, &metadata)
        };
        assert!(matches!(judged, Err(NotTrusted::Foreign { .. })), "{judged:?}");
        assert!(judge(&file, metadata.uid(), &metadata).is_ok());
    }

    #[test]
    fn a_user_has_the_systems_name_or_else_the_id() {
        assert_eq!(user_name(0), "root");
        assert_eq!(user_name(4_000_000_001), "4000000001");
    }

    #[test]
    fn a_file_created_by_root_is_given_to_the_folders_owner() {
        if !is_root() {
            eprintln!("NOT RUN: only root can give files away");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::chown(folder.path(), Some(54_321), Some(54_321)).unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        give_to_owner_of(folder.path(), &file).unwrap();
        let metadata = fs::metadata(&file).unwrap();
        assert_eq!((metadata.uid(), metadata.gid()), (54_321, 54_321));
    }

    #[test]
    fn an_error_about_missing_permission_names_the_owner() {
        let folder = tempfile::tempdir().unwrap();
        can_change(folder.path()).unwrap();
        let file = folder.path().join("file");
        assert!(can_change(&file).is_err(), "the file does not exist");
        fs::write(&file, "").unwrap();
        mode(&file, 0o400);
        assert_eq!(can_change(&file).is_ok(), is_root());
        let message = denied(&file, io::Error::from(io::ErrorKind::PermissionDenied)).to_string();
        let owner = owner_of(&file).unwrap();
        assert!(message.contains(&format!("belongs to the user {owner} (mode 0400)")), "{message}");
    }
}
