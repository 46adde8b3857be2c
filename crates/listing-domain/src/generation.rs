//! Generations that are kept: what was made, for whom, and when.

use std::fmt;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::ids::{AccountId, GenerationId};
use crate::marketplace::Platform;
use crate::money::Money;
use crate::photo::Thumbnail;
use crate::product::Product;
use crate::quota::UsageAtCharge;
use crate::request::ListingOptions;
use crate::search_words::SearchText;

/// What was written, in the form in which it goes out and is stored: whoever
/// asks again gets these very bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct RenderedData(Arc<[u8]>);

impl RenderedData {
    /// Wraps what was rendered or read back.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self(bytes.into())
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for RenderedData {
    /// Only the size: it holds listing texts, which no log may have.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RenderedData({} bytes)", self.0.len())
    }
}

/// The part of a generation that lists and searches read. It is stored next to the answer, so that
/// neither reads whole answers.
#[derive(Clone, PartialEq, Eq)]
pub struct GenerationSummary {
    /// The item's name; empty where it is unknown.
    pub name: String,
    /// The suggested price; none where an earlier version stored the generation.
    pub price: Option<Money>,
    /// The marketplaces that have a listing.
    pub platforms: Vec<Platform>,
    /// The texts that a search finds.
    pub search_text: SearchText,
}

impl fmt::Debug for GenerationSummary {
    /// Leaves the texts out, which no log may have.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerationSummary").field("platforms", &self.platforms).finish_non_exhaustive()
    }
}

/// The use that is made of a list of generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListPurpose {
    /// Its entries are shown.
    Show,
    /// Its entries are searched, so their search texts are read too.
    Search,
}

/// A generation in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationEntry {
    /// The generation's identity.
    pub id: GenerationId,
    /// The moment of its charge.
    pub created_at: Timestamp,
    /// Its summary. The search text is empty unless the list was read for a search.
    pub summary: GenerationSummary,
    /// True when a small picture of the item is stored.
    pub has_thumbnail: bool,
}

impl GenerationEntry {
    /// Returns its place among the account's generations.
    pub const fn place(&self) -> GenerationPlace {
        GenerationPlace { created_at: self.created_at, id: self.id }
    }
}

/// A generation that is to be kept with its charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGeneration {
    /// The identity of the generation to be.
    pub id: GenerationId,
    /// What was wished for.
    pub options: ListingOptions,
    /// What the item is.
    pub product: Product,
    /// What was written.
    pub data: RenderedData,
    /// The summary of that.
    pub summary: GenerationSummary,
    /// A small picture of the item.
    pub thumbnail: Option<Thumbnail>,
    /// Whether the account finds it in its history. One that is kept only
    /// because its idempotency key must be answered is not listed.
    pub is_listed: bool,
}

/// A generation as it is kept. No photo is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generation {
    /// Its identity.
    pub id: GenerationId,
    /// Who paid.
    pub account: AccountId,
    /// When it was charged.
    pub created_at: Timestamp,
    /// What was wished for.
    pub options: ListingOptions,
    /// What the item is.
    pub product: Product,
    /// What was written, as it went out.
    pub data: RenderedData,
    /// What became of it since, where it was edited or written again.
    pub revised: Option<RenderedData>,
    /// How many rewrites are counted, those under way among them.
    pub rewrites: u32,
    /// How the account stood after the charge.
    pub usage: UsageAtCharge,
    /// True when a small picture of the item is stored.
    pub has_thumbnail: bool,
}

impl Generation {
    /// What the account finds: the revised data, where there are any.
    pub fn current(&self) -> &RenderedData {
        self.revised.as_ref().unwrap_or(&self.data)
    }

    /// Its place among the account's generations.
    pub const fn place(&self) -> GenerationPlace {
        GenerationPlace { created_at: self.created_at, id: self.id }
    }
}

/// New data for a generation. What went out stays beside them: an idempotency key is
/// answered with that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The revised data that these were made of, as they were found; none where the
    /// generation had not been revised. What others revised meanwhile is not overwritten.
    pub based_on: Option<RenderedData>,
    /// The new data.
    pub data: RenderedData,
    /// The summary of the new data.
    pub summary: GenerationSummary,
    /// The product that the new data are of.
    pub product: Product,
}

/// The result of counting a rewrite before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RewriteCount {
    /// It is counted.
    Counted {
        /// How many are counted by now.
        rewrites: u32,
    },
    /// The account has no such generation.
    Missing,
    /// As many as are allowed were counted before.
    Exhausted,
}

/// What came of a revision. Only one that was done has changed anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revised {
    /// The new data are kept.
    Done,
    /// The account has no such generation.
    Missing,
    /// It was revised by others since it was found.
    Overtaken,
}

/// A place in an account's history, newest first: where the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GenerationPlace {
    /// When the generation at that place was charged.
    pub created_at: Timestamp,
    /// Its identity, for those of one moment.
    pub id: GenerationId,
}

/// What is kept of generations, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryPolicy {
    /// How long a generation stays in its account's history; zero keeps none.
    pub keep_for: SignedDuration,
    /// Whether a small picture of the item is kept with it.
    pub has_thumbnails: bool,
}

impl HistoryPolicy {
    /// Days that a generation is kept by default.
    pub const DAYS: u16 = 30;

    /// Keeps generations for some days.
    pub fn days(days: u16, has_thumbnails: bool) -> Self {
        Self { keep_for: SignedDuration::from_hours(i64::from(days) * 24), has_thumbnails }
    }

    /// Whether generations are kept at all.
    pub(crate) const fn keeps_any(&self) -> bool {
        self.keep_for.is_positive()
    }
}

impl Default for HistoryPolicy {
    fn default() -> Self {
        Self::days(Self::DAYS, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_never_printed() {
        assert_eq!(format!("{:?}", RenderedData::new(*b"secret")), "RenderedData(6 bytes)");
    }

    #[test]
    fn no_days_keep_nothing() {
        assert!(!HistoryPolicy::days(0, true).keeps_any());
        assert!(HistoryPolicy::days(1, true).keeps_any());
        assert_eq!(HistoryPolicy::default().keep_for, SignedDuration::from_hours(720));
    }
}
