//! The results of items: one JSON file each. A later run skips the items that have one.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use jiff::Timestamp;
use listing_domain::generation::RenderedData;
use listing_domain::ids::GenerationId;
use listing_domain::locale::Market;
use listing_domain::options::Language;
use listing_domain::request::ListingOptions;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::piles::{Pile, Piles};

/// A finished item.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ItemResult {
    pub(super) id: String,
    /// In the form of RFC 3339.
    pub(super) created_at: String,
    pub(super) photos: Vec<String>,
    pub(super) options: StoredOptions,
    /// The answer, as of `ptl generate --json --details`.
    pub(super) data: Value,
}

/// The options of a result, by their codes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredOptions {
    platforms: Vec<String>,
    language: String,
    tone: String,
    quality: String,
    market: Option<String>,
}

impl StoredOptions {
    /// `market` is the configured country of the sale.
    pub(super) fn new(options: &ListingOptions, market: Option<Market>) -> Self {
        let platforms = options.platforms.as_slice().iter().map(|platform| platform.code().to_owned());
        Self {
            platforms: platforms.collect(),
            language: options.language.code().to_owned(),
            tone: options.tone.code().to_owned(),
            quality: options.quality.code().to_owned(),
            market: market.map(|market| market.code().to_owned()),
        }
    }
}

impl ItemResult {
    /// Reads the result of a pile with these options. `None` if there is none, or if it has other photos or
    /// options.
    pub(super) fn finished(file: &Path, pile: &Pile, options: &StoredOptions) -> Option<Self> {
        let text = fs::read(file).ok()?;
        let result: Self = serde_json::from_slice(&text).ok()?;
        let is_usable = result.id().is_ok() && result.created_at().is_ok() && result.language().is_ok();
        (is_usable && result.photos == pile.photos && result.options == *options).then_some(result)
    }

    /// Writes the file at once, so that a run that ends early leaves whole files only.
    pub(super) fn write(&self, file: &Path) -> Result<()> {
        let temporary = file.with_extension("json.part");
        let text = serde_json::to_string(self)? + "\n";
        let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, file));
        written.with_context(|| format!("cannot write {}", file.display()))
    }

    pub(super) fn id(&self) -> Result<GenerationId> {
        self.id.parse().map_err(|error| anyhow!("{} is not the id of a result: {error}", self.id))
    }

    pub(super) fn answer(&self) -> Result<RenderedData> {
        Ok(RenderedData::new(serde_json::to_vec(&self.data)?))
    }

    pub(super) fn language(&self) -> Result<Language> {
        Ok(self.options.language.parse()?)
    }

    pub(super) fn created_at(&self) -> Result<Timestamp> {
        self.created_at.parse().with_context(|| format!("{} is not a time", self.created_at))
    }
}

/// Returns the file of each pile, named after its first photo.
pub(super) fn files(folder: &Path, piles: &Piles) -> Vec<PathBuf> {
    let mut used = HashSet::new();
    let file = |pile: &Pile| {
        let name = plain(pile.photos.first().map_or("", String::as_str));
        let mut numbered = (2..).map(|number: u32| format!("{name}-{number}"));
        let mut free = name.clone();
        // Some systems ignore case in names.
        while !used.insert(free.to_lowercase()) {
            free = numbered.next().unwrap_or_default();
        }
        folder.join(format!("{free}.json"))
    };
    piles.piles.iter().map(file).collect()
}

/// The name without its extension, with hyphens instead of all signs that are special anywhere.
fn plain(photo: &str) -> String {
    let stem = photo.rsplit_once('.').map_or(photo, |(stem, _)| stem);
    stem.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_files_have_different_names() {
        let pile = |photo: &str| Pile { photos: vec![photo.to_owned()] };
        let piles = ["IMG_1.jpg", "IMG_1.png", "img_1.webp", "coat/été 1.jpg", "../x.jpg"].map(pile);
        let files = files(Path::new("out"), &Piles { piles: piles.into() });
        let expected = ["IMG_1", "IMG_1-2", "img_1-3", "coat-été-1", "---x"];
        assert_eq!(files, expected.map(|name| Path::new("out").join(format!("{name}.json"))));
    }
}
