//! Makes a batch of the piles of an account's tray.

use std::sync::Arc;

use super::{SeenTray, TrayError};
use crate::attributes::KnownAttributes;
use crate::batch::ItemRequest;
use crate::generation::HistoryPolicy;
use crate::ids::{AccountId, BatchId, GenerationId, TrayId};
use crate::ports::{BatchStore, Clock, IdSource, StartedTray, TrayStore};
use crate::request::{ItemReferences, ListingOptions};
use crate::tray::{Pile, PileText, TrayBatch, TrayItem};

/// Makes a batch of a tray: each pile becomes an item. It charges nothing; each item is charged when its
/// generation is stored.
///
/// The batch has the tray's id and replaces the tray in one step, so that a request sent twice makes one
/// batch.
pub struct StartFromTray {
    /// Stores the trays.
    pub trays: Arc<dyn TrayStore>,
    /// Stores the batches.
    pub batches: Arc<dyn BatchStore>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// Creates ids.
    pub ids: Arc<dyn IdSource>,
    /// The rules of the history, where the results are found.
    pub history: HistoryPolicy,
}

impl StartFromTray {
    /// Starts a batch with these options and attributes for all items, and the texts of the piles in their
    /// order. Returns the batch, also if an earlier request started it.
    ///
    /// # Errors
    /// Nothing changes on an error.
    pub async fn run(
        &self,
        account: AccountId,
        seen: SeenTray,
        texts: Vec<PileText>,
        options: &ListingOptions,
        known: &KnownAttributes,
    ) -> Result<BatchId, TrayError> {
        if !self.history.keeps_any() {
            return Err(TrayError::NoHistory);
        }
        let Ok(tray) = seen.current(self.trays.tray(account).await?) else {
            return self.started_before(account, seen.id).await;
        };
        let described = tray.describe(texts);
        let item = |pile: &Pile| TrayItem {
            id: GenerationId::new(self.ids.id()),
            request: request(pile.text(), options, known),
            photos: pile.photos().to_vec(),
        };
        let items: Vec<TrayItem> = described.piles().iter().map(item).collect();
        if items.is_empty() {
            return Err(TrayError::Empty);
        }
        let created_at = self.clock.now();
        let batch = TrayBatch { tray: tray.id(), version: tray.version(), account, created_at, items };
        match self.trays.start(Arc::new(batch)).await? {
            StartedTray::Started => Ok(batch_of(seen.id)),
            StartedTray::Overtaken => self.started_before(account, seen.id).await,
            StartedTray::NoAccount => Err(TrayError::NoAccount),
            StartedTray::TooMany => Err(TrayError::TooMany),
        }
    }

    async fn started_before(&self, account: AccountId, tray: TrayId) -> Result<BatchId, TrayError> {
        let id = batch_of(tray);
        let batch = self.batches.get(account, id).await?;
        batch.map(|batch| batch.id).ok_or(TrayError::Overtaken)
    }
}

/// Returns the id of the batch that a tray makes.
const fn batch_of(tray: TrayId) -> BatchId {
    BatchId::new(*tray.as_uuid())
}

fn request(text: &PileText, options: &ListingOptions, known: &KnownAttributes) -> ItemRequest {
    let PileText { notes, sku } = text.clone();
    ItemRequest {
        options: options.clone(),
        known: KnownAttributes { notes: notes.or_else(|| known.notes.clone()), ..known.clone() },
        references: ItemReferences { sku, ..ItemReferences::default() },
    }
}
