//! Generations: stored answers to requests for listings.

mod filter;

use std::fmt;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::ids::{AccountId, GenerationId};
use crate::kept_photos::{PhotoRetention, PhotosToKeep};
use crate::marketplace::Platform;
use crate::money::Money;
use crate::photo::Thumbnail;
use crate::product::Product;
use crate::quota::UsageAtCharge;
use crate::request::ListingOptions;
use crate::search_words::SearchText;
use crate::sku::Sku;

pub use filter::GenerationFilter;

/// The bytes of a response body, stored so that a repeated request gets exactly these.
#[derive(Clone, PartialEq, Eq)]
pub struct RenderedData(Arc<[u8]>);

impl RenderedData {
    /// Wraps rendered or stored bytes.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self(bytes.into())
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for RenderedData {
    /// Only the size: no log may hold listing texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RenderedData({} bytes)", self.0.len())
    }
}

/// The part that lists and searches read, stored separately so that they need not read the whole answer.
#[derive(Clone, PartialEq, Eq)]
pub struct GenerationSummary {
    /// The item's name; empty if unknown.
    pub name: String,
    /// The suggested price; `None` for generations stored by an earlier version.
    pub price: Option<Money>,
    /// The marketplaces with a listing.
    pub platforms: Vec<Platform>,
    /// The texts that a search covers.
    pub search_text: SearchText,
    /// The seller's stock number.
    pub sku: Option<Sku>,
}

impl fmt::Debug for GenerationSummary {
    /// No log may hold the texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerationSummary").field("platforms", &self.platforms).finish_non_exhaustive()
    }
}

/// The purpose of a list of generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListPurpose {
    /// To show the entries.
    Show,
    /// To search the entries, which also reads their search texts.
    Search,
}

/// A generation in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationEntry {
    /// The id.
    pub id: GenerationId,
    /// The time of the charge.
    pub created_at: Timestamp,
    /// The summary, whose search text is empty unless read for a search.
    pub summary: GenerationSummary,
    /// True if a thumbnail is stored.
    pub has_thumbnail: bool,
}

impl GenerationEntry {
    /// The position in the account's history.
    pub const fn place(&self) -> GenerationCursor {
        GenerationCursor { created_at: self.created_at, id: self.id }
    }
}

/// A new generation, stored by the charge of its unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGeneration {
    /// The id.
    pub id: GenerationId,
    /// The request's options.
    pub options: ListingOptions,
    /// The listings' product.
    pub product: Product,
    /// The response body.
    pub data: RenderedData,
    /// The summary of `data`.
    pub summary: GenerationSummary,
    /// The item's thumbnail.
    pub thumbnail: Option<Thumbnail>,
    /// The item's photos; `None` if the host keeps none.
    pub photos: Option<PhotosToKeep>,
    /// True if the history lists it, false if it is stored only to answer its idempotency key.
    pub is_listed: bool,
}

/// A stored generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generation {
    /// The id.
    pub id: GenerationId,
    /// The account that was charged.
    pub account: AccountId,
    /// The time of the charge.
    pub created_at: Timestamp,
    /// The request's options.
    pub options: ListingOptions,
    /// The listings' product.
    pub product: Product,
    /// The original response body.
    pub data: RenderedData,
    /// The latest edit or rewrite, if any.
    pub revised: Option<RenderedData>,
    /// Counted rewrites, including those in progress.
    pub rewrites: u32,
    /// The account's usage after the charge.
    pub usage: UsageAtCharge,
    /// True if a thumbnail is stored.
    pub has_thumbnail: bool,
}

impl Generation {
    /// The revised data, if any, else the original.
    pub fn current(&self) -> &RenderedData {
        self.revised.as_ref().unwrap_or(&self.data)
    }

    /// The position in the account's history.
    pub const fn place(&self) -> GenerationCursor {
        GenerationCursor { created_at: self.created_at, id: self.id }
    }
}

/// New data for a generation. The original stays stored, to answer a repeated request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The revision on which these data are based, if any: a concurrent one is not overwritten.
    pub based_on: Option<RenderedData>,
    /// The new data.
    pub data: RenderedData,
    /// The new summary.
    pub summary: GenerationSummary,
    /// The new product.
    pub product: Product,
}

/// The result of counting a rewrite, before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RewriteCount {
    /// Counted.
    Counted {
        /// Rewrites so far, including this one.
        rewrites: u32,
    },
    /// No such generation.
    Missing,
    /// The limit was already reached.
    Exhausted,
}

/// The result of a revision. Only [`Revised::Done`] changed anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revised {
    /// The data are stored.
    Done,
    /// No such generation.
    Missing,
    /// A concurrent revision was stored first.
    Overtaken,
}

/// A position in a history, newest first, at which the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GenerationCursor {
    /// The time of the charge.
    pub created_at: Timestamp,
    /// The id, which orders generations charged at the same moment.
    pub id: GenerationId,
}

/// The retention of generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryPolicy {
    /// The time in the history; zero stores none.
    pub keep_for: SignedDuration,
    /// True if thumbnails are stored too.
    pub has_thumbnails: bool,
    /// The longest retention that accounts may choose for photos; `None` stores none.
    pub photo_limit: Option<PhotoRetention>,
}

impl HistoryPolicy {
    /// The default, in days.
    pub const DAYS: u16 = 30;

    /// A policy of some days, with the default limit for photos.
    pub fn days(days: u16, has_thumbnails: bool) -> Self {
        let keep_for = SignedDuration::from_hours(i64::from(days) * 24);
        Self { keep_for, has_thumbnails, photo_limit: Some(PhotoRetention::DEFAULT_LIMIT) }
    }

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
