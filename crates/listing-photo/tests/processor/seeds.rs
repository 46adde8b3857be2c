//! Small valid photos of every kind, for the mutation run and the fuzz targets.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{DynamicImage, ImageFormat};
use jpeg_encoder::ColorType;

use super::files::{Jpeg, animated_webp, encode, exif, gif, jpeg, plain, quarters, webp};

/// The name begins with the format.
pub(crate) struct Seed {
    pub(crate) name: &'static str,
    pub(crate) file: Vec<u8>,
}

/// 20 x 18 pixels, written by libwebp, because no encoder here writes this form.
const LOSSY_WEBP: &str = "\
    UklGRowAAABXRUJQVlA4IIAAAADwBACdASoUABIAP5m+1mM5L6qmKAqrIDMJbACxHuIsdCN+wKAaJhp41NTWWTk8EQAA/qmVO+42\
    Sd3YRa4qmmQ7mB2J1humFkkNWxGDJmpqTWxUWSgmC7pgpAkaC6Q+niBI1UqKAWzHAL2rAOO3reHnHhxuu+G/K/MayIy5PwfgAA==";
const LOSSY_WEBP_WITH_ALPHA: &str = "\
    UklGRtIAAABXRUJQVlA4WAoAAAAQAAAAEwAAEQAAQUxQSDAAAAART0CkbZuCV3DWRUTskRwGIUlJIYUUUkghhRRSSCHhn0OI6H+a\
    cBQoUaFGgxYdegFWUDggfAAAABAFAJ0BKhQAEgA/mbrTYDkvKiWoDVMgMwlsALEe4seeSsHT8BAkDOrsvBlcyIDg+oAA/qmVO+42\
    Sd3YRa4qmmQdxsZZfKdYbpCyfa6s2k99OklcVF2YEEgoj4C2L0PN6ZrP49TMtWpyb8xwyRDAcgwztpoohKcF6+YMAAA=";

/// With sides of `side` pixels or a little more.
pub(crate) fn seeds(side: u32) -> Vec<Seed> {
    let picture = quarters(side, side);
    let clear = plain(side, side, [9, 120, 200, 77]);
    let solid = DynamicImage::from(picture.clone()).into_rgba8();
    let wide = DynamicImage::from(clear.clone()).into_rgba16();
    let grey = DynamicImage::from(picture.clone()).into_luma8();
    let square = (side, side);
    let ink: Vec<u8> = solid.iter().map(|value| 255 - value).collect();
    let known = |text| STANDARD.decode(text).unwrap();
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    [
        ("jpeg", jpeg(&picture)),
        ("jpeg-full-colour", Jpeg { full_colour: true, ..Jpeg::default() }.encode(&picture)),
        ("jpeg-progressive", Jpeg { progressive: true, ..Jpeg::default() }.encode(&picture)),
        ("jpeg-turned", Jpeg { exif: Some(exif(6)), ..Jpeg::default() }.encode(&picture)),
        ("jpeg-profile", Jpeg { profile: Some(profile), ..Jpeg::default() }.encode(&picture)),
        ("jpeg-grey", Jpeg::default().encode_raw(grey.as_raw(), square, ColorType::Luma)),
        ("jpeg-cmyk", Jpeg::default().encode_raw(&ink, square, ColorType::CmykAsYcck)),
        ("png", encode(picture, ImageFormat::Png)),
        ("png-alpha", encode(clear.clone(), ImageFormat::Png)),
        ("png-16-bits", encode(wide, ImageFormat::Png)),
        ("png-grey", encode(grey, ImageFormat::Png)),
        ("png-palette", png_with_palette()),
        ("webp-lossless", webp(&solid)),
        ("webp-alpha", webp(&clear)),
        ("webp-animated", animated_webp([&solid, &clear])),
        ("webp-lossy", known(LOSSY_WEBP)),
        ("webp-lossy-alpha", known(LOSSY_WEBP_WITH_ALPHA)),
        ("gif", gif(std::slice::from_ref(&solid))),
        ("gif-animated", gif(&[clear, solid])),
    ]
    .map(|(name, file)| Seed { name, file })
    .into()
}

/// 8 x 8 pixels of two bits: a palette with transparency, interlaced, not compressed, with a text chunk.
fn png_with_palette() -> Vec<u8> {
    // The seven passes (PNG, section 8.2).
    let passes = [(1, 1), (1, 1), (1, 1), (2, 1), (2, 1), (4, 1), (4, 2)];
    let rows =
        passes.into_iter().flat_map(|(rows, bytes)| [0, 0b0001_1011, 0b1110_0100][..=bytes].repeat(rows));
    let rows: Vec<u8> = rows.collect();
    let length = u16::try_from(rows.len()).unwrap();
    let stored = [&[0x78, 1, 1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), &rows].concat();
    let (low, high) = rows.iter().fold((1_u32, 0_u32), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        png_chunk(*b"IHDR", &[0, 0, 0, 8, 0, 0, 0, 8, 2, 3, 0, 0, 1]),
        png_chunk(*b"PLTE", &[200, 30, 40, 20, 160, 60, 30, 60, 190, 230, 210, 50]),
        png_chunk(*b"tRNS", &[255, 128, 0]),
        png_chunk(*b"tEXt", b"Comment\0a text"),
        png_chunk(*b"IDAT", &[stored, (high << 16 | low).to_be_bytes().to_vec()].concat()),
        png_chunk(*b"IEND", &[]),
    ]
    .concat()
}

fn png_chunk(kind: [u8; 4], payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let content = [&kind[..], payload].concat();
    [&length[..], &content, &crc32(&content).to_be_bytes()].concat()
}

/// PNG, annex D.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { 0xEDB8_8320 ^ crc >> 1 } else { crc >> 1 },
        )
    })
}
