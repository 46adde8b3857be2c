//! Tests that every accepted type becomes opaque, downsized sRGB.

use image::{DynamicImage, ImageFormat};
use jpeg_encoder::ColorType;

use super::files::{BLUE, GREEN, Jpeg, RED, YELLOW, animated_webp, encode, gif, jpeg, plain, quarters, webp};
use super::{assert_close, pixel, prepare, prepare_all, problem};

/// Allows for the loss of lossy formats.
#[track_caller]
fn assert_quarters(photo: &listing_domain::photo::PreparedPhoto, width: u32, height: u32) {
    assert_eq!((photo.pixels.width(), photo.pixels.height()), (width, height));
    for (x, y, colour) in [(1, 1, RED), (3, 1, GREEN), (1, 3, BLUE), (3, 3, YELLOW)] {
        assert_close(pixel(photo, width * x / 4, height * y / 4), colour, 6);
    }
}

#[tokio::test]
async fn every_type_and_variant_shows_the_same_picture() {
    let picture = quarters(300, 260);
    let rgba = DynamicImage::from(picture.clone()).into_rgba8();
    let wide = DynamicImage::from(picture.clone()).into_rgb16();
    let variants: [(&str, Vec<u8>); 10] = [
        ("baseline", jpeg(&picture)),
        ("4:4:4", Jpeg { full_colour: true, ..Jpeg::default() }.encode(&picture)),
        ("progressive", Jpeg { progressive: true, ..Jpeg::default() }.encode(&picture)),
        ("png", encode(picture.clone(), ImageFormat::Png)),
        ("png with alpha", encode(rgba.clone(), ImageFormat::Png)),
        ("png of 16 bits", encode(wide, ImageFormat::Png)),
        ("webp", webp(&rgba)),
        ("animated webp", animated_webp([&rgba, &plain(300, 260, [0, 0, 0, 255])])),
        ("gif", gif(std::slice::from_ref(&rgba))),
        ("animated gif", gif(&[rgba, plain(300, 260, [0, 0, 0, 255])])),
    ];
    for (name, file) in variants {
        println!("{name}");
        let photo = prepare(&file).await;
        assert_quarters(&photo, 300, 260);
        assert_eq!(photo.notes, [], "{name}");
    }
}

#[tokio::test]
async fn prepared_jpeg_shows_the_same_picture_as_the_pixels() {
    let photo = prepare(&jpeg(&quarters(2100, 1400))).await;
    assert_quarters(&photo, 1024, 683);
    let decoded = image::load_from_memory_with_format(&photo.jpeg, ImageFormat::Jpeg).unwrap().into_rgb8();
    assert_eq!(decoded.dimensions(), (1024, 683));
    for (x, y) in [(10, 10), (1000, 10), (10, 600), (1000, 600)] {
        assert_close(decoded.get_pixel(x, y).0, pixel(&photo, x, y), 4);
    }
}

#[tokio::test]
async fn grey_and_four_colour_files_are_converted() {
    let grey = DynamicImage::from(quarters(260, 240)).into_luma8();
    let corners = [(60, 60), (200, 60), (60, 180), (200, 180)];
    let expected = corners.map(|(x, y)| [grey.get_pixel(x, y).0[0]; 3]);
    for file in [
        Jpeg::default().encode_raw(grey.as_raw(), grey.dimensions(), ColorType::Luma),
        encode(grey.clone(), ImageFormat::Png),
        encode(DynamicImage::from(grey.clone()).into_luma16(), ImageFormat::Png),
        encode(DynamicImage::from(grey).into_luma_alpha16(), ImageFormat::Png),
    ] {
        let photo = prepare(&file).await;
        for ((x, y), expected) in corners.into_iter().zip(expected) {
            assert_close(pixel(&photo, x, y), expected, 3);
        }
    }
    // Cyan, magenta, yellow and black: no ink, full red, half black.
    for (ink, expected) in
        [([0, 0, 0, 0], [255; 3]), ([0, 255, 255, 0], [255, 0, 0]), ([0, 0, 0, 128], [127; 3])]
    {
        for kind in [ColorType::Cmyk, ColorType::CmykAsYcck] {
            let file =
                Jpeg { full_colour: true, ..Jpeg::default() }.encode_raw(&ink.repeat(64), (8, 8), kind);
            assert_close(pixel(&prepare(&file).await, 4, 4), expected, 3);
        }
    }
}

#[tokio::test]
async fn transparency_becomes_white() {
    let half = plain(64, 64, [200, 0, 0, 128]);
    for file in [encode(half.clone(), ImageFormat::Png), webp(&half)] {
        assert_close(pixel(&prepare(&file).await, 32, 32), [227, 127, 127], 1);
    }
    let clear = plain(64, 64, [200, 0, 0, 0]);
    for file in [encode(clear.clone(), ImageFormat::Png), webp(&clear), gif(&[clear])] {
        assert_close(pixel(&prepare(&file).await, 32, 32), [255; 3], 0);
    }
}

#[tokio::test]
async fn an_embedded_profile_is_converted() {
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let picture = image::RgbImage::from_pixel(64, 64, image::Rgb([200, 100, 100]));
    let plain = prepare(&jpeg(&picture)).await;
    let converted = prepare(&Jpeg { profile: Some(profile), ..Jpeg::default() }.encode(&picture)).await;
    assert_close(pixel(&plain, 9, 9), [200, 100, 100], 2);
    // Reference: the matrices of CSS Color 4 for Display P3 and sRGB.
    assert_close(pixel(&converted, 9, 9), [214, 95, 97], 3);
}

#[tokio::test]
async fn other_file_types_are_refused_under_any_declared_type() {
    for file in [b"PK\x03\x04".as_slice(), b"RIFF\x10\0\0\0WAVEfmt ", b"\xFF\xD8", b""] {
        assert_eq!(problem(file).await, "must be a JPEG, PNG, WebP or GIF image");
    }
}

#[tokio::test]
async fn common_file_type_that_is_not_accepted_is_refused_with_advice() {
    for (file, expected) in [
        (
            &b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"[..],
            "is a HEIC photo, as iPhones take them: set the camera's format to \u{201c}Most Compatible\u{201d}, or convert the photo to JPEG",
        ),
        (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", "is an AVIF image: convert it to JPEG"),
        (b"II*\0\x08\0\0\0", "is a TIFF or raw camera image: convert it to JPEG"),
        (b"BM\x46\0\0\0\0\0\0\0", "is a BMP image: convert it to JPEG or PNG"),
        (
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            "is an SVG drawing: send a photo, or convert it to PNG",
        ),
        (b"%PDF-1.7", "is a PDF document: send its pictures as photos, such as JPEG files"),
        (b"\0\0\0\x14ftypqt  \0\0\0\0qt  ", "is a video: send a still photo, such as a JPEG file"),
    ] {
        let expected = format!("{expected} (accepted are JPEG, PNG, WebP and GIF)");
        assert_eq!(problem(file).await, expected);
    }
}

#[tokio::test]
async fn the_same_photo_gives_the_same_bytes() {
    let (first, second) = (jpeg(&quarters(1500, 900)), encode(quarters(640, 480), ImageFormat::Png));
    let alone = prepare(&second).await;
    let after_another = prepare_all(&[&first, &second]).await.unwrap();
    assert!(alone == after_another[1]);
    assert!(after_another == prepare_all(&[&first, &second]).await.unwrap());
}
