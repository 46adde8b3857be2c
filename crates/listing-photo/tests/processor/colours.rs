//! Wide colour and printers' colour look as another library shows them: the
//! references are made by Pillow and Little CMS (`samples/make.py`).

use image::ImageFormat;

use super::prepare;

/// How far a channel may be from the reference on average: what JPEG and colour at
/// half the size leave.
const TOLERANCE: f64 = 3.0;

async fn check(file: &[u8], reference: &[u8]) {
    let photo = prepare(file).await;
    let reference = image::load_from_memory_with_format(reference, ImageFormat::Png).unwrap().into_rgb8();
    assert_eq!((photo.pixels.width(), photo.pixels.height()), reference.dimensions());
    for channel in 0..3 {
        let of = |samples: &[u8]| -> Vec<u8> { samples.iter().skip(channel).step_by(3).copied().collect() };
        let (ours, theirs) = (of(photo.pixels.rgb()), of(reference.as_raw()));
        let total: f64 = ours.iter().zip(&theirs).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
        let mean = total / f64::from(reference.width() * reference.height());
        assert!(mean < TOLERANCE, "channel {channel} is {mean:.1} off on average");
    }
}

#[tokio::test]
async fn display_p3_becomes_srgb() {
    check(include_bytes!("samples/display-p3.jpg"), include_bytes!("samples/display-p3.png")).await;
}

#[tokio::test]
async fn cmyk_becomes_srgb() {
    check(include_bytes!("samples/cmyk.jpg"), include_bytes!("samples/cmyk.png")).await;
}
