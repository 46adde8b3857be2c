//! Requests of several photos, and many requests at once.

use std::time::Duration;

use futures_util::future::join_all;
use image::ImageFormat;
use listing_domain::ids::AccountId;
use listing_domain::photo::PhotoNote;
use listing_domain::ports::{PhotoError, PhotoProcessor as _};
use listing_domain::wish::Quality;
use listing_photo::{PhotoSettings, SafePhotos};
use uuid::Uuid;

use super::files::{encode, jpeg, quarters};
use super::{data_uri, prepare_all, problems, settings, someone, uploads};

#[tokio::test]
async fn photos_keep_their_order() {
    let files = [400, 300, 500, 200].map(|width| jpeg(&quarters(width, 200)));
    for workers in [1, 2, 8] {
        let processor = SafePhotos::new(PhotoSettings { workers, ..settings() });
        let photos = processor
            .prepare(someone(), uploads(&files.each_ref().map(|file| data_uri(file))), Quality::Standard)
            .await
            .unwrap();
        let widths: Vec<u32> = photos.iter().map(|photo| photo.pixels.width()).collect();
        assert_eq!(widths, [400, 300, 500, 200], "{workers} workers");
    }
}

#[tokio::test]
async fn every_problem_is_told_with_its_index() {
    let good = data_uri(&jpeg(&quarters(300, 200)));
    let asked = ["photo.jpg".to_owned(), good, "data:image/png;base64,AAA".to_owned(), data_uri(b"%PDF-1.7")];
    let outcome = SafePhotos::new(settings()).prepare(someone(), uploads(&asked), Quality::Standard).await;
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
async fn the_same_photo_twice_is_noted() {
    let (shirt, shoe) = (jpeg(&quarters(300, 200)), encode(quarters(310, 200), ImageFormat::Png));
    let mut asked = [&shirt, &shoe, &shirt, &shirt].map(|file| data_uri(file));
    asked[2] = asked[2].replace("image/jpeg", "image/png");
    let photos =
        SafePhotos::new(settings()).prepare(someone(), uploads(&asked), Quality::Standard).await.unwrap();
    let notes: Vec<&[PhotoNote]> = photos.iter().map(|photo| photo.notes.as_slice()).collect();
    assert_eq!(notes, [&[][..], &[], &[PhotoNote::Duplicate], &[PhotoNote::Duplicate]]);
    assert!(photos[0].pixels == photos[2].pixels && photos[0].jpeg == photos[3].jpeg);

    let told = problems(prepare_all(&[b"no photo", &shirt, b"no photo"]).await);
    assert_eq!(told.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(told[0].1, told[1].1);
}

#[tokio::test]
async fn a_full_queue_and_a_long_wait_are_busy() {
    let asked = || uploads(&[data_uri(&encode(quarters(1500, 1500), ImageFormat::Png))]);
    for (max_waiting, max_wait) in [(0, Duration::from_mins(1)), (1, Duration::ZERO)] {
        let settings = PhotoSettings { workers: 1, max_waiting, max_wait, ..settings() };
        let processor = SafePhotos::new(settings);
        let (first, second) = tokio::join!(
            processor.prepare(someone(), asked(), Quality::Standard),
            processor.prepare(AccountId::new(Uuid::from_u128(2)), asked(), Quality::Standard)
        );
        assert!(first.is_ok());
        assert!(matches!(second, Err(PhotoError::Busy)));
        assert!(
            processor.prepare(someone(), asked(), Quality::Standard).await.is_ok(),
            "the worker is free again"
        );
    }
}

#[tokio::test]
async fn whoever_waits_in_time_is_served() {
    let asked = uploads(&[data_uri(&jpeg(&quarters(300, 200)))]);
    // As many as one worker and the queue take.
    let settings = PhotoSettings { workers: 1, max_wait: Duration::from_mins(1), ..settings() };
    let processor = SafePhotos::new(settings);
    let accounts = (1..=17).map(|number| AccountId::new(Uuid::from_u128(number)));
    let requests = accounts.map(|account| processor.prepare(account, asked.clone(), Quality::Standard));
    let outcomes = join_all(requests).await;
    assert!(outcomes.iter().all(Result::is_ok));
}

#[tokio::test]
async fn a_caller_who_leaves_frees_the_worker() {
    let asked = || uploads(&[data_uri(&jpeg(&quarters(1200, 1200)))]);
    let settings = PhotoSettings { workers: 1, max_wait: Duration::from_mins(1), ..settings() };
    let processor = SafePhotos::new(settings);
    let left =
        tokio::time::timeout(Duration::ZERO, processor.prepare(someone(), asked(), Quality::Standard)).await;
    assert!(left.is_err(), "the caller was gone before the photo was prepared");
    assert!(processor.prepare(someone(), asked(), Quality::Standard).await.is_ok());
}
