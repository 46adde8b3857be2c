//! Generations: each is the answer to one request for listings, stored with its account and time.

mod filter;

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
use crate::sku::Sku;

pub use filter::GenerationFilter;

/// The bytes of a response body, which are also stored. A repeated request gets exactly these bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct RenderedData(Arc<[u8]>);

impl RenderedData {
    /// Wraps bytes that were rendered or read from storage.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self(bytes.into())
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for RenderedData {
    /// Writes only the size, because no log may hold listing texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RenderedData({} bytes)", self.0.len())
    }
}

/// The part of a generation that lists and searches read. It is stored separately, so that they need not read
/// the whole answer.
#[derive(Clone, PartialEq, Eq)]
pub struct GenerationSummary {
    /// The item's name; empty if unknown.
    pub name: String,
    /// The suggested price; `None` for generations stored by an earlier version.
    pub price: Option<Money>,
    /// The marketplaces with a listing.
    pub platforms: Vec<Platform>,
    /// The texts that a search of the history covers.
    pub search_text: SearchText,
    /// The seller's stock number.
    pub sku: Option<Sku>,
}

impl fmt::Debug for GenerationSummary {
    /// Omits the texts, because no log may hold them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerationSummary").field("platforms", &self.platforms).finish_non_exhaustive()
    }
}

/// The purpose of a list of generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListPurpose {
    /// Showing the entries.
    Show,
    /// Searching the entries, which also reads their search texts.
    Search,
}

/// A generation in a list of an account's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationEntry {
    /// The id of the generation.
    pub id: GenerationId,
    /// The time at which the generation was charged.
    pub created_at: Timestamp,
    /// The summary. Its search text is empty unless the list was read for a search.
    pub summary: GenerationSummary,
    /// True if a thumbnail of the item is stored.
    pub has_thumbnail: bool,
}

impl GenerationEntry {
    /// Returns the generation's position in the account's history.
    pub const fn place(&self) -> GenerationCursor {
        GenerationCursor { created_at: self.created_at, id: self.id }
    }
}

/// A new generation, which the charge of its unit stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGeneration {
    /// The id of the generation.
    pub id: GenerationId,
    /// The options that the request had, such as the language.
    pub options: ListingOptions,
    /// The product that the listings are about.
    pub product: Product,
    /// The response body.
    pub data: RenderedData,
    /// The summary of `data`.
    pub summary: GenerationSummary,
    /// A thumbnail of the item.
    pub thumbnail: Option<Thumbnail>,
    /// True if the account's history lists the generation. One that is stored only to answer its idempotency
    /// key is not listed.
    pub is_listed: bool,
}

/// A stored generation. Photos are never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generation {
    /// The id of the generation.
    pub id: GenerationId,
    /// The account that was charged.
    pub account: AccountId,
    /// The time at which the generation was charged.
    pub created_at: Timestamp,
    /// The options that the request had, such as the language.
    pub options: ListingOptions,
    /// The product that the listings are about.
    pub product: Product,
    /// The original response body.
    pub data: RenderedData,
    /// The latest edit or rewrite, if any.
    pub revised: Option<RenderedData>,
    /// The number of rewrites counted, including those in progress.
    pub rewrites: u32,
    /// The account's usage after the charge.
    pub usage: UsageAtCharge,
    /// True if a thumbnail of the item is stored.
    pub has_thumbnail: bool,
}

impl Generation {
    /// Returns the data that the account sees: the revised data, if any, else the original.
    pub fn current(&self) -> &RenderedData {
        self.revised.as_ref().unwrap_or(&self.data)
    }

    /// Returns the generation's position in the account's history.
    pub const fn place(&self) -> GenerationCursor {
        GenerationCursor { created_at: self.created_at, id: self.id }
    }
}

/// New data for a generation. The original data stay stored, to answer a repeated request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The revised data on which these are based, or `None` if the generation had no revision. A concurrent
    /// revision is not overwritten.
    pub based_on: Option<RenderedData>,
    /// The new data.
    pub data: RenderedData,
    /// The summary of the new data.
    pub summary: GenerationSummary,
    /// The product of the new data.
    pub product: Product,
}

/// The result of counting a rewrite before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RewriteCount {
    /// The rewrite was counted.
    Counted {
        /// The number of rewrites counted so far, including this one.
        rewrites: u32,
    },
    /// The account has no such generation.
    Missing,
    /// The generation had already reached the limit of rewrites.
    Exhausted,
}

/// The result of a revision. Only [`Revised::Done`] changed anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revised {
    /// The new data are stored.
    Done,
    /// The account has no such generation.
    Missing,
    /// A concurrent revision was stored first.
    Overtaken,
}

/// A position in an account's history, newest first, at which the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GenerationCursor {
    /// The time at which the generation was charged.
    pub created_at: Timestamp,
    /// The id, which orders generations that were charged at the same moment.
    pub id: GenerationId,
}

/// The retention of generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryPolicy {
    /// The time for which a generation stays in its account's history. Zero stores none.
    pub keep_for: SignedDuration,
    /// True if a thumbnail of the item is stored too.
    pub has_thumbnails: bool,
}

impl HistoryPolicy {
    /// The default time for which the history keeps a generation, in days.
    pub const DAYS: u16 = 30;

    /// Creates a policy that keeps generations for some days.
    pub fn days(days: u16, has_thumbnails: bool) -> Self {
        Self { keep_for: SignedDuration::from_hours(i64::from(days) * 24), has_thumbnails }
    }

    /// Returns true if the policy stores any generations.
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
    fn rendered_data_is_never_printed() {
        assert_eq!(format!("{:?}", RenderedData::new(*b"secret")), "RenderedData(6 bytes)");
    }

    #[test]
    fn a_history_of_zero_days_stores_nothing() {
        assert!(!HistoryPolicy::days(0, true).keeps_any());
        assert!(HistoryPolicy::days(1, true).keeps_any());
        assert_eq!(HistoryPolicy::default().keep_for, SignedDuration::from_hours(720));
    }
}
