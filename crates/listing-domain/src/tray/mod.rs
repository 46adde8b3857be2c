//! Trays: the uploaded photos of an account that are not items yet, sorted into piles. Each pile becomes an
//! item.

mod arrange;
mod name;

use std::collections::HashSet;

use crate::batch::{BatchPolicy, StoredPhoto};
use crate::closed_enum::closed_enum;
use crate::grouping::PhotoTraits;
use crate::ids::{AccountId, GenerationId, TrayId, TrayPhotoId};
use crate::notes::Notes;
use crate::photo::Thumbnail;
use crate::request::PhotoUploads;
use crate::sku::Sku;

use jiff::{SignedDuration, Timestamp};

pub use arrange::{Direction, PileText, TrayStep};
pub use name::PhotoName;

use crate::batch::ItemRequest;

/// A photo of a tray, without its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayPhoto {
    /// The id.
    pub id: TrayPhotoId,
    /// The name of the uploaded file.
    pub name: PhotoName,
    /// The size of the prepared file, in bytes.
    pub bytes: usize,
    /// The facts from which the automatic grouping finds its item.
    pub traits: PhotoTraits,
}

/// The files of a new photo of a tray.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayFiles {
    /// The photo.
    pub photo: TrayPhotoId,
    /// The prepared photo.
    pub jpeg: StoredPhoto,
    /// A small picture, if one could be made.
    pub thumbnail: Option<Thumbnail>,
}

/// The photos of one item: one to four, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pile {
    photos: Vec<TrayPhotoId>,
    text: PileText,
    is_arranged: bool,
}

impl Pile {
    /// The maximum number of photos.
    pub const MAX_PHOTOS: usize = PhotoUploads::MAX;

    /// Accepts one to [`Pile::MAX_PHOTOS`] photos.
    pub fn new(photos: Vec<TrayPhotoId>, text: PileText, is_arranged: bool) -> Result<Self, InvalidTray> {
        if (1..=Self::MAX_PHOTOS).contains(&photos.len()) {
            Ok(Self { photos, text, is_arranged })
        } else {
            Err(InvalidTray::PhotosOfPile(photos.len()))
        }
    }

    /// Returns the photos, in order.
    pub fn photos(&self) -> &[TrayPhotoId] {
        &self.photos
    }

    /// Returns the seller's text about the item.
    pub const fn text(&self) -> &PileText {
        &self.text
    }

    /// Returns true for a pile that the seller arranged or described. The automatic grouping leaves it alone.
    pub const fn is_arranged(&self) -> bool {
        self.is_arranged
    }
}

/// The photos of an account that are not items yet. Every photo is in exactly one pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tray {
    id: TrayId,
    version: u32,
    /// In the order of their upload. Those of `previous` stay, so that a removal can be undone.
    photos: Vec<TrayPhoto>,
    piles: Vec<Pile>,
    previous: Option<Vec<Pile>>,
}

/// Stored parts that do not make a tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTray {
    /// A pile has no photo, or too many.
    #[error("a pile has 1 to {} photos, not {_0}", Pile::MAX_PHOTOS)]
    PhotosOfPile(usize),
    /// A photo is in several piles, or a pile has an unknown photo.
    #[error("a photo is in several piles, or not stored")]
    Photos,
    /// There are too many photos.
    #[error("a tray has at most {} photos", Tray::MAX_PHOTOS)]
    TooMany,
}

closed_enum! {
    /// The reason why a step does not change a tray.
    pub enum TrayRefusal as "reason" {
        /// The item would have more than [`Pile::MAX_PHOTOS`] photos.
        PileFull = "pile_full",
        /// The tray would have more than [`Tray::MAX_PHOTOS`] photos.
        TooManyPhotos = "too_many_photos",
        /// The prepared photos would be larger than a batch accepts.
        TooLarge = "too_large",
        /// The step names a photo or pile that the tray does not have.
        Unknown = "unknown",
        /// No step can be undone.
        NothingToUndo = "nothing_to_undo",
    }
}

impl Tray {
    /// The maximum number of photos.
    pub const MAX_PHOTOS: usize = BatchPolicy::MAX_ITEMS;
    /// The maximum size of the prepared photos in all, in bytes.
    pub const MAX_BYTES: usize = BatchPolicy::MAX_PHOTO_BYTES;
    /// The time after which an unused tray is deleted.
    pub const RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);

    /// Returns an empty tray in its first version.
    pub const fn empty(id: TrayId) -> Self {
        Self { id, version: 0, photos: Vec::new(), piles: Vec::new(), previous: None }
    }

    /// Returns a stored tray.
    ///
    /// # Errors
    /// When a photo is not in exactly one pile, or there are too many.
    pub fn restore(
        id: TrayId,
        version: u32,
        photos: Vec<TrayPhoto>,
        piles: Vec<Pile>,
        previous: Option<Vec<Pile>>,
    ) -> Result<Self, InvalidTray> {
        let known: HashSet<TrayPhotoId> = photos.iter().map(|photo| photo.id).collect();
        for piles in [Some(&piles), previous.as_ref()].into_iter().flatten() {
            let mut seen = HashSet::new();
            if !piles.iter().flat_map(Pile::photos).all(|photo| known.contains(photo) && seen.insert(*photo))
            {
                return Err(InvalidTray::Photos);
            }
            if seen.len() > Self::MAX_PHOTOS {
                return Err(InvalidTray::TooMany);
            }
        }
        Ok(Self { id, version, photos, piles, previous }.without_unused())
    }

    /// Returns the tray's id. The batch made of the tray gets the same, so that a tray makes one batch.
    pub const fn id(&self) -> TrayId {
        self.id
    }

    /// Returns the number of changes so far.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Returns the stored photos in the order of their upload, including those of [`Tray::previous`].
    pub fn photos(&self) -> &[TrayPhoto] {
        &self.photos
    }

    /// Returns a stored photo.
    pub fn photo(&self, id: TrayPhotoId) -> Option<&TrayPhoto> {
        self.photos.iter().find(|photo| photo.id == id)
    }

    /// Returns the piles, in order.
    pub fn piles(&self) -> &[Pile] {
        &self.piles
    }

    /// Returns the piles before the last step, if it can be undone.
    pub fn previous(&self) -> Option<&[Pile]> {
        self.previous.as_deref()
    }

    /// Returns the number of photos in piles.
    pub fn count(&self) -> usize {
        self.piles.iter().map(|pile| pile.photos.len()).sum()
    }

    /// Forgets photos that neither a pile nor an undo needs.
    fn without_unused(mut self) -> Self {
        let previous = self.previous.iter().flatten();
        let used: HashSet<TrayPhotoId> =
            self.piles.iter().chain(previous).flat_map(Pile::photos).copied().collect();
        self.photos.retain(|photo| used.contains(&photo.id));
        self
    }
}

/// A batch to make of a tray.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayBatch {
    /// The tray, whose id the batch gets.
    pub tray: TrayId,
    /// The version of the tray.
    pub version: u32,
    /// The paying account.
    pub account: AccountId,
    /// The time of the request.
    pub created_at: Timestamp,
    /// The items, in order.
    pub items: Vec<TrayItem>,
}

/// An item of a batch to make of a tray.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayItem {
    /// The id of the generation to make.
    pub id: GenerationId,
    /// The request.
    pub request: ItemRequest,
    /// The photos, one to four.
    pub photos: Vec<TrayPhotoId>,
}

impl PileText {
    /// Returns true without any text.
    pub const fn is_empty(&self) -> bool {
        self.notes.is_none() && self.sku.is_none()
    }

    /// Returns this text, with parts of another where it has none.
    fn or(self, other: Self) -> Self {
        let (notes, sku): (Option<Notes>, Option<Sku>) = (self.notes.or(other.notes), self.sku.or(other.sku));
        Self { notes, sku }
    }
}
