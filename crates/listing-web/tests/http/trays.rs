//! The use cases of many items, and an account that has used them.

use std::sync::Arc;

use listing_domain::attributes::KnownAttributes;
use listing_domain::generation::HistoryPolicy;
use listing_domain::ids::{AccountId, TrayPhotoId};
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::IdSource as _;
use listing_domain::request::{ListingOptions, Platforms};
use listing_domain::tray::PhotoName;
use listing_domain::usecase::{AddToTray, ArrangeTray, SeenTray, StartFromTray, TrayUpload};
use listing_testkit::{ColorLooks, SketchPhotos};
use listing_web::Piles;

use crate::site::Site;

impl Site {
    /// Adds a batch of one item to an account, and a photo to sort.
    pub(crate) async fn batch(&self, account: AccountId) {
        let piles = self.piles();
        let upload = || TrayUpload {
            id: TrayPhotoId::new(self.ids.id()),
            name: PhotoName::new("a.jpg"),
            upload: PhotoUpload::from_file(b"photo".to_vec()),
        };
        let tray = piles.add.run(account, vec![upload()], false).await.unwrap().tray;
        let seen = SeenTray { id: tray.id(), version: tray.version() };
        let options = ListingOptions {
            platforms: Platforms::new([Platform::Vinted]).unwrap(),
            language: Language::En,
            tone: Tone::Casual,
            quality: Quality::Standard,
            market: None,
        };
        let known = KnownAttributes::default();
        piles.start.run(account, seen, Vec::new(), &options, &known).await.unwrap();
        piles.add.run(account, vec![upload()], false).await.unwrap();
    }

    pub(crate) fn piles(&self) -> Piles {
        let (store, clock, ids) = (self.store.clone(), self.clock.clone(), self.ids.clone());
        let add = AddToTray {
            photos: Arc::new(SketchPhotos),
            thumbnails: Arc::new(SketchPhotos),
            looks: Some(Arc::new(ColorLooks)),
            trays: store.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        };
        let history = HistoryPolicy::default();
        Piles {
            trays: store.clone(),
            batches: store.clone(),
            add: Arc::new(add),
            arrange: ArrangeTray { trays: store.clone(), clock: clock.clone() },
            start: StartFromTray { trays: store.clone(), batches: store, clock, ids, history },
        }
    }
}
