//! Archives with stored photos, written item by item.

use std::io::{Cursor, Read as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::batch::StoredPhoto;
use listing_domain::generation::Generation;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::kept_photos::{KeptPhotoSummary, PhotoRetention};
use listing_domain::marketplace::Catalogue;
use listing_domain::options::Language;
use listing_domain::ports::{KeptPhotoStore, StoreError};
use listing_export::{
    ArchiveStream, ExportError, ExportFormat as _, ExportReport, Finding, PhotoSource, Zip,
};
use serde_json::json;
use uuid::Uuid;
use zip::ZipArchive;

use crate::fixture::generation;

const PHOTO_BYTES: usize = 20_000;

/// Has four photos of each item, except of the first. Fails at the read with the given number.
#[derive(Default)]
struct Photos {
    reads: AtomicUsize,
    fails_at: Option<usize>,
}

/// Returns a file that cannot be compressed.
fn photo(generation: GenerationId, number: usize) -> Vec<u8> {
    let mut state =
        u32::try_from(generation.as_uuid().as_u128()).unwrap() * 4 + u32::try_from(number).unwrap();
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    [0xff, 0xd8].into_iter().chain(std::iter::from_fn(|| Some(next())).take(PHOTO_BYTES)).collect()
}

fn has_photos(generation: GenerationId) -> bool {
    generation.as_uuid().as_u128() > 1
}

#[async_trait]
impl KeptPhotoStore for Photos {
    async fn photo_retention(&self, _: AccountId) -> Result<Option<PhotoRetention>, StoreError> {
        panic!("exports never call this")
    }

    async fn set_photo_retention(&self, _: AccountId, _: Option<PhotoRetention>) -> Result<bool, StoreError> {
        panic!("exports never call this")
    }

    async fn kept_photos(
        &self,
        _: AccountId,
        generation: GenerationId,
        _: Timestamp,
    ) -> Result<Vec<StoredPhoto>, StoreError> {
        if self.fails_at == Some(self.reads.fetch_add(1, Ordering::Relaxed)) {
            return Err(StoreError::Unavailable("no connection".into()));
        }
        let count = if has_photos(generation) { 4 } else { 0 };
        Ok((0..count).map(|number| StoredPhoto::new(photo(generation, number))).collect())
    }

    async fn count_kept_photos(
        &self,
        _: AccountId,
        generations: &[GenerationId],
        _: Timestamp,
    ) -> Result<Vec<usize>, StoreError> {
        Ok(generations.iter().map(|id| if has_photos(*id) { 4 } else { 0 }).collect())
    }

    async fn kept_photo_summary(&self, _: AccountId, _: Timestamp) -> Result<KeptPhotoSummary, StoreError> {
        panic!("exports never call this")
    }

    async fn purge_kept_photos(&self, _: Timestamp, _: Option<PhotoRetention>) -> Result<(), StoreError> {
        panic!("exports never call this")
    }
}

/// Returns generations, the first of which has the stock number `A-1`.
fn generations(count: u128) -> Vec<Generation> {
    let data = |number| {
        json!({
            "listings": [{
                "platform": "ebay", "title": "Jacket", "description": "Blue.", "price": 10, "category": "A > B",
                "condition": "Pre-owned",
            }],
            "attributes": {
                "name": "Jacket", "brand": "Unknown", "size": "M", "condition": "Unknown", "color": "Blue",
                "material": "Unknown",
            },
            "suggestedPrice": 10, "priceRationale": "", "sku": format!("A-{number}"),
        })
    };
    (1..=count).map(|number| generation(number, Language::En, &data(number))).collect()
}

async fn begin(photos: Photos, count: u128) -> (ArchiveStream, ExportReport) {
    let source = PhotoSource {
        store: Arc::new(photos),
        account: AccountId::new(Uuid::nil()),
        now: Timestamp::UNIX_EPOCH,
        slot: None,
    };
    ArchiveStream::begin(source, Arc::new(Catalogue::default()), generations(count)).await.unwrap()
}

#[tokio::test]
async fn archive_has_the_photos_of_each_item_named_by_sku() {
    let (mut stream, report) = begin(Photos::default(), 3).await;
    assert_eq!(report.written, 3);
    let without: Vec<_> =
        report.remarks.iter().filter(|it| it.finding == Finding::NoPhotos).map(|it| &it.sku).collect();
    assert_eq!(without.len(), 1);
    assert_eq!(without[0].as_ref().unwrap().as_str(), "A-1");
    let mut file = Vec::new();
    while let Some(chunk) = stream.next().await.unwrap() {
        assert!(!chunk.is_empty(), "an empty chunk would end a response");
        file.extend(chunk);
    }
    assert_eq!(Zip.validate(&file), []);
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    let id = GenerationId::new(Uuid::from_u128(3));
    for number in 0..4 {
        let mut found = Vec::new();
        let name = format!("A-3/photos/A-3-{}.jpg", number + 1);
        archive.by_name(&name).unwrap().read_to_end(&mut found).unwrap();
        assert!(found == photo(id, number), "{name}");
    }
    assert_eq!(archive.len(), 1 + 3 + 2 * 4, "a table, three texts and eight photos");
}

#[tokio::test]
async fn memory_does_not_grow_with_the_number_of_items() {
    let (mut stream, _) = begin(Photos::default(), 60).await;
    let (mut largest, mut all) = (0, 0);
    while let Some(chunk) = stream.next().await.unwrap() {
        largest = largest.max(chunk.len());
        all += chunk.len();
    }
    assert!(all > 59 * 4 * PHOTO_BYTES, "{all}");
    assert!(largest < 6 * PHOTO_BYTES, "{largest} bytes at once");
}

#[tokio::test]
async fn failed_read_of_photos_ends_the_archive_without_its_end() {
    let (mut stream, _) = begin(Photos { fails_at: Some(2), ..Photos::default() }, 5).await;
    let mut file = Vec::new();
    let error = loop {
        match stream.next().await {
            Ok(chunk) => file.extend(chunk.expect("the archive has not ended")),
            Err(error) => break error,
        }
    };
    assert!(matches!(error, ExportError::Store(StoreError::Unavailable(_))), "{error}");
    assert!(ZipArchive::new(Cursor::new(file)).is_err(), "readers refuse the part");
    assert_eq!(stream.next().await.unwrap(), None);
}
