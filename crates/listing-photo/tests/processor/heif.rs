//! Tests HEIC photos, if libheif's command-line decoder is installed.

use image::ImageFormat;
use listing_domain::options::Quality;
use listing_domain::ports::PhotoProcessor as _;
use listing_photo::{HeifDecoder, PhotoSettings};

use super::{account_id, data_uri, problem, problems, processor_with, uploads};

/// Made by libheif's encoder from the picture next to it in the folder.
const PHOTO: &[u8] = include_bytes!("samples/photo.heic");
const DAMAGED: &str = "must be a complete and undamaged image: it cannot be decoded";

fn settings() -> Option<PhotoSettings> {
    let decoder = HeifDecoder::find();
    if decoder.is_none() {
        eprintln!("skipped: libheif's decoder is not installed (Debian: libheif-examples)");
    }
    decoder.map(|decoder| PhotoSettings { heif: Some(decoder), ..PhotoSettings::default() })
}

async fn refusal(settings: &PhotoSettings, file: &[u8]) -> String {
    let processor = processor_with(settings.clone(), 2);
    problems(processor.prepare(account_id(), uploads(&[data_uri(file)]), Quality::Standard).await).remove(0).1
}

#[tokio::test]
async fn heic_photo_shows_its_picture() {
    let Some(settings) = settings() else { return };
    let processor = processor_with(settings, 2);
    let outcome = processor.prepare(account_id(), uploads(&[data_uri(PHOTO)]), Quality::Standard).await;
    let photo = outcome.unwrap().remove(0);
    let reference = include_bytes!("samples/photo.png");
    let reference = image::load_from_memory_with_format(reference, ImageFormat::Png).unwrap().into_rgb8();
    assert_eq!((photo.pixels.width(), photo.pixels.height()), reference.dimensions());
    let pairs = photo.pixels.rgb().iter().zip(reference.as_raw());
    let total: u64 = pairs.map(|(ours, theirs)| u64::from(ours.abs_diff(*theirs))).sum();
    assert!(total < 3 * u64::try_from(reference.as_raw().len()).unwrap(), "{total}");
}

#[tokio::test]
async fn damaged_and_oversized_heic_photos_are_refused() {
    let Some(settings) = settings() else { return };
    for cut in [24, 100, 400, PHOTO.len() / 2] {
        assert_eq!(refusal(&settings, &PHOTO[..cut]).await, DAMAGED, "{cut}");
    }
    let only_the_name = [&PHOTO[..24], &[0; 5_000]].concat();
    assert_eq!(refusal(&settings, &only_the_name).await, DAMAGED);
    let mut huge = PHOTO.to_vec();
    let offsets: Vec<usize> = memchr::memmem::find_iter(PHOTO, b"ispe").collect();
    assert!(!offsets.is_empty());
    for at in offsets {
        huge[at + 8..at + 16].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    }
    assert!(refusal(&settings, &huge).await.starts_with("must be at most 12000 pixels on a side"));
}

#[tokio::test]
async fn without_a_decoder_heic_photos_are_refused_with_advice() {
    assert!(problem(PHOTO).await.starts_with("is a HEIC photo, as iPhones take them"));
}
