//! Whatever comes in, a photo within its bounds or a typed error comes out.

use image::ImageFormat;
use listing_domain::ports::{PhotoError, PhotoProcessor as _};
use listing_domain::wish::Quality;
use listing_photo::SafePhotos;
use proptest::prelude::*;
use proptest::sample::Index;

use super::files::{Jpeg, animated_webp, encode, exif, gif, jpeg, plain, quarters, webp};
use super::{data_uri, settings, someone, uploads};

/// Prepares one upload and checks what every answer has to keep to.
fn check(upload: String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let outcome = runtime.block_on(SafePhotos::new(settings()).prepare(
        someone(),
        uploads(&[upload]),
        Quality::Standard,
    ));
    match outcome {
        Ok(photos) => {
            let [photo] = photos.as_slice() else { panic!("one photo in, {} out", photos.len()) };
            assert!(photo.pixels.width() <= 1024 && photo.pixels.height() <= 1024);
            let size = image::load_from_memory_with_format(&photo.jpeg, ImageFormat::Jpeg).unwrap();
            assert_eq!((size.width(), size.height()), (photo.pixels.width(), photo.pixels.height()));
        }
        Err(PhotoError::Unusable(problems)) => {
            assert_eq!(problems.len(), 1);
            assert_eq!(problems[0].index, 0);
            assert!(problems[0].message.starts_with("must "));
        }
        Err(other) => panic!("neither a photo nor a problem: {other:?}"),
    }
}

fn seeds() -> [Vec<u8>; 7] {
    let picture = quarters(48, 40);
    let clear = plain(48, 40, [9, 120, 200, 77]);
    [
        jpeg(&picture),
        Jpeg { progressive: true, ..Jpeg::default() }.encode(&picture),
        Jpeg { exif: Some(exif(6)), full_colour: true, ..Jpeg::default() }.encode(&picture),
        encode(clear.clone(), ImageFormat::Png),
        webp(&clear),
        animated_webp([&clear, &clear]),
        gif(&[clear]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text(text in ".{0,100}") {
        check(text);
    }

    #[test]
    fn any_bytes(bytes: Vec<u8>) {
        check(data_uri(&bytes));
    }

    #[test]
    fn any_bytes_after_a_known_beginning(
        seed in 0..7_usize,
        kept in 2..60_usize,
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let file = &seeds()[seed];
        check(data_uri(&[&file[..kept.min(file.len())], &bytes].concat()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn damaged_photos(
        seed in 0..7_usize,
        edits in proptest::collection::vec((any::<Index>(), any::<u8>()), 0..6),
        cut in proptest::option::of(any::<Index>()),
    ) {
        let mut file = seeds()[seed].clone();
        for (at, value) in edits {
            let at = at.index(file.len());
            file[at] = value;
        }
        if let Some(cut) = cut {
            file.truncate(cut.index(file.len()));
        }
        check(data_uri(&file));
    }
}
