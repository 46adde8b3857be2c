use std::sync::Arc;

use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::batch::ItemState;
use listing_domain::generation::HistoryPolicy;
use listing_domain::ids::{BatchId, TrayPhotoId};
use listing_domain::marketplace::Platform;
use listing_domain::notes::Notes;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::{BatchStore, IdSource as _, PhotoFault, TrayStore as _};
use listing_domain::sku::Sku;
use listing_domain::tray::{PhotoName, PileText, Tray, TrayRefusal, TrayStep};
use listing_domain::usecase::{
    AddToTray, AddedToTray, ArrangeTray, ErrorKind, SeenTray, StartFromTray, TrayError, TrayUpload,
};
use listing_testkit::{ColorLooks, SketchPhotos};

use crate::support::{Fixture, request};

impl Fixture {
    fn add_to_tray(&self) -> AddToTray {
        AddToTray {
            photos: Arc::new(SketchPhotos),
            thumbnails: Arc::new(SketchPhotos),
            looks: Some(Arc::new(ColorLooks)),
            trays: self.store.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
        }
    }

    fn arrange_tray(&self) -> ArrangeTray {
        ArrangeTray { trays: self.store.clone(), clock: self.clock.clone() }
    }

    fn start_from_tray(&self) -> StartFromTray {
        StartFromTray {
            trays: self.store.clone(),
            batches: self.store.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            history: HistoryPolicy::default(),
        }
    }

    /// A photo whose file has this content.
    fn upload(&self, content: &str) -> TrayUpload {
        TrayUpload {
            id: TrayPhotoId::new(self.ids.id()),
            name: PhotoName::new(content),
            upload: PhotoUpload::from_file(content.as_bytes().to_vec()),
        }
    }

    async fn added(&self, contents: &[&str]) -> Tray {
        let uploads = contents.iter().map(|content| self.upload(content)).collect();
        self.add_to_tray().run(self.account.id, uploads, false).await.unwrap().tray
    }

    async fn tray(&self) -> Option<Tray> {
        self.store.tray(self.account.id).await.unwrap()
    }
}

fn seen(tray: &Tray) -> SeenTray {
    SeenTray { id: tray.id(), version: tray.version() }
}

fn sizes(tray: &Tray) -> Vec<usize> {
    tray.piles().iter().map(|pile| pile.photos().len()).collect()
}

#[tokio::test]
async fn unusable_photos_are_named_and_the_others_stay() {
    let fixture = Fixture::open().await;
    let uploads = ["a", "%PDF-1.7", "b"].map(|content| fixture.upload(content)).to_vec();
    let add = fixture.add_to_tray();
    let AddedToTray { seen, tray, unusable } = add.run(fixture.account.id, uploads, false).await.unwrap();
    assert_eq!((seen, tray.version(), sizes(&tray)), (0, 2, vec![1, 1]));
    assert_eq!(unusable, [(PhotoName::new("%PDF-1.7"), PhotoFault::NoPicture)]);
    assert_eq!(fixture.tray().await, Some(tray.clone()));
    assert!(tray.photos().iter().all(|photo| photo.traits.look.is_some() && photo.bytes > 0));
    let photo = tray.photos()[0].id;
    assert!(fixture.store.photo_thumbnail(fixture.account.id, photo).await.unwrap().is_some());
}

#[tokio::test]
async fn photos_sent_again_are_added_once_and_alike_ones_are_grouped() {
    let fixture = Fixture::open().await;
    let uploads = ["a", "b", "c", "d", "e"].map(|content| fixture.upload(content)).to_vec();
    let add = fixture.add_to_tray();
    for _ in 0..2 {
        let tray = add.run(fixture.account.id, uploads.clone(), true).await.unwrap().tray;
        assert_eq!((tray.count(), sizes(&tray)), (5, vec![4, 1]));
    }
}

#[tokio::test]
async fn simultaneous_uploads_are_all_added() {
    let fixture = Fixture::open().await;
    let add = fixture.add_to_tray();
    let adding = |content| add.run(fixture.account.id, vec![fixture.upload(content)], false);
    let (one, two, three) = tokio::join!(adding("a"), adding("b"), adding("c"));
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    assert_eq!(fixture.tray().await.unwrap().count(), 3);
}

#[tokio::test]
async fn step_on_an_outdated_tray_changes_nothing() {
    let fixture = Fixture::open().await;
    let old = fixture.added(&["a", "b", "c"]).await;
    let arrange = fixture.arrange_tray();
    let account = fixture.account.id;
    let new = arrange.run(account, seen(&old), Vec::new(), Some(TrayStep::Merge(1))).await.unwrap();
    assert_eq!(sizes(&new), [2, 1]);
    let again = arrange.run(account, seen(&old), Vec::new(), Some(TrayStep::Merge(2))).await;
    assert!(matches!(again, Err(TrayError::Overtaken)), "{again:?}");
    assert_eq!(fixture.tray().await, Some(new));
}

#[tokio::test]
async fn texts_are_stored_even_if_the_step_is_refused() {
    let fixture = Fixture::open().await;
    let tray = fixture.added(&["a"]).await;
    let text = PileText { notes: Notes::parse("notes", "Small stain.").unwrap(), sku: None };
    let (arrange, texts) = (fixture.arrange_tray(), vec![text.clone()]);
    let refused =
        arrange.run(fixture.account.id, seen(&tray), texts, Some(TrayStep::Merge(0))).await.unwrap_err();
    assert!(matches!(refused, TrayError::Refused(TrayRefusal::Unknown)), "{refused:?}");
    assert_eq!(refused.kind(), ErrorKind::Invalid);
    assert_eq!(fixture.tray().await.unwrap().piles()[0].text(), &text);
}

#[tokio::test]
async fn piles_become_items_of_one_batch_even_if_started_twice() {
    let fixture = Fixture::open().await;
    let account = fixture.account.id;
    let tray = fixture.added(&["a", "b", "c"]).await;
    let arrange = fixture.arrange_tray();
    let tray = arrange.run(account, seen(&tray), Vec::new(), Some(TrayStep::Merge(1))).await.unwrap();
    let (start, options) = (fixture.start_from_tray(), request(&[Platform::Vinted]).options);
    let known = KnownAttributes {
        condition: AttributeText::parse("condition", "very good").unwrap(),
        ..KnownAttributes::default()
    };
    let text = PileText {
        notes: Notes::parse("notes", "Length 62 cm.").unwrap(),
        sku: Sku::parse("sku", "JKT-0042").ok(),
    };
    let texts = vec![text.clone(), PileText::default()];
    let id = start.run(account, seen(&tray), texts.clone(), &options, &known).await.unwrap();
    assert_eq!(id, BatchId::new(*tray.id().as_uuid()));
    assert_eq!(start.run(account, seen(&tray), texts, &options, &known).await.unwrap(), id);
    assert_eq!(fixture.tray().await, None);
    let batches = BatchStore::list(&*fixture.store, account, 9).await.unwrap();
    assert_eq!((batches.len(), batches[0].count(ItemState::Waiting)), (1, 2));
    let now = tray_time(&fixture);
    let first = fixture.store.claim(now, now).await.unwrap().unwrap();
    assert_eq!((first.photos.len(), &first.request.references.sku), (2, &text.sku));
    assert_eq!(first.request.known, KnownAttributes { notes: text.notes, ..known });
    assert_eq!(fixture.usage().await.free_used, 0, "units are held one by one");
}

fn tray_time(fixture: &Fixture) -> jiff::Timestamp {
    use listing_domain::ports::Clock as _;
    fixture.clock.now()
}

#[tokio::test]
async fn nothing_starts_without_photos_history_or_the_seen_tray() {
    let fixture = Fixture::open().await;
    let account = fixture.account.id;
    let (options, known) = (request(&[Platform::Vinted]).options, KnownAttributes::default());
    let mut start = fixture.start_from_tray();
    let tray = fixture.added(&["a"]).await;
    let outdated = SeenTray { version: 7, ..seen(&tray) };
    let refused = start.run(account, outdated, Vec::new(), &options, &known).await.unwrap_err();
    assert_eq!((refused.kind(), matches!(refused, TrayError::Overtaken)), (ErrorKind::Conflict, true));
    let arrange = fixture.arrange_tray();
    let empty = arrange.run(account, seen(&tray), Vec::new(), Some(TrayStep::Clear)).await.unwrap();
    let refused = start.run(account, seen(&empty), Vec::new(), &options, &known).await.unwrap_err();
    assert!(matches!(refused, TrayError::Empty), "{refused:?}");
    start.history = HistoryPolicy::days(0, true);
    let refused = start.run(account, seen(&tray), Vec::new(), &options, &known).await.unwrap_err();
    assert!(matches!(refused, TrayError::NoHistory), "{refused:?}");
}
