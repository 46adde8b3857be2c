//! Tests that limits are checked against the header before anything is allocated.

use image::{ExtendedColorType, ImageEncoder as _, ImageFormat};
use listing_domain::options::Quality;
use listing_domain::ports::PhotoProcessor as _;
use listing_photo::PhotoSettings;

use super::files::{Jpeg, encode, gif, jpeg, plain, quarters, webp};
use super::seeds::{crc32, seeds};
use super::{account_id, data_uri, prepare_all, problem, problems, processor_with, uploads};

const TOO_MANY_PIXELS: &str = "must be at most 12000 pixels on a side and 52 million pixels in all";
const DAMAGED: &str = "must be a complete and undamaged image: it cannot be decoded";

/// Files of a few dozen bytes whose headers state this size.
fn headers(width: u16, height: u16) -> [Vec<u8>; 4] {
    let [[w1, w0], [h1, h0]] = [width, height].map(u16::to_be_bytes);
    let jpeg =
        [&[0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, h1, h0, w1, w0, 1, 1, 0x11, 0][..], &[0xFF, 0xD9]].concat();
    let png = [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"[..], &[w1, w0, 0, 0, h1, h0, 16, 6, 0, 0, 0]].concat();
    let gif = [&b"GIF89a"[..], &[w0, w1, h0, h1, 0, 0, 0, b';']].concat();
    let extended = [0, 0, 0, 0, w0, w1, 0, h0, h1, 0];
    let webp = [&b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0"[..], &extended].concat();
    [jpeg, png, gif, webp]
}

#[tokio::test]
async fn headers_with_huge_sizes_are_refused_without_decoding() {
    for (width, height) in [(30_000, 30_000), (12_002, 2), (7_300, 7_300), (2, 12_002)] {
        for file in headers(width, height) {
            assert_eq!(problem(&file).await, TOO_MANY_PIXELS, "{width} x {height}");
        }
    }
    for file in headers(8_192, 6_144) {
        assert_ne!(problem(&file).await, TOO_MANY_PIXELS);
    }
    for file in &headers(0, 5)[..3] {
        assert_eq!(problem(file).await, "must have at least one pixel");
    }
}

#[tokio::test]
async fn photo_that_needs_too_much_memory_is_refused_before_decoding() {
    let picture = quarters(400, 300);
    let progressive = Jpeg { progressive: true, full_colour: true, ..Jpeg::default() }.encode(&picture);
    let alpha = encode(plain(400, 300, [1, 2, 3, 4]), ImageFormat::Png);
    let pixels = 400 * 300;
    // The faster decoder leaves colors at a quarter of the size.
    let baseline = if cfg!(feature = "turbo") { pixels * 3 / 2 } else { pixels * 3 };
    for (file, fits, too_small) in [
        (jpeg(&picture), baseline, baseline - 1),
        // The padded coefficients of 50 x 38 blocks and three colors, and the samples of one.
        (progressive, pixels + 50 * 38 * 64 * 3 * 2, pixels + 50 * 38 * 64 * 3 * 2 - 1),
        (alpha, pixels * 4, pixels * 4 - 1),
        (webp(&plain(400, 300, [1, 2, 3, 4])), pixels * 11, pixels * 11 - 1),
        (gif(&[plain(400, 300, [1, 2, 3, 255])]), pixels * 4, pixels * 4 - 1),
    ] {
        let with = async |max_decode_bytes| {
            let settings = PhotoSettings { max_decode_bytes, ..PhotoSettings::default() };
            processor_with(settings, 2)
                .prepare(account_id(), uploads(&[data_uri(&file)]), Quality::Standard)
                .await
        };
        assert!(with(fits).await.is_ok());
        let message = "must have fewer pixels or another encoding: decoding it takes too much memory";
        assert_eq!(problems(with(too_small).await), [(0, message.to_owned())]);
    }
}

#[tokio::test]
async fn file_of_ten_megabytes_is_accepted_and_a_larger_one_refused() {
    let mut file = jpeg(&quarters(300, 300));
    file.resize(PhotoSettings::MAX_BYTES, 0);
    assert!(prepare_all(&[&file]).await.is_ok());
    file.push(0);
    assert_eq!(problem(&file).await, "must be at most 10 MB");
}

#[tokio::test]
async fn truncated_photo_is_refused() {
    let picture = quarters(400, 300);
    let rgba = image::DynamicImage::from(picture.clone()).into_rgba8();
    let mut lossless = Vec::new();
    image::codecs::png::PngEncoder::new(&mut lossless)
        .write_image(picture.as_raw(), 400, 300, ExtendedColorType::Rgb8)
        .unwrap();
    for file in [
        jpeg(&picture),
        Jpeg { progressive: true, ..Jpeg::default() }.encode(&picture),
        lossless,
        webp(&rgba),
        gif(&[rgba]),
    ] {
        for cut in [file.len() / 2, file.len() * 9 / 10] {
            println!("{cut} of {}: {:?}", file.len(), &file[..4]);
            assert_eq!(problem(&file[..cut]).await, DAMAGED);
        }
    }
}

/// Otherwise the decoder would panic.
#[tokio::test]
async fn png_palette_with_a_partial_entry_is_refused() {
    let palette = seeds(20).into_iter().find(|seed| seed.name == "png-palette").unwrap().file;
    let at = memchr::memmem::find(&palette, b"PLTE").unwrap();
    let mut file = palette.clone();
    file[at - 1] -= 1;
    file.remove(at + 4);
    let sum = crc32(&file[at..at + 15]).to_be_bytes();
    file[at + 15..at + 19].copy_from_slice(&sum);
    assert_eq!(problem(&file).await, DAMAGED);
    assert!(prepare_all(&[&palette]).await.is_ok());
}

/// The decoder would skip the small frame, whose kind it does not know, and decode the large one.
#[tokio::test]
async fn jpeg_with_a_small_and_a_large_frame_is_refused() {
    let [bomb, ..] = headers(60_000, 60_000);
    for kind in (0xC0..=0xCF).filter(|kind| ![0xC4, 0xC8, 0xCC].contains(kind)) {
        let small = [0xFF, kind, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0];
        let scan = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3];
        let file = [&bomb[..2], &small, &bomb[2..15], &scan, &bomb[15..]].concat();
        assert_eq!(problem(&file).await, DAMAGED, "{kind:02X}");
    }
}
