//! The pages of batches: a list, and the progress and results of one.

use askama::Template;
use jiff::Timestamp;
use listing_domain::batch::{BatchState, ItemFault, ItemState};
use listing_domain::ids::{BatchId, GenerationId};
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Money};

use super::{FormatMenu, Layout, NoticeKind, PlatformChoice, Problem};

/// `/account/batches`: the batches, newest first.
#[derive(Template, Debug, Clone)]
#[template(path = "bulk/batches.html")]
pub struct Batches {
    /// The page layout.
    pub layout: Layout,
    /// The batches.
    pub batches: Vec<BatchRow>,
}

/// A batch, by its number of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchRow {
    /// The id.
    pub id: BatchId,
    /// The time of the start.
    pub created_at: Timestamp,
    /// The state.
    pub state: BatchState,
    /// The number of items.
    pub all: usize,
    /// The number of items that have ended.
    pub ended: usize,
    /// The number of items that are done.
    pub done: usize,
    /// The number of failed items.
    pub failed: usize,
}

/// `/account/batches/ID`: the progress of a batch, then its listings to correct and export.
#[derive(Template, Debug, Clone)]
#[template(path = "bulk/batch.html")]
pub struct BatchPage {
    /// The page layout.
    pub layout: Layout,
    /// The batch.
    pub batch: BatchRow,
    /// The items, in order.
    pub items: Vec<ItemRow>,
    /// The listings to correct, once the batch has ended.
    pub table: Option<CorrectionTable>,
    /// The formats for exports.
    pub formats: FormatMenu,
}

/// An item of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemRow {
    /// The id of the item and of its generation.
    pub id: GenerationId,
    /// The stock number.
    pub sku: Option<String>,
    /// The state.
    pub state: ItemState,
    /// The reason of the failure, if the item failed.
    pub fault: Option<ItemFault>,
    /// The item's name, once it is done and not deleted.
    pub name: Option<String>,
    /// The suggested price.
    pub price: Option<Money>,
    /// True when a thumbnail of the item is stored.
    pub has_thumbnail: bool,
}

/// The titles and prices of one marketplace, to correct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionTable {
    /// The marketplaces with listings; the shown one is checked.
    pub platforms: Vec<PlatformChoice>,
    /// The shown marketplace.
    pub platform: Platform,
    /// The listings.
    pub rows: Vec<CorrectionRow>,
}

/// A listing to correct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionRow {
    /// The id of the generation.
    pub id: GenerationId,
    /// The number of the item in the batch, from 1.
    pub number: usize,
    /// The digest of the stored version of the listing.
    pub version: String,
    /// True when a thumbnail of the item is stored.
    pub has_thumbnail: bool,
    /// The stock number.
    pub sku: Option<String>,
    /// The title.
    pub title: String,
    /// The price as text for its form field.
    pub amount: String,
    /// The currency of the price.
    pub currency: Currency,
    /// The reason why the typed values could not be saved.
    pub problem: Option<Problem>,
}

impl BatchRow {
    /// Returns true while items wait or run.
    const fn is_running(&self) -> bool {
        matches!(self.state, BatchState::Running) || self.ended < self.all
    }
}

impl BatchPage {
    /// Returns the class of an item's badge.
    #[expect(clippy::unused_self, clippy::trivially_copy_pass_by_ref, reason = "as templates call it")]
    const fn class(&self, state: &ItemState) -> &'static str {
        match state {
            ItemState::Done => "good",
            ItemState::Failed => "bad",
            ItemState::Running => "seller",
            ItemState::Waiting | ItemState::Cancelled => "",
        }
    }
}
