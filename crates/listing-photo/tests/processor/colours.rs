//! Tests that colors match those of Pillow, Little CMS and libwebp, which made the reference pictures
//! (`samples/make.py`).

use image::imageops::{FilterType, resize};
use image::{DynamicImage, ImageFormat, RgbImage};
use image_compare::{Algorithm, gray_similarity_structure};
use listing_domain::photo::PreparedPhoto;

use super::prepare;

/// The maximum mean difference of a channel, from 0 to 255, caused by JPEG compression and chroma
/// subsampling.
const TOLERANCE: f64 = 3.0;

/// The minimum SSIM of brightness.
const LIKENESS: f64 = 0.98;

async fn check(file: &[u8], reference: &[u8]) -> (PreparedPhoto, RgbImage) {
    let reference = image::load_from_memory_with_format(reference, ImageFormat::Png).unwrap().into_rgb8();
    let photo = prepare(file).await;
    check_means(&photo, &reference);
    (photo, reference)
}

fn check_means(photo: &PreparedPhoto, reference: &RgbImage) {
    assert_eq!((photo.pixels.width(), photo.pixels.height()), reference.dimensions());
    for channel in 0..3 {
        let of = |samples: &[u8]| -> Vec<u8> { samples.iter().skip(channel).step_by(3).copied().collect() };
        let (ours, theirs) = (of(photo.pixels.rgb()), of(reference.as_raw()));
        let total: f64 = ours.iter().zip(&theirs).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
        let mean = total / f64::from(reference.width() * reference.height());
        assert!(mean < TOLERANCE, "channel {channel} is {mean:.1} off on average");
    }
}

fn check_likeness(photo: &PreparedPhoto, reference: &RgbImage) {
    let (width, height) = (photo.pixels.width(), photo.pixels.height());
    let picture = RgbImage::from_raw(width, height, photo.pixels.rgb().to_vec()).unwrap();
    let grey = |picture: RgbImage| DynamicImage::from(picture).into_luma8();
    let (ours, theirs) = (grey(picture), grey(reference.clone()));
    let likeness = gray_similarity_structure(&Algorithm::MSSIMSimple, &theirs, &ours).unwrap().score;
    assert!(likeness >= LIKENESS, "the similarity (SSIM) is only {likeness}");
}

#[tokio::test]
async fn display_p3_becomes_srgb() {
    check(include_bytes!("samples/display-p3.jpg"), include_bytes!("samples/display-p3.png")).await;
}

#[tokio::test]
async fn cmyk_becomes_srgb() {
    check(include_bytes!("samples/cmyk.jpg"), include_bytes!("samples/cmyk.png")).await;
}

#[tokio::test]
async fn lossy_webp_matches_libwebp() {
    let (photo, reference) =
        check(include_bytes!("samples/lossy.webp"), include_bytes!("samples/lossy.png")).await;
    check_likeness(&photo, &reference);
}

#[tokio::test]
async fn large_lossy_webp_is_reduced_from_all_of_its_pixels() {
    let file = include_bytes!("samples/lossy-large.webp");
    let whole = image::load_from_memory_with_format(file, ImageFormat::WebP).unwrap().into_rgb8();
    assert_eq!(whole.dimensions(), (1400, 1050));
    let reference = resize(&whole, 1024, 768, FilterType::Lanczos3);
    let photo = prepare(file).await;
    check_means(&photo, &reference);
    check_likeness(&photo, &reference);
}
