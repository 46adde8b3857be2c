//! Finds the photos of a folder.

use std::cmp::Ordering;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

/// File extensions of photos, in lower case.
const EXTENSIONS: [&str; 8] = ["jpg", "jpeg", "png", "webp", "gif", "heic", "heif", "avif"];
/// Folders in folders; a limit also ends a circle of links.
const MAX_DEPTH: usize = 8;

/// The photos of a folder, as paths in it with `/` between the names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FoundPhotos {
    /// Photos in the folder itself, in natural order.
    pub(super) loose: Vec<String>,
    /// The photos of each folder below, in natural order.
    pub(super) folders: Vec<Vec<String>>,
}

impl FoundPhotos {
    /// The maximum number of photos.
    pub(super) const MAX: usize = 1000;

    pub(super) fn below(folder: &Path) -> Result<Self> {
        let mut found = Self::default();
        found.loose = found.collect(folder, "", 0)?;
        let count = found.count();
        ensure!(count > 0, "{} has no photos ({})", folder.display(), EXTENSIONS.join(", "));
        ensure!(
            count <= Self::MAX,
            "{} has {count} photos, the maximum is {}: split the folder",
            folder.display(),
            Self::MAX
        );
        Ok(found)
    }

    pub(super) fn count(&self) -> usize {
        self.loose.len() + self.folders.iter().map(Vec::len).sum::<usize>()
    }

    /// Returns the photos of a folder, and adds those of the folders in it. Hidden files are left out.
    fn collect(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<Vec<String>> {
        let unreadable = || format!("cannot read the folder {}", folder.display());
        let (mut photos, mut inner) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).with_context(unreadable)? {
            let entry = entry.with_context(unreadable)?;
            // A name that is not Unicode cannot be in a piles file.
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_folder = entry.path().is_dir();
            if name.starts_with('.') {
                continue;
            }
            if is_folder {
                inner.push(name);
            } else if is_photo(&name) {
                photos.push(format!("{prefix}{name}"));
            }
        }
        photos.sort_by(|one, other| natural(one, other));
        inner.sort_by(|one, other| natural(one, other));
        for name in inner.into_iter().filter(|_| depth < MAX_DEPTH) {
            let photos = self.collect(&folder.join(&name), &format!("{prefix}{name}/"), depth + 1)?;
            self.folders.extend(Some(photos).filter(|photos| !photos.is_empty()));
        }
        Ok(photos)
    }
}

fn is_photo(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()))
}

/// Compares names like file managers: numbers by value, letters without case.
fn natural(one: &str, other: &str) -> Ordering {
    let parts = pieces(one).cmp(pieces(other));
    parts.then_with(|| one.cmp(other))
}

/// A number sorts before a text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// Its number of digits without leading zeros, and these digits.
    Number(usize, String),
    Text(String),
}

fn pieces(name: &str) -> impl Iterator<Item = Piece> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let is_digit = rest.chars().next()?.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(if is_digit {
            let digits = piece.trim_start_matches('0');
            Piece::Number(digits.len(), digits.to_owned())
        } else {
            Piece::Text(piece.to_lowercase())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_by_the_value_of_their_numbers() {
        let mut names = ["IMG_10.jpg", "b.jpg", "IMG_9.jpg", "img_09.jpg", "A.jpg", "IMG_100.jpg", "7.jpg"];
        names.sort_by(|one, other| natural(one, other));
        let expected = ["7.jpg", "A.jpg", "b.jpg", "IMG_9.jpg", "img_09.jpg", "IMG_10.jpg", "IMG_100.jpg"];
        assert_eq!(names, expected);
    }

    #[test]
    fn photos_are_found_by_extension_and_each_folder_below_is_separate() {
        let folder = tempfile::tempdir().unwrap();
        for name in
            ["2.JPG", "10.jpg", "notes.txt", ".hidden.jpg", "coat/b.heic", "coat/a.jpg", "coat/tag/c.png"]
        {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "photo").unwrap();
        }
        let found = FoundPhotos::below(folder.path()).unwrap();
        assert_eq!(found.loose, ["2.JPG", "10.jpg"]);
        assert_eq!(found.folders, [vec!["coat/tag/c.png"], vec!["coat/a.jpg", "coat/b.heic"]]);
    }

    #[test]
    fn folder_without_photos_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = FoundPhotos::below(folder.path()).unwrap_err().to_string();
        assert!(refused.contains("has no photos (jpg, jpeg, png"), "{refused}");
        assert!(FoundPhotos::below(&folder.path().join("missing")).is_err());
    }
}
