//! Tests that any input gives a photo within its limits or a typed error, without a panic.

use image::ImageFormat;
use listing_domain::options::Quality;
use listing_domain::photo::PreparedPhoto;
use listing_domain::ports::{PhotoError, PhotoProcessor as _};
use listing_domain::request::PhotoUploads;
use listing_photo::{PhotoSettings, SafePhotos};
use proptest::prelude::*;
use proptest::sample::Index;

use super::files::{encode, jpeg, quarters};
use super::seeds::{self, Seed};
use super::{account_id, answer, comparable, data_uri, file_uploads, processor, processor_with, uploads};

const SEEDS: usize = 19;

fn seeds() -> Vec<Seed> {
    let seeds = seeds::seeds(48);
    assert_eq!(seeds.len(), SEEDS);
    seeds
}

fn outcome(processor: &SafePhotos, upload: PhotoUploads) -> Result<Vec<PreparedPhoto>, PhotoError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(processor.prepare(account_id(), upload, Quality::Standard))
}

fn text(text: String) -> PhotoUploads {
    uploads(&[text])
}

fn check_file(file: &[u8]) {
    let of_text = check(text(data_uri(file)));
    let of_file = check(file_uploads(&[file]));
    assert!(comparable(&of_text) == comparable(&of_file), "{of_text:?} {of_file:?}");
}

fn check(upload: PhotoUploads) -> Result<Vec<PreparedPhoto>, PhotoError> {
    let outcome = outcome(&processor(), upload);
    assert_eq!(answer::check(&outcome, 1024), Ok(()));
    if let Ok(photos) = &outcome {
        let size = image::load_from_memory_with_format(&photos[0].jpeg, ImageFormat::Jpeg).unwrap();
        assert_eq!((size.width(), size.height()), (photos[0].pixels.width(), photos[0].pixels.height()));
    }
    outcome
}

#[test]
fn every_undamaged_seed_is_prepared() {
    for Seed { name, file } in seeds() {
        for upload in [text(data_uri(&file)), file_uploads(&[&file])] {
            let outcome = outcome(&processor(), upload);
            assert!(outcome.is_ok(), "{name}: {outcome:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_handled_without_a_panic(any in ".{0,100}") {
        let _ = check(text(any));
    }

    #[test]
    fn any_bytes_are_handled_without_a_panic(bytes: Vec<u8>) {
        check_file(&bytes);
    }

    #[test]
    fn any_bytes_after_a_known_beginning_are_handled_without_a_panic(
        seed in 0..SEEDS,
        prefix in 2..60_usize,
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let file = &seeds()[seed].file;
        check_file(&[&file[..prefix.min(file.len())], &bytes].concat());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn damaged_photos_are_handled_without_a_panic(
        seed in 0..SEEDS,
        edits in proptest::collection::vec((any::<Index>(), any::<u8>()), 0..6),
        cut in proptest::option::of(any::<Index>()),
    ) {
        let mut file = seeds()[seed].file.clone();
        for (at, value) in edits {
            let at = at.index(file.len());
            file[at] = value;
        }
        if let Some(cut) = cut {
            file.truncate(cut.index(file.len()));
        }
        check_file(&file);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A worker keeps its buffers, so no photo may leave traces in the next one.
    #[test]
    fn the_same_photo_gives_the_same_bytes_after_any_other(
        order in proptest::collection::vec((any::<Index>(), proptest::option::of(any::<Index>())), 2..6),
    ) {
        let mut files: Vec<Vec<u8>> = seeds().into_iter().map(|seed| seed.file).collect();
        files.push(jpeg(&quarters(1300, 700)));
        files.push(encode(quarters(300, 1100), ImageFormat::Png));
        let processor = || processor_with(PhotoSettings::default(), 1);
        let used = processor();
        for (which, cut) in order {
            let mut file = which.get(&files).clone();
            if let Some(cut) = cut {
                file.truncate(cut.index(file.len()));
            }
            let fresh = outcome(&processor(), text(data_uri(&file)));
            for upload in [text(data_uri(&file)), file_uploads(&[&file])] {
                let again = outcome(&used, upload);
                prop_assert!(comparable(&again) == comparable(&fresh));
            }
        }
    }
}
