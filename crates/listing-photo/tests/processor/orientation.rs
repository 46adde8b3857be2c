//! Tests the eight orientations of EXIF 2.32, section 4.6.4.

use image::{DynamicImage, RgbImage};
use image_compare::{Algorithm, gray_similarity_structure};

use super::files::{Jpeg, exif, quarters};
use super::{assert_close, pixel, prepare};

/// The picture that a camera stores for `upright`.
fn stored(upright: &RgbImage, orientation: u16) -> RgbImage {
    let (width, height) = upright.dimensions();
    let (right, bottom) = (width - 1, height - 1);
    let (stored_width, stored_height) = if orientation < 5 { (width, height) } else { (height, width) };
    RgbImage::from_fn(stored_width, stored_height, |column, row| {
        let (x, y) = match orientation {
            1 => (column, row),
            2 => (right - column, row),
            3 => (right - column, bottom - row),
            4 => (column, bottom - row),
            5 => (row, column),
            6 => (right - row, column),
            7 => (right - row, bottom - column),
            _ => (row, bottom - column),
        };
        *upright.get_pixel(x, y)
    })
}

#[tokio::test]
async fn every_orientation_is_turned_upright() {
    let upright = quarters(96, 64);
    for orientation in 1..=8 {
        let file = Jpeg { exif: Some(exif(orientation)), full_colour: true, ..Jpeg::default() };
        let photo = prepare(&file.encode(&stored(&upright, orientation))).await;
        assert_eq!((photo.pixels.width(), photo.pixels.height()), (96, 64), "{orientation}");
        for (x, y) in [(5, 5), (90, 5), (5, 58), (90, 58), (30, 10)] {
            assert_close(pixel(&photo, x, y), upright.get_pixel(x, y).0, 6);
        }
    }
}

#[tokio::test]
async fn every_orientation_gives_the_same_picture() {
    let photo = include_bytes!("../../../../docs/samples/basketball.jpg");
    let upright = image::load_from_memory(photo).unwrap().into_rgb8();
    let mut first: Option<image::GrayImage> = None;
    for orientation in 1..=8 {
        let file = Jpeg { exif: Some(exif(orientation)), ..Jpeg::default() };
        let photo = prepare(&file.encode(&stored(&upright, orientation))).await;
        let (width, height) = (photo.pixels.width(), photo.pixels.height());
        let picture = RgbImage::from_raw(width, height, photo.pixels.rgb().to_vec()).unwrap();
        let grey = DynamicImage::from(picture).into_luma8();
        let reference = first.get_or_insert_with(|| grey.clone());
        let likeness = gray_similarity_structure(&Algorithm::MSSIMSimple, reference, &grey).unwrap().score;
        assert!(likeness >= 0.99, "orientation {orientation}: {likeness}");
    }
}

#[tokio::test]
async fn undefined_orientation_changes_nothing() {
    let picture = quarters(96, 64);
    for orientation in [0, 9, 0x0600] {
        let file = Jpeg { exif: Some(exif(orientation)), ..Jpeg::default() }.encode(&picture);
        assert_eq!(prepare(&file).await.pixels.width(), 96, "{orientation}");
    }
}

#[tokio::test]
async fn photo_is_both_downsized_and_turned() {
    let file = Jpeg { exif: Some(exif(6)), ..Jpeg::default() }.encode(&stored(&quarters(1200, 1800), 6));
    let photo = prepare(&file).await;
    assert_eq!((photo.pixels.width(), photo.pixels.height()), (683, 1024));
    assert_close(pixel(&photo, 600, 100), super::files::GREEN, 6);
}
