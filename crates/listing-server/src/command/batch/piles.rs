//! Piles of photos, and their file.

use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, ensure};
use listing_domain::grouping::{PhotoTraits, group};
use listing_domain::request::PhotoUploads;
use serde::{Deserialize, Serialize};

use super::folder::FoundPhotos;

/// The content of a piles file, which people edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Piles {
    pub(super) piles: Vec<Pile>,
}

/// The photos of one item, as paths in the folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pile {
    pub(super) photos: Vec<String>,
}

impl Piles {
    /// Groups the loose photos, whose traits are given. Each folder below is an item of its own: its first
    /// photos, because the seller has put them together.
    pub(super) fn new(found: FoundPhotos, traits: &[PhotoTraits]) -> Self {
        let FoundPhotos { loose, folders } = found;
        let grouped = group(traits);
        let photos = |positions: Vec<usize>| {
            positions.into_iter().filter_map(|position| loose.get(position).cloned()).collect()
        };
        let grouped = grouped.into_iter().map(photos);
        let folders = folders.into_iter().map(|photos| photos.into_iter().take(PhotoUploads::MAX).collect());
        Self { piles: grouped.chain(folders).map(|photos| Pile { photos }).collect() }
    }

    pub(super) fn count(&self) -> usize {
        self.piles.iter().map(|pile| pile.photos.len()).sum()
    }

    /// Reads a file and checks it against the photos of the folder. `None` if there is no file.
    pub(super) fn read(file: &Path, found: &FoundPhotos) -> Result<Option<Self>> {
        let name = file.display();
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(anyhow::Error::new(error).context(format!("cannot read {name}"))),
        };
        let piles: Self = serde_json::from_str(&text).with_context(|| {
            format!(r#"{name} is not a piles file such as {{"piles": [{{"photos": ["a.jpg", "b.jpg"]}}]}}"#)
        })?;
        piles.check(found).with_context(|| format!("{name} cannot be used"))?;
        Ok(Some(piles))
    }

    fn check(&self, found: &FoundPhotos) -> Result<()> {
        let known: HashSet<&String> = found.loose.iter().chain(found.folders.iter().flatten()).collect();
        let mut used = HashSet::new();
        ensure!(!self.piles.is_empty(), "piles must have at least one pile");
        for (number, Pile { photos }) in (1..).zip(&self.piles) {
            let max = PhotoUploads::MAX;
            ensure!(
                (1..=max).contains(&photos.len()),
                "pile {number} must have 1 to {max} photos, not {}",
                photos.len()
            );
            for photo in photos {
                ensure!(known.contains(photo), "pile {number}: the folder has no photo {photo}");
                ensure!(used.insert(photo), "pile {number}: {photo} is in two piles");
            }
        }
        Ok(())
    }

    /// Creates the file; an existing one is never replaced.
    pub(super) fn create(&self, file: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        let mut created = fs::File::create_new(file)
            .map_err(|error| anyhow!(error).context(format!("cannot create {}", file.display())))?;
        created.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found() -> FoundPhotos {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        FoundPhotos {
            loose: names(&["1.jpg", "2.jpg"]),
            folders: vec![names(&["coat/1.jpg", "coat/2.jpg", "coat/3.jpg", "coat/4.jpg", "coat/5.jpg"])],
        }
    }

    #[test]
    fn folder_is_a_pile_of_its_first_four_photos() {
        let piles = Piles::new(found(), &[PhotoTraits::default(), PhotoTraits::default()]).piles;
        let photos: Vec<_> = piles.iter().map(|pile| pile.photos.as_slice()).collect();
        assert_eq!(photos[..2], [["1.jpg"], ["2.jpg"]]);
        assert_eq!(photos[2], ["coat/1.jpg", "coat/2.jpg", "coat/3.jpg", "coat/4.jpg"]);
    }

    #[test]
    fn piles_file_is_read_back_and_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("piles.json");
        assert_eq!(Piles::read(&file, &found()).unwrap(), None);
        let piles = Piles { piles: vec![Pile { photos: vec!["2.jpg".to_owned(), "1.jpg".to_owned()] }] };
        piles.create(&file).unwrap();
        assert_eq!(Piles::read(&file, &found()).unwrap(), Some(piles.clone()));
        assert!(piles.create(&file).is_err());
    }

    #[test]
    fn wrong_piles_file_is_refused_with_the_pile_and_the_rule() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("piles.json");
        for (text, expected) in [
            ("{}", "is not a piles file such as"),
            (r#"{"piles": []}"#, "at least one pile"),
            (r#"{"piles": [{"photos": []}]}"#, "pile 1 must have 1 to 4 photos, not 0"),
            (
                r#"{"piles": [{"photos": ["1.jpg"]}, {"photos": ["9.jpg"]}]}"#,
                "pile 2: the folder has no photo 9.jpg",
            ),
            (r#"{"piles": [{"photos": ["1.jpg"]}, {"photos": ["1.jpg"]}]}"#, "pile 2: 1.jpg is in two piles"),
            (r#"{"piles": [{"photos": ["1.jpg"], "sku": "A"}]}"#, "is not a piles file"),
        ] {
            fs::write(&file, text).unwrap();
            let refused = format!("{:#}", Piles::read(&file, &found()).unwrap_err());
            assert!(refused.contains(expected), "{text}: {refused}");
        }
    }
}
