//! Tests that a photo is accepted exactly if all its rows are present, and that the result shows them.

use image::{DynamicImage, ImageFormat, RgbImage};
use listing_domain::photo::PreparedPhoto;

use super::files::{Jpeg, animated_webp, encode, exif, gif, jpeg, quarters, webp};
use super::seeds::crc32;
use super::{assert_close, pixel, prepare, prepare_all, problem};

const DAMAGED: &str = "must be a complete and undamaged image: it cannot be decoded";

/// Details in every block.
fn waves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let [a, b, ..] = (x * 7 + y * 3).to_le_bytes();
        let [c, ..] = (x * y / 5).to_le_bytes();
        image::Rgb([a / 2 + 60, c / 2 + 60, b / 2 + a / 3])
    })
}

/// The largest difference of a channel, from 0 to 255.
fn farthest(photo: &PreparedPhoto, reference: &RgbImage) -> u8 {
    assert_eq!((photo.pixels.width(), photo.pixels.height()), reference.dimensions());
    let pairs = photo.pixels.rgb().iter().zip(reference.as_raw());
    pairs.map(|(ours, theirs)| ours.abs_diff(*theirs)).max().unwrap()
}

/// References by libjpeg-turbo (`samples/make.py`).
#[tokio::test]
async fn scans_of_every_kind_match_libjpeg() {
    for (name, file, reference) in [
        (
            "a scan for each color, at half the size",
            &include_bytes!("samples/scans-420.jpg")[..],
            &include_bytes!("samples/scans-420.png")[..],
        ),
        (
            "the same, half as high",
            include_bytes!("samples/scans-440.jpg"),
            include_bytes!("samples/scans-440.png"),
        ),
        (
            "progressive with restarts, color at a quarter",
            include_bytes!("samples/progressive-411.jpg"),
            include_bytes!("samples/progressive-411.png"),
        ),
        (
            "RGB by Adobe's marker",
            include_bytes!("samples/adobe-rgb.jpg"),
            include_bytes!("samples/adobe-rgb.png"),
        ),
    ] {
        let reference = image::load_from_memory_with_format(reference, ImageFormat::Png).unwrap().into_rgb8();
        let far = farthest(&prepare(file).await, &reference);
        // Turbo interpolates colors in another order.
        assert!(far <= 4, "{name}: {far}");
    }
}

#[tokio::test]
async fn bytes_without_picture_data_are_ignored() {
    let picture = waves(150, 110);
    // The faster decoder leaves such files to the others, which interpolate colors and round in another way,
    // so the files have a color for each pixel.
    let full_colour = cfg!(feature = "turbo");
    let tolerance = if full_colour { 4 } else { 0 };
    for progressive in [false, true] {
        let file = Jpeg { progressive, full_colour, ..Jpeg::default() }.encode(&picture);
        let whole = prepare(&file).await;
        let table = memchr::memmem::find(&file, &[0xFF, 0xC4]).unwrap();
        let end = file.len() - 2;
        let stray = |bytes: &[u8]| [&file[..table], bytes, &file[table..]].concat();
        for (name, file) in [
            ("one stray byte", stray(&[0])),
            ("eighteen", stray(&[7; 18])),
            ("what looks like stuffed data", stray(&[0xFF, 0, 0xFF, 0])),
            ("no end marker", file[..end].to_vec()),
            ("zeros for an end marker", [&file[..end], &[0; 40]].concat()),
            ("a trailer", [&file[..], b"a video"].concat()),
        ] {
            let photo = prepare(&file).await;
            let far = photo.pixels.rgb().iter().zip(whole.pixels.rgb()).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(far <= Some(tolerance), "{name}, progressive: {progressive}, by {far:?}");
        }
    }
}

fn without(file: &[u8], marker: u8) -> Vec<u8> {
    let mut stripped = file[..2].to_vec();
    let mut rest = &file[2..];
    while rest[1] != 0xDA {
        let (segment, after) = rest.split_at(2 + usize::from(u16::from_be_bytes([rest[2], rest[3]])));
        if segment[1] != marker {
            stripped.extend(segment);
        }
        rest = after;
    }
    stripped.extend(rest);
    stripped
}

#[tokio::test]
async fn frames_of_motion_jpeg_without_huffman_tables_show_their_picture() {
    for full_colour in [false, true] {
        let file = Jpeg { full_colour, ..Jpeg::default() }.encode(&waves(150, 110));
        let frame = without(&file, 0xC4);
        assert!(frame.len() + 400 < file.len());
        assert!(prepare(&frame).await == prepare(&file).await, "{full_colour}");
    }
    let gray = Jpeg::default().encode_raw(&[77; 64 * 48], (64, 48), jpeg_encoder::ColorType::Luma);
    assert!(prepare(&without(&gray, 0xC4)).await == prepare(&gray).await);
    let progressive = Jpeg { progressive: true, ..Jpeg::default() }.encode(&waves(150, 110));
    assert_eq!(problem(&without(&progressive, 0xC4)).await, DAMAGED);
}

#[tokio::test]
async fn truncated_jpeg_with_an_end_marker_is_refused() {
    let picture = waves(150, 110);
    for progressive in [false, true] {
        for full_colour in [false, true] {
            let file = Jpeg { progressive, full_colour, ..Jpeg::default() }.encode(&picture);
            let start = memchr::memmem::find(&file, &[0xFF, 0xDA]).unwrap() + 20;
            for part in 1..40 {
                let mut cut = file[..start + (file.len() - start - 8) * part / 40].to_vec();
                while cut.last() == Some(&0xFF) {
                    cut.pop();
                }
                for end in [&[0xFF, 0xD9][..], &[0xFF, 0xD9, 1, 2, 3], &[]] {
                    assert_eq!(
                        problem(&[&cut[..], end].concat()).await,
                        DAMAGED,
                        "{progressive} {part} {end:?}"
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn missing_end_of_other_formats_is_accepted_if_all_rows_are_present() {
    let rgba = DynamicImage::from(waves(60, 40)).into_rgba8();
    let png = encode(rgba.clone(), ImageFormat::Png);
    let (plain_gif, still, animated) =
        (gif(std::slice::from_ref(&rgba)), webp(&rgba), animated_webp([&rgba, &rgba]));
    let wrong_length = |file: &[u8], length: [u8; 4]| [&file[..4], &length, &file[8..]].concat();
    for (name, whole, file) in [
        ("PNG without its last chunk", &png, png[..png.len() - 12].to_vec()),
        ("PNG cut within its last chunk", &png, png[..png.len() - 5].to_vec()),
        ("PNG cut within a check sum", &png, png[..png.len() - 14].to_vec()),
        ("PNG with a trailer", &png, [&png[..], b"trailer"].concat()),
        ("GIF without its trailer", &plain_gif, plain_gif[..plain_gif.len() - 1].to_vec()),
        ("WebP with a trailer", &still, [&still[..], b"trailer"].concat()),
        ("WebP of no length", &still, wrong_length(&still, [0; 4])),
        ("animated WebP of no length", &animated, wrong_length(&animated, [0; 4])),
        ("animated WebP that is said to be longer", &animated, wrong_length(&animated, [0, 0, 0, 1])),
    ] {
        let problems = prepare_all(&[&file]).await;
        assert!(problems.is_ok(), "{name}: {problems:?}");
        assert!(problems.unwrap()[0] == prepare(whole).await, "{name}");
    }
    // Missing rows, followed by an end.
    let end = &png[png.len() - 12..];
    assert_eq!(problem(&[&png[..png.len() / 2], end].concat()).await, DAMAGED);
    assert_eq!(problem(&[&plain_gif[..plain_gif.len() / 2], b"\0;"].concat()).await, DAMAGED);
}

/// A wrong checksum may mean a wrong size.
#[tokio::test]
async fn damage_is_not_reported_as_excessive_size() {
    let mut file = encode(waves(20, 20), ImageFormat::Png);
    file[16] = 0x7F;
    assert_eq!(problem(&file).await, DAMAGED);
    let sum = crc32(&file[12..29]).to_be_bytes();
    file[29..33].copy_from_slice(&sum);
    assert!(problem(&file).await.starts_with("must be at most 12000 pixels on a side"));
}

#[tokio::test]
async fn both_spellings_of_exif_turn_a_png() {
    let file = encode(quarters(40, 20), ImageFormat::Png);
    let header = 8 + 25;
    for prefix in [&b""[..], b"Exif\0\0"] {
        let block = [b"eXIf", prefix, &exif(6)].concat();
        let length = u32::try_from(block.len() - 4).unwrap().to_be_bytes();
        let chunk = [&length[..], &block, &crc32(&block).to_be_bytes()].concat();
        let turned = prepare(&[&file[..header], &chunk, &file[header..]].concat()).await;
        assert_eq!((turned.pixels.width(), turned.pixels.height()), (20, 40), "{prefix:?}");
    }
}

#[tokio::test]
async fn stripes_of_one_pixel_keep_their_color() {
    let stripes =
        RgbImage::from_fn(320, 240, |x, _| image::Rgb(if x % 2 == 0 { [230, 30, 40] } else { [255; 3] }));
    let photo = prepare(&encode(stripes, ImageFormat::Png)).await;
    let decoded = image::load_from_memory_with_format(&photo.jpeg, ImageFormat::Jpeg).unwrap().into_rgb8();
    let mut sums = [0_u32; 3];
    for pixel in decoded.pixels() {
        for (sum, channel) in sums.iter_mut().zip(pixel.0) {
            *sum += u32::from(channel);
        }
    }
    let means = sums.map(|sum| u8::try_from(sum / (320 * 240)).unwrap());
    // Not all of the red: white would become brighter than a byte can hold.
    assert_close(means, [207, 142, 147], 6);
}

#[tokio::test]
async fn chroma_of_a_full_color_file_keeps_its_position() {
    let file = Jpeg { full_colour: true, ..Jpeg::default() }.encode(&quarters(65, 47));
    let photo = prepare(&file).await;
    let [left, right] = [31, 34].map(|x| pixel(&photo, x, 10));
    assert_close(left, super::files::RED, 12);
    assert_close(right, super::files::GREEN, 12);
    assert!(prepare(&jpeg(&quarters(65, 47))).await.notes == photo.notes);
}
