//! The store of trays.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::StoreError;
use crate::ids::{AccountId, TrayPhotoId};
use crate::photo::Thumbnail;
use crate::tray::{Tray, TrayBatch, TrayFiles};

/// Stores one tray for each account, with the files of its photos. Each method is one atomic step.
#[async_trait]
pub trait TrayStore: Send + Sync {
    /// Returns the account's tray, if it has one.
    async fn tray(&self, account: AccountId) -> Result<Option<Tray>, StoreError>;

    /// Stores a changed tray in place of the version `seen`, with the files of its new photos. Files of
    /// photos that the tray no longer has are deleted, and so is a tray without photos. `seen` is `None` for
    /// a new tray, which is stored unless the account has one.
    ///
    /// # Errors
    /// Nothing is stored on an error.
    async fn save(
        &self,
        account: AccountId,
        seen: Option<u32>,
        tray: Arc<Tray>,
        files: Arc<[TrayFiles]>,
        now: Timestamp,
    ) -> Result<SavedTray, StoreError>;

    /// Returns the thumbnail of a photo in the account's tray; `None` for an unknown photo, or one without a
    /// thumbnail.
    async fn photo_thumbnail(
        &self,
        account: AccountId,
        photo: TrayPhotoId,
    ) -> Result<Option<Thumbnail>, StoreError>;

    /// Stores a batch of a tray's photos under the tray's id, with all items waiting, and deletes the tray.
    ///
    /// # Errors
    /// Nothing changes on an error.
    async fn start(&self, batch: Arc<TrayBatch>) -> Result<StartedTray, StoreError>;

    /// Deletes trays that were changed `keep_for` ago or earlier; returns their number.
    async fn purge_trays(&self, now: Timestamp, keep_for: SignedDuration) -> Result<u64, StoreError>;
}

/// The outcome of saving a tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SavedTray {
    /// The tray was stored.
    Saved,
    /// The stored tray is another one, or has another version.
    Overtaken,
    /// The account is suspended, deleted or unknown.
    NoAccount,
}

/// The outcome of starting a tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartedTray {
    /// The batch was stored.
    Started,
    /// The stored tray is another one, or has another version.
    Overtaken,
    /// The account is suspended, deleted or unknown.
    NoAccount,
    /// The account has as many running batches as it may have.
    TooMany,
}
