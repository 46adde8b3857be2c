//! Makes synthetic photos for benchmarks, so that anyone can make the same ones.
//!
//! Soft backgrounds, hard edges, woven cloth and sensor grain make the files as large as a phone's.
#![expect(clippy::as_conversions, reason = "drawing is arithmetic with bytes, places and floats")]

use std::fs;
use std::io::BufWriter;
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::{self, FilterType as Resampling};
use image::{ExtendedColorType, ImageEncoder as _, Rgb, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::Outcome;

const LONG_EDGES: [u32; 2] = [1024, 1568];

#[derive(Clone, Copy)]
enum Form {
    Jpeg { quality: u8, sampling: SamplingFactor, progressive: bool, orientation: u16 },
    Png,
}

const PHONE: Form =
    Form::Jpeg { quality: 92, sampling: SamplingFactor::F_2_2, progressive: false, orientation: 1 };

pub(crate) fn make(folder: &Path) -> Outcome<()> {
    fs::create_dir_all(folder)?;
    let twelve = scene(4000, 3000, 1);
    write(folder, "12mp", &twelve, PHONE)?;
    let Form::Jpeg { quality, sampling, .. } = PHONE else { unreachable!("phones make JPEG files") };
    let jpeg =
        |sampling, progressive, orientation| Form::Jpeg { quality, sampling, progressive, orientation };
    write(folder, "12mp-444", &twelve, jpeg(SamplingFactor::F_1_1, false, 1))?;
    write(folder, "12mp-progressive", &twelve, jpeg(sampling, true, 1))?;
    write(folder, "12mp-turned", &twelve, jpeg(sampling, false, 6))?;
    let small = scene(2048, 1536, 2);
    write(folder, "3mp", &small, PHONE)?;
    write(folder, "3mp-png", &small, Form::Png)?;
    write(
        folder,
        "48mp",
        &scene(8000, 6000, 3),
        Form::Jpeg { quality: 80, sampling, progressive: false, orientation: 1 },
    )?;
    write(folder, "3mp-noise", &noise(2048, 1536), PHONE)?;
    for seed in 11..14 {
        write(folder, &format!("12mp-{seed}"), &scene(4000, 3000, seed), PHONE)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, picture: &RgbImage, form: Form) -> Outcome<()> {
    let (width, height) = picture.dimensions();
    let mut upright = picture.clone();
    match form {
        Form::Jpeg { quality, sampling, progressive, orientation } => {
            let file = BufWriter::new(fs::File::create(folder.join(format!("{name}.jpg")))?);
            let mut encoder = Encoder::new(file, quality);
            encoder.set_sampling_factor(sampling);
            encoder.set_progressive(progressive);
            if orientation != 1 {
                encoder.add_exif_metadata(&turned(orientation))?;
                upright = imageops::rotate90(&upright);
            }
            encoder.encode(picture, width.try_into()?, height.try_into()?, ColorType::Rgb)?;
        }
        Form::Png => {
            let file = BufWriter::new(fs::File::create(folder.join(format!("{name}.png")))?);
            let encoder = PngEncoder::new_with_quality(file, CompressionType::Fast, FilterType::Adaptive);
            encoder.write_image(picture, width, height, ExtendedColorType::Rgb8)?;
        }
    }
    for long_edge in LONG_EDGES {
        let (width, height) = upright.dimensions();
        let scaled = |side: u32| (side * long_edge + width.max(height) / 2) / width.max(height);
        let small = imageops::resize(&upright, scaled(width), scaled(height), Resampling::Lanczos3);
        small.save(folder.join(format!("{name}.{long_edge}.reference.png")))?;
    }
    Ok(())
}

/// An EXIF block (big-endian TIFF) with only an orientation.
fn turned(orientation: u16) -> Vec<u8> {
    let [high, low] = orientation.to_be_bytes();
    let entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, high, low, 0, 0];
    [&b"MM\0*\0\0\0\x08\0\x01"[..], &entry, &[0; 4]].concat()
}

/// An object on a table, which looks the same at every size.
fn scene(width: u32, height: u32, seed: u32) -> RgbImage {
    #[expect(clippy::cast_precision_loss, reason = "sides are far below the 24 bits of a float")]
    let (across, down) = (width as f32, height as f32);
    RgbImage::from_fn(width, height, |x, y| {
        #[expect(clippy::cast_precision_loss, reason = "places are far below the 24 bits of a float")]
        let (px, py) = (x as f32, y as f32);
        // One unit is the height of the picture.
        let (u, v) = (px / down, py / down);
        let table = 150.0 + 60.0 * v + 25.0 * smooth(u * 3.0, v * 3.0, seed);
        let mut colour = [table, table * 0.93, table * 0.85];
        let (cu, cv) = (u - across / down / 2.0, v - 0.5);
        let wavy = 0.33 + 0.03 * smooth(cv * 6.0, 1.0, seed + 1);
        if cu.abs() < wavy && cv.abs() < 0.42 {
            let fold = smooth(cu * 5.0, cv * 2.5, seed + 2) + 0.5 * smooth(cu * 14.0, cv * 9.0, seed + 3);
            let weave = (px * 0.9).sin() * (py * 0.9).sin() * 9.0;
            let light = 0.75 + 0.25 * fold;
            let stripe = if (cv * 24.0).rem_euclid(2.0) < 0.35 { 0.45 } else { 1.0 };
            colour = [60.0, 84.0, 140.0].map(|channel: f32| channel * light * stripe + weave);
            if cu.abs() < 0.005 || (cu - 0.2).abs() < 0.0025 {
                colour = colour.map(|channel| channel * 0.5);
            }
        }
        let label = (cu + 0.16).abs() < 0.06 && (cv + 0.3).abs() < 0.025;
        if label {
            let letters = hash((cu * 260.0).floor(), (cv * 170.0).floor(), seed + 4) > 0.25;
            colour = if letters { [35.0; 3] } else { [240.0; 3] };
        }
        // Every octave has the same amount, as in nature. Neighbors differ little, as in camera
        // output.
        let octaves = [2.0, 4.0, 8.0, 16.0, 32.0_f32].iter().zip(seed + 5..);
        let texture: f32 = octaves.map(|(size, seed)| 11.0 * smooth(px / size, py / size, seed)).sum();
        let grain = 2.0 * hash(px, py, seed + 20);
        Rgb(colour.map(|channel| byte(channel + texture + grain)))
    })
}

/// The largest load on a decoder for its size.
fn noise(width: u32, height: u32) -> RgbImage {
    #[expect(clippy::cast_precision_loss, reason = "places are far below the 24 bits of a float")]
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([0, 1, 2].map(|channel| byte(128.0 + 120.0 * hash(x as f32, y as f32, 90 + channel))))
    })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what a byte holds")]
fn byte(value: f32) -> u8 {
    value.clamp(0.0, 255.0) as u8
}

/// A pseudorandom number from -1 to 1 for a point.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "any bits will do")]
#[expect(clippy::cast_precision_loss, reason = "16 bits fit a float")]
fn hash(x: f32, y: f32, seed: u32) -> f32 {
    let mixed = (x as i32 as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as i32 as u32).wrapping_mul(0x85EB_CA77)
        ^ seed.wrapping_mul(0xC2B2_AE3D);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
    let mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297A_2D39);
    ((mixed >> 16) as f32) / 32_767.5 - 1.0
}

/// Smooth noise from -1 to 1 with about one bump per unit.
fn smooth(x: f32, y: f32, seed: u32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (ease(x - left), ease(y - top));
    let row = |y| {
        let (a, b) = (hash(left, y, seed), hash(left + 1.0, y, seed));
        a + (b - a) * tx
    };
    let (above, below) = (row(top), row(top + 1.0));
    above + (below - above) * ty
}
