//! The archive, opened by Python and `unzip`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use listing_export::{ExportItem, FormatId};
use serde::Deserialize;

use super::cells::{flat, lines};
use super::{Environment, Figures, read_json, script, shown};
use crate::it::outcome::missing;
use crate::it::runs::toolbox::stdout_of;
use xtask::debian::succeeds;

/// An archive as Python has it.
#[derive(Debug, Deserialize)]
struct Archive {
    /// The texts by name.
    texts: BTreeMap<String, String>,
    photos: BTreeSet<String>,
    has_table: bool,
}

pub(super) fn verify(env: &Environment) -> Result<Figures> {
    let mut python = Command::new("python3");
    python.arg(script("archive.py")).arg(env.file(FormatId::Zip)).arg(env.file(FormatId::Csv));
    let archive: Archive = read_json(&mut python)?;
    ensure!(archive.has_table, "listings.csv differs from the table");
    let photos: usize = env.items.iter().map(|item| item.photos.len()).sum();
    ensure!(archive.photos.len() == photos, "{} photos instead of {photos}", archive.photos.len());
    let mut folders = folders(&archive.texts);
    ensure!(folders.len() == env.items.len(), "{} folders instead of {}", folders.len(), env.items.len());
    for item in &env.items {
        let place = folders.iter().position(|texts| are_listings(texts, item));
        let place = place.with_context(|| format!("no folder of {}", shown(&item.listings[0].title)))?;
        folders.swap_remove(place);
    }
    if !succeeds(Command::new("unzip").arg("-v")) {
        return missing("unzip is not installed");
    }
    stdout_of(Command::new("unzip").arg("-tqq").arg(env.file(FormatId::Zip)))?;
    let (texts, photos) = (archive.texts.len(), archive.photos.len());
    Ok(vec![("texts".to_owned(), texts.to_string()), ("photos".to_owned(), photos.to_string())])
}

/// Returns the texts of each folder.
fn folders(texts: &BTreeMap<String, String>) -> Vec<Vec<&str>> {
    let mut folders = BTreeMap::<_, Vec<_>>::new();
    for (name, text) in texts {
        folders.entry(name.split('/').next()).or_default().push(text.as_str());
    }
    folders.into_values().collect()
}

/// Returns true if the texts of a folder are the item's listings.
fn are_listings(texts: &[&str], item: &ExportItem) -> bool {
    let is_listing = |text: &&str| {
        item.listings.iter().any(|listing| {
            let title = text.lines().next().and_then(|line| line.split_once(": ").map(|(_, title)| title));
            // French has a no-break space before the colon.
            title == Some(&flat(&listing.title))
                && text.ends_with(&format!(":\n{}\n", lines(&listing.description)))
        })
    };
    texts.len() == item.listings.len() && texts.iter().all(is_listing)
}
