use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::attributes::KnownAttributes;
use listing_domain::batch::{BatchPolicy, BatchState, ItemRequest, NewBatch, NewItem, StoredPhoto};
use listing_domain::grouping::{Look, PhotoTraits};
use listing_domain::ids::{AccountId, BatchId, GenerationId, TrayId, TrayPhotoId};
use listing_domain::marketplace::Platform;
use listing_domain::notes::Notes;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{
    AccountStore, BatchStore, Created, IdSource as _, SavedTray, StartedTray, TrayStore,
};
use listing_domain::request::{ItemReferences, ListingOptions, Platforms};
use listing_domain::sku::Sku;
use listing_domain::tray::{
    PhotoName, Pile, PileText, Tray, TrayBatch, TrayFiles, TrayItem, TrayPhoto, TrayStep,
};

use super::{later, moment, open_account, run_cases};
use crate::SeededIds;

/// Stores of trays, and of the accounts and batches that they work on.
#[derive(Clone)]
pub struct TrayStores {
    /// The accounts.
    pub accounts: Arc<dyn AccountStore>,
    /// The batches.
    pub batches: Arc<dyn BatchStore>,
    /// The trays.
    pub trays: Arc<dyn TrayStore>,
}

/// The contract of stores of trays.
pub async fn tray_store_contract(make: impl AsyncFn() -> TrayStores) {
    let fixture = async || Fixture { stores: make().await, ids: SeededIds::new(81) };
    run_cases!(fixture();
        a_tray_is_read_as_it_was_saved,
        a_tray_seen_in_another_version_is_not_replaced,
        simultaneous_changes_are_saved_one_after_another,
        files_of_unused_photos_are_deleted,
        a_tray_without_photos_is_deleted,
        a_started_tray_becomes_a_batch_once,
        a_tray_that_cannot_start_stays,
        trays_are_found_by_their_owner_alone,
        trays_of_a_deleted_account_are_deleted,
        a_suspended_account_changes_no_tray,
        old_trays_are_purged,
    );
}

struct Fixture {
    stores: TrayStores,
    ids: SeededIds,
}

fn noon(seconds: i64) -> Timestamp {
    later(moment("2026-11-21T12:00:00Z"), seconds)
}

fn request() -> ItemRequest {
    let platforms = Platforms::new([Platform::Vinted]).expect("a platform is accepted");
    let options = ListingOptions {
        platforms,
        language: Language::Fr,
        tone: Tone::Casual,
        quality: Quality::Standard,
        market: None,
    };
    ItemRequest { options, known: KnownAttributes::default(), references: ItemReferences::default() }
}

impl Fixture {
    async fn account(&self, name: &str) -> AccountId {
        open_account(self.stores.accounts.as_ref(), &self.ids, name).await
    }

    /// A photo whose file is its name.
    fn photo(&self, name: &str) -> (TrayPhoto, TrayFiles) {
        let id = TrayPhotoId::new(self.ids.id());
        let traits = PhotoTraits::default();
        let photo = TrayPhoto { id, name: PhotoName::new(name), bytes: name.len(), traits };
        let jpeg = StoredPhoto::new(name.as_bytes().to_vec());
        let thumbnail = Thumbnail::new(name.as_bytes().to_vec()).ok();
        (photo, TrayFiles { photo: id, jpeg, thumbnail })
    }

    async fn save(
        &self,
        account: AccountId,
        seen: Option<u32>,
        tray: &Tray,
        files: Vec<TrayFiles>,
    ) -> SavedTray {
        let saved =
            self.stores.trays.save(account, seen, Arc::new(tray.clone()), files.into(), noon(0)).await;
        saved.expect("a tray can be saved")
    }

    /// Saves a new tray with a pile for each name.
    async fn stored(&self, account: AccountId, names: &[&str]) -> Tray {
        let (photos, files) = names.iter().map(|name| self.photo(name)).unzip();
        let tray = Tray::empty(TrayId::new(self.ids.id())).add(photos).expect("photos can be added");
        assert_eq!(self.save(account, None, &tray, files).await, SavedTray::Saved);
        tray
    }

    async fn get(&self, account: AccountId) -> Option<Tray> {
        self.stores.trays.tray(account).await.expect("a tray can be read")
    }

    async fn thumbnail(&self, account: AccountId, photo: TrayPhotoId) -> Option<Thumbnail> {
        self.stores.trays.photo_thumbnail(account, photo).await.expect("a thumbnail can be read")
    }

    fn batch(&self, account: AccountId, tray: &Tray) -> TrayBatch {
        let item = |pile: &Pile| TrayItem {
            id: GenerationId::new(self.ids.id()),
            request: request(),
            photos: pile.photos().to_vec(),
        };
        let items = tray.piles().iter().map(item).collect();
        TrayBatch { tray: tray.id(), version: tray.version(), account, created_at: noon(1), items }
    }

    async fn start(&self, batch: &TrayBatch) -> StartedTray {
        self.stores.trays.start(Arc::new(batch.clone())).await.expect("a tray can be started")
    }
}

fn step(tray: &Tray, step: TrayStep) -> Tray {
    tray.apply(step).expect("the step is possible")
}

async fn a_tray_is_read_as_it_was_saved(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (mut photo, files) = fixture.photo("veste «\u{a0}d’été\u{a0}».jpg");
    photo.traits = PhotoTraits {
        taken_at: "2026-11-21T10:00:00.5".parse().ok(),
        look: Look::new(vec![0, -128, 127]).ok(),
    };
    let (other, mut other_files) = fixture.photo("b.jpg");
    other_files.thumbnail = None;
    let empty = Tray::empty(TrayId::new(fixture.ids.id()));
    let tray = empty.add(vec![photo.clone(), other.clone()]).expect("photos can be added");
    let text = PileText {
        notes: Notes::parse("notes", "Longueur 62 cm.\nVendue avec sa housse.").expect("a note is accepted"),
        sku: Sku::parse("sku", "JKT-0042").ok(),
    };
    let tray = step(&tray.describe(vec![text]), TrayStep::Merge(1));
    assert_eq!(fixture.get(ann).await, None);
    assert_eq!(fixture.save(ann, None, &tray, vec![files.clone(), other_files]).await, SavedTray::Saved);
    assert_eq!(fixture.get(ann).await, Some(tray.clone()));
    assert_eq!(fixture.thumbnail(ann, photo.id).await, files.thumbnail);
    assert_eq!(fixture.thumbnail(ann, other.id).await, None);
    let undone = step(&tray, TrayStep::Undo);
    assert_eq!(fixture.save(ann, Some(tray.version()), &undone, Vec::new()).await, SavedTray::Saved);
    assert_eq!(fixture.get(ann).await, Some(undone));
}

async fn a_tray_seen_in_another_version_is_not_replaced(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let tray = fixture.stored(ann, &["a", "b", "c"]).await;
    let first = step(&tray, TrayStep::Merge(1));
    let second = step(&tray, TrayStep::Merge(2));
    let seen = Some(tray.version());
    assert_eq!(fixture.save(ann, seen, &first, Vec::new()).await, SavedTray::Saved);
    let (photo, files) = fixture.photo("late");
    let late = second.add(vec![photo.clone()]).expect("a photo can be added");
    assert_eq!(fixture.save(ann, seen, &late, vec![files]).await, SavedTray::Overtaken);
    assert_eq!(fixture.thumbnail(ann, photo.id).await, None, "the files of a refused tray are not stored");
    let other = Tray::empty(TrayId::new(fixture.ids.id()));
    for seen in [None, Some(first.version())] {
        assert_eq!(fixture.save(ann, seen, &other, Vec::new()).await, SavedTray::Overtaken, "{seen:?}");
    }
    assert_eq!(fixture.get(ann).await, Some(first));
}

async fn simultaneous_changes_are_saved_one_after_another(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let tray = fixture.stored(ann, &["a", "b", "c", "d"]).await;
    let changed = [1, 2, 3].map(|pile| Arc::new(step(&tray, TrayStep::Merge(pile))));
    let tasks = changed.map(|changed| {
        let (trays, seen) = (Arc::clone(&fixture.stores.trays), Some(tray.version()));
        tokio::spawn(async move { trays.save(ann, seen, changed, Arc::default(), noon(1)).await })
    });
    let mut saved = 0;
    for task in tasks {
        let outcome = task.await.expect("no call panics").expect("a tray can be saved");
        saved += u32::from(outcome == SavedTray::Saved);
    }
    assert_eq!(saved, 1);
}

async fn files_of_unused_photos_are_deleted(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let tray = fixture.stored(ann, &["a", "b"]).await;
    let photo = tray.photos()[0].id;
    let removed = step(&tray, TrayStep::Remove(photo));
    assert_eq!(fixture.save(ann, Some(tray.version()), &removed, Vec::new()).await, SavedTray::Saved);
    assert!(fixture.thumbnail(ann, photo).await.is_some(), "the removal can be undone");
    let (another, files) = fixture.photo("c");
    let added = removed.add(vec![another]).expect("a photo can be added");
    assert_eq!(fixture.save(ann, Some(removed.version()), &added, vec![files]).await, SavedTray::Saved);
    assert_eq!(fixture.thumbnail(ann, photo).await, None);
    let stored = fixture.get(ann).await;
    let names = stored.iter().flat_map(Tray::photos).map(|photo| photo.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["b", "c"]);
}

async fn a_tray_without_photos_is_deleted(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let tray = fixture.stored(ann, &["a"]).await;
    let cleared = Tray::restore(tray.id(), tray.version() + 1, Vec::new(), Vec::new(), None);
    let cleared = cleared.expect("an empty tray is valid");
    assert_eq!(fixture.save(ann, Some(tray.version()), &cleared, Vec::new()).await, SavedTray::Saved);
    assert_eq!(fixture.get(ann).await, None);
    fixture.stored(ann, &["b"]).await;
}

async fn a_started_tray_becomes_a_batch_once(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let tray = step(&fixture.stored(ann, &["a", "b", "c"]).await, TrayStep::Merge(2));
    let seen = Some(tray.version() - 1);
    assert_eq!(fixture.save(ann, seen, &tray, Vec::new()).await, SavedTray::Saved);
    let batch = fixture.batch(ann, &tray);
    assert_eq!(fixture.start(&batch).await, StartedTray::Started);
    assert_eq!(fixture.start(&batch).await, StartedTray::Overtaken);
    assert_eq!(fixture.get(ann).await, None);
    let id = BatchId::new(*tray.id().as_uuid());
    let stored = fixture.stores.batches.get(ann, id).await.expect("a batch can be read");
    let stored = stored.expect("the batch has the tray's id");
    assert_eq!((stored.state, stored.created_at), (BatchState::Running, noon(1)));
    let ids: Vec<GenerationId> = stored.items.iter().map(|item| item.id).collect();
    assert_eq!(ids, batch.items.iter().map(|item| item.id).collect::<Vec<_>>());
    let mut photos = Vec::new();
    while let Some(item) =
        fixture.stores.batches.claim(noon(2), noon(32)).await.expect("items can be claimed")
    {
        assert_eq!(item.request, request());
        photos.push(item.photos.into_iter().map(StoredPhoto::into_jpeg).collect::<Vec<_>>());
    }
    assert_eq!(photos, [vec![b"a".to_vec()], vec![b"b".to_vec(), b"c".to_vec()]]);
}

async fn a_tray_that_cannot_start_stays(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let tray = fixture.stored(ann, &["a"]).await;
    let batch = fixture.batch(ann, &tray);
    let outdated = TrayBatch { version: batch.version + 1, ..batch.clone() };
    assert_eq!(fixture.start(&outdated).await, StartedTray::Overtaken);
    for _ in 0..BatchPolicy::MAX_RUNNING {
        let item = NewItem {
            id: GenerationId::new(fixture.ids.id()),
            request: request(),
            photos: vec![StoredPhoto::new(b"photo".to_vec())],
        };
        let id = BatchId::new(fixture.ids.id());
        let new = NewBatch { id, account: ann, created_at: noon(0), idempotency: None, items: vec![item] };
        let created = fixture.stores.batches.create(Arc::new(new)).await;
        assert_eq!(created.expect("a batch can be stored"), Created::New);
    }
    assert_eq!(fixture.start(&batch).await, StartedTray::TooMany);
    assert_eq!(fixture.get(ann).await, Some(tray));
}

async fn trays_are_found_by_their_owner_alone(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let tray = fixture.stored(ann, &["a"]).await;
    assert_eq!(fixture.get(bob).await, None);
    assert_eq!(fixture.thumbnail(bob, tray.photos()[0].id).await, None);
    let seen = Some(tray.version());
    assert_eq!(fixture.save(bob, seen, &tray, Vec::new()).await, SavedTray::Overtaken);
    assert_eq!(fixture.start(&fixture.batch(bob, &tray)).await, StartedTray::Overtaken);
    let own = fixture.stored(bob, &["b"]).await;
    assert_eq!((fixture.get(ann).await, fixture.get(bob).await), (Some(tray), Some(own)));
}

async fn trays_of_a_deleted_account_are_deleted(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let gone = fixture.stored(ann, &["a", "b"]).await;
    let stays = fixture.stored(bob, &["c"]).await;
    fixture.stores.accounts.delete_account(ann, noon(2), None).await.expect("an account can be deleted");
    assert_eq!(fixture.get(ann).await, None);
    assert_eq!(fixture.thumbnail(ann, gone.photos()[0].id).await, None);
    assert_eq!(fixture.get(bob).await, Some(stays));
    let again = Tray::empty(TrayId::new(fixture.ids.id()));
    assert_eq!(fixture.save(ann, None, &again, Vec::new()).await, SavedTray::NoAccount);
}

async fn a_suspended_account_changes_no_tray(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let tray = fixture.stored(ann, &["a", "b"]).await;
    fixture.stores.accounts.suspend(ann, noon(1)).await.expect("an account can be suspended");
    let merged = step(&tray, TrayStep::Merge(1));
    assert_eq!(fixture.save(ann, Some(tray.version()), &merged, Vec::new()).await, SavedTray::NoAccount);
    assert_eq!(fixture.start(&fixture.batch(ann, &tray)).await, StartedTray::NoAccount);
    assert_eq!(fixture.get(ann).await, Some(tray));
}

async fn old_trays_are_purged(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let old = fixture.stored(ann, &["a"]).await;
    let tray = fixture.stored(bob, &["b", "c"]).await;
    let changed = step(&tray, TrayStep::Merge(1));
    let saved = fixture.stores.trays.save(
        bob,
        Some(tray.version()),
        Arc::new(changed.clone()),
        Arc::default(),
        noon(10),
    );
    assert_eq!(saved.await.expect("a tray can be saved"), SavedTray::Saved);
    let purge = async |seconds| {
        let purged = fixture.stores.trays.purge_trays(noon(seconds), SignedDuration::from_secs(100)).await;
        purged.expect("trays can be purged")
    };
    assert_eq!(purge(99).await, 0);
    assert_eq!(fixture.get(ann).await, Some(old));
    assert_eq!(purge(100).await, 1);
    assert_eq!(fixture.get(ann).await, None);
    assert_eq!(fixture.get(bob).await, Some(changed));
}
