use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::join_all;
use image::ImageFormat;
use listing_domain::ids::AccountId;
use listing_domain::lane::Lane;
use listing_domain::options::Quality;
use listing_domain::photo::PhotoNote;
use listing_domain::ports::{
    AdmissionError, PhotoError, PhotoProcessor as _, QueuedWork, WorkKind, WorkPermit, Workers,
};
use listing_photo::{PhotoSettings, SafePhotos};
use uuid::Uuid;

use super::files::{encode, jpeg, quarters};
use super::{account_id, data_uri, prepare_all, problems, processor, processor_with, uploads};

#[tokio::test]
async fn photos_keep_their_order() {
    let files = [400, 300, 500, 200].map(|width| jpeg(&quarters(width, 200)));
    for workers in [1, 2, 8] {
        let processor = processor_with(PhotoSettings::default(), workers);
        let photos = processor
            .prepare(account_id(), uploads(&files.each_ref().map(|file| data_uri(file))), Quality::Standard)
            .await
            .unwrap();
        let widths: Vec<u32> = photos.iter().map(|photo| photo.pixels.width()).collect();
        assert_eq!(widths, [400, 300, 500, 200], "{workers} workers");
    }
}

#[tokio::test]
async fn every_problem_is_reported_with_its_index() {
    let good = data_uri(&jpeg(&quarters(300, 200)));
    let requested =
        ["photo.jpg".to_owned(), good, "data:image/png;base64,AAA".to_owned(), data_uri(b"%PDF-1.7")];
    let outcome = processor().prepare(account_id(), uploads(&requested), Quality::Standard).await;
    let expected = [
        (0, "must be a data URI like data:image/jpeg;base64,…"),
        (2, "must hold padded standard base64 without line breaks after \"base64,\""),
        (
            3,
            "is a PDF document: send its pictures as photos, such as JPEG files (accepted are JPEG, PNG, WebP and GIF)",
        ),
    ];
    assert_eq!(problems(outcome), expected.map(|(index, message)| (index, message.to_owned())));
}

#[tokio::test]
async fn repeated_photo_is_noted_as_a_duplicate() {
    let (shirt, shoe) = (jpeg(&quarters(300, 200)), encode(quarters(310, 200), ImageFormat::Png));
    let mut requested = [&shirt, &shoe, &shirt, &shirt].map(|file| data_uri(file));
    requested[2] = requested[2].replace("image/jpeg", "image/png");
    let photos = processor().prepare(account_id(), uploads(&requested), Quality::Standard).await.unwrap();
    let notes: Vec<&[PhotoNote]> = photos.iter().map(|photo| photo.notes.as_slice()).collect();
    assert_eq!(notes, [&[][..], &[], &[PhotoNote::Duplicate], &[PhotoNote::Duplicate]]);
    assert!(photos[0].pixels == photos[2].pixels && photos[0].jpeg == photos[3].jpeg);

    let found = problems(prepare_all(&[b"no photo", &shirt, b"no photo"]).await);
    assert_eq!(found.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(found[0].1, found[1].1);
}

/// Always busy.
struct Busy;

impl Workers for Busy {
    fn queue(
        &self,
        _: Lane,
        _: WorkKind,
        _: usize,
        _: Duration,
    ) -> Result<Box<dyn QueuedWork>, AdmissionError> {
        Err(AdmissionError::Busy { retry_after: Duration::from_secs(7) })
    }

    fn thread_time(&self) -> Duration {
        Duration::ZERO
    }
}

#[tokio::test]
async fn a_request_without_a_free_worker_gets_a_retry_time() {
    let processor = SafePhotos::new(PhotoSettings::default(), Arc::new(Busy));
    let requested = uploads(&[data_uri(b"whatever")]);
    let refused = processor.prepare(account_id(), requested, Quality::Standard).await.unwrap_err();
    assert!(matches!(refused, PhotoError::Busy { retry_after } if retry_after == Duration::from_secs(7)));
}

/// Counts the permits of each account. Each reading of its clock is a second later.
#[derive(Default)]
struct Counting {
    looks: AtomicU64,
    charged: Mutex<Vec<Duration>>,
}

struct Counted(Arc<Counting>, usize);

struct CountedPermit(Arc<Counting>);

struct CountingWorkers(Arc<Counting>);

impl Workers for CountingWorkers {
    fn queue(
        &self,
        lane: Lane,
        kind: WorkKind,
        pieces: usize,
        _: Duration,
    ) -> Result<Box<dyn QueuedWork>, AdmissionError> {
        assert_eq!((lane.account(), kind), (account_id(), WorkKind::Photo));
        Ok(Box::new(Counted(Arc::clone(&self.0), pieces)))
    }

    fn thread_time(&self) -> Duration {
        Duration::from_secs(self.0.looks.fetch_add(1, Ordering::Relaxed))
    }
}

#[async_trait]
impl QueuedWork for Counted {
    async fn next(&mut self) -> Result<Box<dyn WorkPermit>, AdmissionError> {
        self.1 = self.1.checked_sub(1).expect("more permits taken than queued");
        Ok(Box::new(CountedPermit(Arc::clone(&self.0))))
    }
}

impl WorkPermit for CountedPermit {
    fn widen(&mut self, _: usize) -> usize {
        1
    }

    fn used(&mut self, time: Duration) {
        self.0.charged.lock().unwrap().push(time);
    }
}

#[tokio::test]
async fn each_photo_is_queued_alone_and_its_time_is_charged() {
    let counting = Arc::<Counting>::default();
    let processor =
        SafePhotos::new(PhotoSettings::default(), Arc::new(CountingWorkers(Arc::clone(&counting))));
    let requested = uploads(&[200, 210, 220].map(|width| data_uri(&jpeg(&quarters(width, 200)))));
    processor.prepare(account_id(), requested, Quality::Standard).await.unwrap();
    let charged = counting.charged.lock().unwrap();
    assert_eq!(charged.len(), 3);
    assert!(charged.iter().all(|time| *time >= Duration::from_secs(1)), "{charged:?}");
}

#[tokio::test]
async fn requests_within_the_maximum_wait_are_served() {
    let requested = uploads(&[data_uri(&jpeg(&quarters(300, 200)))]);
    let processor = processor_with(PhotoSettings::default(), 1);
    let accounts = (1..=17).map(|number| AccountId::new(Uuid::from_u128(number)));
    let requests = accounts.map(|account| processor.prepare(account, requested.clone(), Quality::Standard));
    let outcomes = join_all(requests).await;
    assert!(outcomes.iter().all(Result::is_ok));
}

#[tokio::test]
async fn a_cancelled_request_frees_the_worker() {
    let requested = || uploads(&[data_uri(&jpeg(&quarters(1200, 1200)))]);
    let processor = processor_with(PhotoSettings::default(), 1);
    let left =
        tokio::time::timeout(Duration::ZERO, processor.prepare(account_id(), requested(), Quality::Standard))
            .await;
    assert!(left.is_err(), "the photo was prepared before the caller gave up");
    assert!(processor.prepare(account_id(), requested(), Quality::Standard).await.is_ok());
}
