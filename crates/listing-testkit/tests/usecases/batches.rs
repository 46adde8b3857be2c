//! Tests batches whose items do not end at their first claim.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::attributes::KnownAttributes;
use listing_domain::batch::{Batch, BatchPolicy, ClaimedItem, ItemFault, ItemProgress, ItemRequest};
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::generation::HistoryPolicy;
use listing_domain::ids::{AccountId, BatchId};
use listing_domain::marketplace::Platform;
use listing_domain::options::Quality;
use listing_domain::photo::PreparedPhoto;
use listing_domain::ports::{
    BatchStore as _, Clock as _, ListingWriter, PhotoError, PhotoProcessor, QuotaLedger as _, WriterError,
};
use listing_domain::request::{ItemReferences, PhotoUploads};
use listing_domain::usecase::{
    BatchError, CreateBatch, ErrorKind, GenerateListings, ItemError, ItemUpload, RunBatches,
};
use listing_testkit::pictures::{GROUND, JPEG_DATA_URI, SHIRT, prepared, shirt};
use listing_testkit::{FakeWriter, FixedClock, GatedWriter, MemoryStore, SketchPhotos};

use crate::support::{Fixture, HOLD_SECONDS, options, photos, write_with};

fn create(fixture: &Fixture, photos: Arc<dyn PhotoProcessor>) -> CreateBatch {
    CreateBatch {
        photos,
        batches: fixture.store.clone(),
        clock: fixture.clock.clone(),
        ids: fixture.ids.clone(),
        history: HistoryPolicy::default(),
    }
}

fn upload(uris: &[&str]) -> ItemUpload {
    let (known, references) = (KnownAttributes::default(), ItemReferences::default());
    let request = ItemRequest { options: options(&[Platform::Ebay]), known, references };
    ItemUpload { photos: photos(uris), request }
}

/// Stores a batch of one item.
async fn stored(fixture: &Fixture) -> BatchId {
    let create = create(fixture, Arc::new(SketchPhotos));
    let created = create.run(fixture.account.id, vec![upload(&[JPEG_DATA_URI])], None).await;
    created.unwrap().batch.id
}

fn run_with(fixture: &Fixture, writer: Arc<dyn ListingWriter>) -> Arc<RunBatches> {
    let generate = GenerateListings { write: write_with(writer), ..fixture.generate() };
    Arc::new(RunBatches {
        batches: fixture.store.clone(),
        generations: fixture.store.clone(),
        generate: Arc::new(generate),
        clock: fixture.clock.clone(),
        policy: BatchPolicy::default(),
    })
}

/// Claims the due item.
async fn claimed(run: &RunBatches) -> ClaimedItem {
    run.claim().await.unwrap().expect("an item is due")
}

/// Generates an item and ends its claim. Returns the kind of failure, and false for a lost claim.
async fn finished(run: &RunBatches, item: ClaimedItem) -> (Option<ErrorKind>, bool) {
    let claim = item.claim;
    let result = run.generate(item).await;
    let kind = result.as_ref().err().map(ItemError::kind);
    (kind, run.finish(claim, result, ToString::to_string).await.unwrap())
}

async fn progress(fixture: &Fixture, id: BatchId) -> ItemProgress {
    let batch: Batch = fixture.store.get(fixture.account.id, id).await.unwrap().unwrap();
    batch.items[0].progress.clone()
}

/// Takes longer than a hold lasts at its first call.
struct OnceSlowWriter {
    store: Arc<MemoryStore>,
    clock: Arc<FixedClock>,
    until: jiff::Timestamp,
}

#[async_trait]
impl ListingWriter for OnceSlowWriter {
    async fn write(&self, draft_request: &DraftRequest) -> Result<Draft, WriterError> {
        if self.clock.now() < self.until {
            self.clock.advance(Duration::from_secs(HOLD_SECONDS + 1));
            assert_eq!(self.store.expire(self.clock.now()).await.unwrap(), 1);
        }
        Ok(FakeWriter::default().draft(draft_request))
    }
}

#[tokio::test]
async fn an_item_whose_hold_expired_is_generated_again() {
    let fixture = Fixture::open().await;
    let (store, clock) = (fixture.store.clone(), fixture.clock.clone());
    let until = clock.now() + jiff::SignedDuration::from_secs(10);
    let run = run_with(&fixture, Arc::new(OnceSlowWriter { store, clock, until }));
    let id = stored(&fixture).await;
    assert_eq!(finished(&run, claimed(&run).await).await, (Some(ErrorKind::Busy), true));
    assert_eq!(progress(&fixture, id).await, ItemProgress::Waiting, "nothing was charged");
    assert_eq!((fixture.usage().await.free_used, fixture.history().await.len()), (0, 0));
    fixture.clock.advance(Duration::from_mins(5));
    assert_eq!(finished(&run, claimed(&run).await).await, (None, true));
    assert_eq!(progress(&fixture, id).await, ItemProgress::Done);
    assert_eq!((fixture.usage().await.free_used, fixture.history().await.len()), (1, 1));
    fixture.assert_sound();
}

#[tokio::test]
async fn an_item_that_an_earlier_claim_still_generates_waits_without_a_failure() {
    let fixture = Fixture::open().await;
    let writer = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let run = run_with(&fixture, writer.clone());
    let id = stored(&fixture).await;
    let (first, running) = (claimed(&run).await, run.clone());
    let first = tokio::spawn(async move { finished(&running, first).await });
    while writer.arrived() == 0 {
        tokio::task::yield_now().await;
    }
    // The first process no longer renews its claim.
    fixture.clock.advance(Duration::from_secs(31));
    let second = claimed(&run).await;
    assert_eq!((second.claim.attempt, second.claim.failures), (2, 0));
    assert_eq!(finished(&run, second).await, (Some(ErrorKind::Conflict), true));
    fixture.clock.advance(Duration::from_secs(11));
    let third = claimed(&run).await;
    assert_eq!((third.claim.attempt, third.claim.failures), (3, 0), "a held unit is not a failure");
    writer.open();
    assert_eq!(first.await.unwrap(), (None, false), "the first claim is lost, but its listings are charged");
    assert_eq!(finished(&run, third).await, (None, true));
    assert_eq!(progress(&fixture, id).await, ItemProgress::Done);
    assert_eq!((fixture.usage().await.free_used, fixture.history().await.len()), (1, 1));
    fixture.assert_sound();
}

#[tokio::test]
async fn an_item_that_ends_every_process_fails_after_the_last_claim() {
    let fixture = Fixture::open().await;
    let run = run_with(&fixture, Arc::new(FakeWriter::default()));
    let id = stored(&fixture).await;
    for attempt in 1..=BatchPolicy::MAX_CLAIMS {
        assert_eq!(claimed(&run).await.claim.attempt, attempt);
        fixture.clock.advance(Duration::from_secs(31));
    }
    assert_eq!(finished(&run, claimed(&run).await).await, (Some(ErrorKind::Internal), true));
    let ItemProgress::Failed(failure) = progress(&fixture, id).await else { panic!("the item goes on") };
    assert_eq!(failure.fault, ItemFault::Failed);
    assert_eq!(run.claim().await.unwrap(), None);
    fixture.assert_untouched().await;
}

/// Prepares every photo as a file of this many bytes.
struct LargePhotos(usize);

#[async_trait]
impl PhotoProcessor for LargePhotos {
    async fn prepare(
        &self,
        _: AccountId,
        uploads: PhotoUploads,
        _: Quality,
    ) -> Result<Vec<PreparedPhoto>, PhotoError> {
        let photo = || PreparedPhoto { jpeg: vec![0; self.0], ..prepared(shirt(SHIRT, GROUND)) };
        Ok(uploads.into_inner().iter().map(|_| photo()).collect())
    }
}

#[tokio::test]
async fn a_batch_with_too_large_photos_is_refused() {
    let fixture = Fixture::open().await;
    let quarter = BatchPolicy::MAX_PHOTO_BYTES / 4;
    let items = || vec![upload(&[JPEG_DATA_URI; 2]), upload(&[JPEG_DATA_URI; 2])];
    let too_large = create(&fixture, Arc::new(LargePhotos(quarter + 1)));
    let error = too_large.run(fixture.account.id, items(), None).await.unwrap_err();
    assert!(matches!(error, BatchError::TooLarge), "{error}");
    assert_eq!(
        (error.kind(), fixture.store.list(fixture.account.id, 9).await.unwrap()),
        (ErrorKind::Invalid, vec![])
    );
    let largest = create(&fixture, Arc::new(LargePhotos(quarter)));
    assert_eq!(largest.run(fixture.account.id, items(), None).await.unwrap().batch.items.len(), 2);
}
