//! Tests that text in photos is read in every direction, and that no picture causes a failure.

#![expect(clippy::unwrap_used, reason = "helpers of tests, which the exception for tests does not see")]

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

use listing_domain::photo::Pixels;
use listing_domain::product::Department;
use listing_testkit::skipped;
use listing_vision::Models;
use listing_vision::reading::{Detail, Line, Reader, read};
use listing_vision::recognise::{Depth, Recognised, Search, recognise};
use listing_vision::threads::Threads;
use proptest::prelude::*;

/// May be missing.
const MODELS: &str = "../../models";
/// Made by `cargo xtask eval labels`.
const LABEL: &[u8] = include_bytes!("photos/label.jpg");
const STANDS: [&str; 6] =
    ["Saint James", "XXL", "Doublure :", "100% viscose", "Tenir éloigné du feu", "Conçu à Paris"];

/// If the models folder has the networks.
fn reader() -> Option<&'static Reader> {
    static LOADED: OnceLock<Option<Reader>> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| {
        let reader = Path::new(MODELS).join("text-recogniser.onnx").is_file();
        reader.then(|| Reader::load(Path::new(MODELS)).unwrap().unwrap())
    });
    if loaded.is_none() {
        skipped("the models folder has no networks for reading text; `cargo xtask models` gets them");
    }
    loaded.as_ref()
}

fn label() -> Pixels {
    let picture = image::load_from_memory(LABEL).unwrap().into_rgb8();
    Pixels::new(picture.width(), picture.height(), picture.into_raw()).unwrap()
}

/// A quarter turn clockwise.
fn turned(photo: &Pixels) -> Pixels {
    let (width, height) = (usize::try_from(photo.width()).unwrap(), usize::try_from(photo.height()).unwrap());
    let pixels = photo.rgb().as_chunks::<3>().0;
    let turned = (0..width).flat_map(|x| (0..height).rev().flat_map(move |y| pixels[y * width + x]));
    Pixels::new(photo.height(), photo.width(), turned.collect()).unwrap()
}

fn texts(reader: &Reader, photo: &Pixels) -> Vec<String> {
    let lines = read(reader, &Threads::new(1), photo, None).unwrap();
    lines.into_iter().map(|line| line.text).collect()
}

fn sample(name: &str) -> Pixels {
    let picture = image::open(Path::new("../../docs/samples").join(name)).unwrap().into_rgb8();
    Pixels::new(picture.width(), picture.height(), picture.into_raw()).unwrap()
}

#[test]
fn photo_of_a_label_never_changes_the_recognised_product() {
    if reader().is_none() {
        return;
    }
    let models = Models::load(Path::new(MODELS)).unwrap();
    let search = Search { depth: Depth::Standard, is_colour_stated: true };
    let see = |photos: &[&Pixels]| recognise(&models, &Threads::new(1), photos, search).unwrap();
    for name in ["laptop.jpg", "electric-guitar.jpg", "cowboy-hat.jpg"] {
        let item = sample(name);
        let alone = see(&[&item]);
        let both = see(&[&item, &label()]);
        assert_eq!((both.product, both.confidence), (alone.product, alone.confidence), "{name}");
        assert_eq!(both.alternatives, alone.alternatives, "{name}");
    }
}

#[test]
fn photo_of_a_whole_product_has_no_text() {
    let Some(reader) = reader() else { return };
    let photo = sample("teapot.jpg");
    let threads = Threads::new(1);
    assert_eq!(reader.find(&threads, &photo, Detail::Glance).unwrap(), []);
    assert!(!reader.find(&threads, &label(), Detail::Glance).unwrap().is_empty());
}

#[test]
fn a_label_is_read_line_by_line() {
    let Some(reader) = reader() else { return };
    let photo = label();
    let lines = read(reader, &Threads::new(1), &photo, None).unwrap();
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, STANDS);
    for Line { text, score, corners: [left, right, below, _] } in &lines {
        assert!((Line::LEAST_SCORE..=1.0).contains(score), "{text}: {score}");
        assert!(left[0] < right[0] && right[1] < below[1], "{text}");
    }
}

#[test]
fn photo_of_only_a_label_gives_brand_and_size_but_no_colour() {
    if reader().is_none() {
        return;
    }
    let models = Models::load(Path::new(MODELS)).unwrap();
    let search = Search { depth: Depth::Standard, is_colour_stated: false };
    let seen = recognise(&models, &Threads::new(1), &[&label()], search).unwrap();
    assert_eq!(seen.colour, None, "a label's colour is not the item's");
    assert_eq!(seen.product, Recognised::Department(Department::Clothing));
    assert_eq!(seen.brand.map(|brand| brand.value.name()), Some("Saint James"));
    assert_eq!(seen.size.map(|size| size.value).as_deref(), Some("XXL"));
    assert_eq!(seen.materials, None);
}

#[test]
fn a_label_is_read_in_any_orientation() {
    let Some(reader) = reader() else { return };
    let mut photo = label();
    for quarter in 1..4 {
        photo = turned(&photo);
        assert_eq!(texts(reader, &photo), STANDS, "after {quarter} quarter turns");
    }
}

#[test]
fn no_line_is_read_after_the_deadline() {
    let Some(reader) = reader() else { return };
    let lines = read(reader, &Threads::new(1), &label(), Some(Instant::now())).unwrap();
    assert_eq!(lines, []);
}

#[test]
fn models_without_reading_networks_read_no_text() {
    if reader().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for name in ["classifier.onnx", "mask.onnx"] {
        fs::copy(Path::new(MODELS).join(name), folder.path().join(name)).unwrap();
    }
    let manifest = fs::read_to_string(Path::new(MODELS).join("MODELS.txt")).unwrap();
    let older: Vec<&str> = manifest.lines().filter(|line| !line.contains("  text-")).collect();
    fs::write(folder.path().join("MODELS.txt"), older.join("\n")).unwrap();
    assert!(Models::load(folder.path()).is_ok());
    assert!(Reader::load(folder.path()).unwrap().is_none());
}

#[test]
fn pictures_without_text_have_no_lines() {
    let Some(reader) = reader() else { return };
    for (width, height) in [(1, 1), (7, 300), (64, 64), (1024, 16)] {
        for value in [0, 255] {
            let bytes = usize::try_from(width * height * 3).unwrap();
            let photo = Pixels::new(width, height, vec![value; bytes]).unwrap();
            assert_eq!(texts(reader, &photo), [""; 0], "{width} x {height} of {value}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_picture_is_read_without_a_panic(width in 1_u32..40, height in 1_u32..40, seed: u64) {
        let Some(reader) = reader() else { return Ok(()) };
        let mut state = seed | 1;
        let mut noise = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()[3]
        };
        let bytes = (0..width * height * 3).map(|_| if noise() < 128 { 0 } else { noise() });
        let photo = Pixels::new(width, height, bytes.collect()).unwrap();
        let lines = read(reader, &Threads::new(1), &photo, None).unwrap();
        prop_assert!(lines.iter().all(|line| !line.text.is_empty()));
        for corner in lines.iter().flat_map(|line| line.corners) {
            prop_assert!((0.0..=40.0).contains(&corner[0]) && (0.0..=40.0).contains(&corner[1]));
        }
    }
}
