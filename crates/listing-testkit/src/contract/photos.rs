use std::sync::Arc;

use listing_domain::ids::AccountId;
use listing_domain::options::Quality;
use listing_domain::photo::{PhotoNote, PhotoUpload, PreparedPhoto};
use listing_domain::ports::{IdSource, PhotoError, PhotoProblem, PhotoProcessor};
use listing_domain::request::PhotoUploads;

use super::run_cases;
use crate::SeededIds;
use crate::pictures::{self, GROUND, JPEG_DATA_URI, PNG_DATA_URI, SHIRT, jpeg_data_uri_with, shirt};

/// Part of the metadata, which the prepared photo must not contain.
const CANARY: &[u8] = b"canary-48.8566-2.3522";

/// The contract of photo processors, with valid and invalid uploads. `make` returns an idle one.
pub async fn photo_processor_contract<P: PhotoProcessor + 'static>(make: impl AsyncFn() -> P) {
    let processor = async || {
        let processor: Arc<dyn PhotoProcessor> = Arc::new(make().await);
        processor
    };
    run_cases!(processor();
        photos_keep_their_order_and_do_not_affect_each_other,
        the_same_bytes_give_the_same_photo,
        every_unusable_photo_is_reported_by_its_position,
        repeated_photo_is_noted,
        a_file_and_its_data_uri_give_the_same_photo,
        metadata_of_a_photo_is_removed,
        jpeg_has_the_size_of_the_pixels,
        high_quality_has_no_fewer_pixels,
    );
}

async fn prepare(
    processor: &dyn PhotoProcessor,
    data_uris: &[&str],
    quality: Quality,
) -> Result<Vec<PreparedPhoto>, PhotoError> {
    let uploads = data_uris.iter().map(|uri| PhotoUpload::new((*uri).to_owned())).collect();
    let uploads = PhotoUploads::new(uploads).expect("the test sends one to four photos");
    processor.prepare(AccountId::new(SeededIds::new(1).id()), uploads, quality).await
}

async fn prepared(processor: &dyn PhotoProcessor, data_uris: &[&str]) -> Vec<PreparedPhoto> {
    prepare(processor, data_uris, Quality::Standard).await.expect("the photos are valid")
}

async fn photos_keep_their_order_and_do_not_affect_each_other(processor: Arc<dyn PhotoProcessor>) {
    let [png, jpeg] = [PNG_DATA_URI, JPEG_DATA_URI];
    let alone =
        [prepared(&*processor, &[png]).await.remove(0), prepared(&*processor, &[jpeg]).await.remove(0)];
    assert!(prepared(&*processor, &[png, jpeg]).await == alone);
    let [first, second] = alone;
    assert!(prepared(&*processor, &[jpeg, png]).await == [second, first]);
}

async fn the_same_bytes_give_the_same_photo(processor: Arc<dyn PhotoProcessor>) {
    let once = prepared(&*processor, &[JPEG_DATA_URI]).await;
    assert!(once == prepared(&*processor, &[JPEG_DATA_URI]).await);
}

async fn every_unusable_photo_is_reported_by_its_position(processor: Arc<dyn PhotoProcessor>) {
    let uploads = ["data:text/plain;base64,aGk=", PNG_DATA_URI, "photo.jpg"];
    let refused = prepare(&*processor, &uploads, Quality::Standard)
        .await
        .expect_err("two of the uploads are not photos");
    let PhotoError::Unusable(problems) = refused else { panic!("{refused:?}") };
    assert_eq!(problems.iter().map(|problem| problem.index).collect::<Vec<_>>(), [0, 2]);
    for PhotoProblem { message, .. } in problems {
        // A message continues a sentence that begins with the photo's name.
        assert!(message.starts_with("must ") || message.starts_with("is "), "{message}");
        assert!(!message.ends_with('.'), "{message}");
    }
}

async fn repeated_photo_is_noted(processor: Arc<dyn PhotoProcessor>) {
    let photos = prepared(&*processor, &[JPEG_DATA_URI, PNG_DATA_URI, JPEG_DATA_URI]).await;
    let is_again = |photo: &PreparedPhoto| photo.notes.contains(&PhotoNote::Duplicate);
    assert_eq!(photos.iter().map(is_again).collect::<Vec<_>>(), [false, false, true]);
    assert!(photos[0].pixels == photos[2].pixels && photos[0].jpeg == photos[2].jpeg);
}

async fn a_file_and_its_data_uri_give_the_same_photo(processor: Arc<dyn PhotoProcessor>) {
    let file = || PhotoUpload::from_file(pictures::prepared(shirt(SHIRT, GROUND)).jpeg);
    let someone = AccountId::new(SeededIds::new(1).id());
    let prepare_files = async |files| {
        let uploads = PhotoUploads::new(files).expect("the test sends one to four photos");
        processor.prepare(someone, uploads, Quality::Standard).await
    };
    let photos = prepare_files(vec![file(), file()]).await.expect("the photos are valid");
    assert!(photos == prepared(&*processor, &[JPEG_DATA_URI, JPEG_DATA_URI]).await);
    let empty = || PhotoUpload::from_file(Vec::new());
    let refused = prepare_files(vec![file(), empty()]).await.expect_err("one of the uploads is not a photo");
    let PhotoError::Unusable(problems) = refused else { panic!("{refused:?}") };
    assert_eq!(problems.iter().map(|problem| problem.index).collect::<Vec<_>>(), [1]);
}

async fn metadata_of_a_photo_is_removed(processor: Arc<dyn PhotoProcessor>) {
    let segment = |marker: u8, head: &[u8]| {
        let payload = [head, CANARY].concat();
        let length =
            u16::try_from(payload.len() + 2).expect("the segment's length fits in two bytes").to_be_bytes();
        [&[0xFF, marker], &length[..], &payload].concat()
    };
    let xmp = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0");
    let photo =
        jpeg_data_uri_with(&[xmp, segment(0xED, b"Photoshop 3.0\0"), segment(0xFE, b"")].concat(), CANARY);
    let photo = prepared(&*processor, &[&photo]).await.remove(0);
    for bytes in [&photo.jpeg[..], photo.pixels.rgb()] {
        assert!(!bytes.windows(CANARY.len()).any(|window| window == CANARY));
    }
    let markers: Vec<u8> = segments(&photo.jpeg).map(|(marker, _)| marker).collect();
    let is_metadata = |marker: &u8| matches!(marker, 0xE1..=0xED | 0xEF | 0xFE);
    assert!(!markers.iter().any(is_metadata), "{markers:02X?}");
    assert!(photo.jpeg.ends_with(&[0xFF, 0xD9]), "no byte follows the end of the image");
}

async fn jpeg_has_the_size_of_the_pixels(processor: Arc<dyn PhotoProcessor>) {
    for photo in prepared(&*processor, &[PNG_DATA_URI, JPEG_DATA_URI]).await {
        let (_, frame) = segments(&photo.jpeg)
            .find(|(marker, _)| matches!(marker, 0xC0..=0xC2))
            .expect("a JPEG file has a frame header");
        let side = |at: usize| u32::from(u16::from_be_bytes([frame[at], frame[at + 1]]));
        assert_eq!((side(3), side(1)), (photo.pixels.width(), photo.pixels.height()));
    }
}

async fn high_quality_has_no_fewer_pixels(processor: Arc<dyn PhotoProcessor>) {
    let sides = async |quality| {
        let photo =
            prepare(&*processor, &[JPEG_DATA_URI], quality).await.expect("the photo is valid").remove(0);
        (photo.pixels.width(), photo.pixels.height())
    };
    let (standard, high) = (sides(Quality::Standard).await, sides(Quality::High).await);
    assert!(high.0 >= standard.0 && high.1 >= standard.1, "{high:?} {standard:?}");
}

/// Marker and content of each segment of a JPEG file before its image data.
fn segments(file: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut rest = file.get(2..).unwrap_or_default();
    std::iter::from_fn(move || {
        let [0xFF, marker, high, low, ..] = *rest else { return None };
        let (segment, behind) = rest[2..].split_at_checked(usize::from(u16::from_be_bytes([high, low])))?;
        rest = if marker == 0xDA { &[] } else { behind };
        Some((marker, &segment[2..]))
    })
}
