//! The page to upload and sort the photos of many items.

use askama::Template;
use listing_domain::attributes::AttributeText;
use listing_domain::ids::{TrayId, TrayPhotoId};
use listing_domain::locale::Market;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::PhotoFault;
use listing_domain::product::Audience;
use listing_domain::sku::Sku;
use listing_domain::tray::{Pile, Tray};
use uuid::Uuid;

use super::{AccountPlan, Layout, NoticeKind, PlatformChoice, Problem};

/// `/account/batch`: the photos of many items, sorted into piles.
#[derive(Template, Debug, Clone)]
#[template(path = "bulk/tray.html")]
pub struct TrayPage {
    /// The page layout.
    pub layout: Layout,
    /// The id of the next upload, so that a form sent twice adds its photos once.
    pub draft: Uuid,
    /// The photos to sort; `None` without any.
    pub tray: Option<ShownTray>,
    /// The photo that the last step moved.
    pub moved: Option<TrayPhotoId>,
    /// The options and attributes for all items.
    pub shared: SharedOptions,
    /// The problems with a sent form.
    pub problems: Vec<Problem>,
    /// The account's plan and usage.
    pub plan: AccountPlan,
}

/// The photos to sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownTray {
    /// The id.
    pub id: TrayId,
    /// The version, so that a step on an outdated page changes nothing.
    pub version: u32,
    /// The piles, in order.
    pub piles: Vec<PileRow>,
    /// True if the last step can be undone.
    pub can_undo: bool,
    /// True if the seller arranged some piles.
    pub is_arranged: bool,
}

/// A pile of photos, which becomes an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PileRow {
    /// The photos, in order.
    pub photos: Vec<PilePhoto>,
    /// The seller's texts about the item.
    pub typed: PileTyped,
}

/// A photo in a pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PilePhoto {
    /// The id.
    pub id: TrayPhotoId,
    /// The name of the uploaded file.
    pub name: String,
}

/// The seller's texts about the item of a pile, as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PileTyped {
    /// Free text that the listings quote.
    pub notes: String,
    /// The stock number.
    pub sku: String,
}

/// The options and attributes for all items of a batch, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedOptions {
    /// The marketplaces to choose from.
    pub platforms: Vec<PlatformChoice>,
    /// The language of the listings.
    pub language: Language,
    /// The tone of the listings.
    pub tone: Tone,
    /// The quality of the photo analysis.
    pub quality: Quality,
    /// The country of sale; `None` for the account's setting.
    pub market: Option<Market>,
    /// The brand.
    pub brand: String,
    /// The condition.
    pub condition: String,
    /// The people for whom the items are made; `None` if not stated.
    pub audience: Option<Audience>,
}

impl TrayPage {
    /// The maximum length of a pile's notes on this page, in characters.
    pub const MAX_NOTES: usize = 300;

    /// Returns the number of items.
    fn items(&self) -> usize {
        self.tray.as_ref().map_or(0, |tray| tray.piles.len())
    }

    /// Returns the number of units left, without those of a subscription.
    const fn left(&self) -> u32 {
        self.plan.left().saturating_add(self.plan.credits)
    }

    /// Returns true when fewer units are left than there are items.
    fn has_too_few(&self) -> bool {
        let left = usize::try_from(self.left()).unwrap_or(usize::MAX);
        !self.plan.plan.is_subscribed() && left < self.items()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass loop variables by reference")]
impl ShownTray {
    /// Returns the number of photos.
    fn count(&self) -> usize {
        self.piles.iter().map(|pile| pile.photos.len()).sum()
    }

    /// Returns true when two neighboring piles fit into one.
    fn can_merge(&self, pile: &usize) -> bool {
        let size = |index: usize| self.piles.get(index).map_or(0, |pile| pile.photos.len());
        pile.checked_sub(1).is_some_and(|before| size(before) + size(*pile) <= Pile::MAX_PHOTOS)
    }

    /// Returns true when a pile has room for another photo.
    fn has_room(&self, pile: usize) -> bool {
        self.piles.get(pile).is_some_and(|pile| pile.photos.len() < Pile::MAX_PHOTOS)
    }

    /// Returns true when the pile before has room.
    fn has_room_before(&self, pile: &usize) -> bool {
        pile.checked_sub(1).is_some_and(|before| self.has_room(before))
    }

    /// Returns true when the pile after has room.
    fn has_room_after(&self, pile: &usize) -> bool {
        self.has_room(pile + 1)
    }
}
