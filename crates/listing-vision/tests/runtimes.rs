//! Tests that rten and ONNX Runtime give the same results for the sample photos.

#![expect(clippy::unwrap_used, reason = "helpers of tests, which the exception for tests does not see")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use image::imageops::FilterType;
use listing_domain::attributes::KnownAttributes;
use listing_domain::draft::DraftRequest;
use listing_domain::expense::Expenses;
use listing_domain::lane::Lane;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::{Pixels, PreparedPhoto};
use listing_domain::ports::ListingWriter as _;
use listing_domain::request::Platforms;
use listing_testkit::{OpenAdmission, skipped};
use listing_vision::picture::Crop;
use listing_vision::reading::{Reader, read};
use listing_vision::threads::Threads;
use listing_vision::{EmbeddedWriter, Models, Runtime, Tape};

/// May be missing.
const MODELS: &str = "../../models";
const PHOTOS: &str = "../../docs/samples";
/// Between the runtimes' probabilities, and between their mask weights.
const TOLERANCE: f32 = 0.002;

/// `None` if one runtime is not available.
fn both() -> Option<[Models; 2]> {
    if !Path::new(MODELS).join("classifier.onnx").is_file() {
        skipped("the models folder has no classifier; `cargo xtask models` gets it");
        return None;
    }
    let load = |runtime| Models::load_for(Path::new(MODELS), runtime, &Tape::default());
    let Ok(fast) = load(Runtime::Onnxruntime) else {
        skipped("the models folder has no onnxruntime; `cargo xtask models --fast` gets it");
        return None;
    };
    Some([load(Runtime::Rten).unwrap(), fast])
}

/// Prepared as in the service.
fn photos() -> Vec<(PathBuf, Pixels)> {
    let entries = fs::read_dir(PHOTOS).unwrap().map(|entry| entry.unwrap().path());
    let paths = entries.filter(|path| path.extension().is_some_and(|extension| extension == "jpg"));
    let photo = |path: PathBuf| {
        let picture = image::open(&path).unwrap().resize(1024, 1024, FilterType::Triangle).into_rgb8();
        (path, Pixels::new(picture.width(), picture.height(), picture.into_raw()).unwrap())
    };
    paths.map(photo).collect()
}

fn largest_difference(one: &[f32], other: &[f32]) -> f32 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max)
}

#[test]
fn both_runtimes_give_equal_probabilities_and_masks() {
    let Some(both) = both() else { return };
    assert_eq!(both.each_ref().map(Models::runtime), [Runtime::Rten, Runtime::Onnxruntime]);
    let threads = Threads::new(2);
    for (path, photo) in photos() {
        let outputs = both.each_ref().map(|models| {
            models.classifier().classify(&threads, &photo, &[Crop::Squash, Crop::MirroredSquash]).unwrap()
        });
        for (one, other) in outputs[0].iter().zip(&outputs[1]) {
            let difference = largest_difference(&one.probabilities, &other.probabilities);
            assert!(difference < TOLERANCE, "{}: {difference}", path.display());
            let most = one.features.iter().copied().fold(1.0, f32::max);
            let difference = largest_difference(&one.features, &other.features) / most;
            assert!(difference < TOLERANCE, "{}: {difference}", path.display());
        }
        let [one, other] = both.each_ref().map(|models| models.masker().mask(&threads, &photo).unwrap());
        let difference = largest_difference(&one.weights, &other.weights);
        assert!(difference < TOLERANCE, "{}: {difference}", path.display());
    }
}

/// Without ONNX Runtime's library.
fn plain_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let manifest = fs::read_to_string(Path::new(MODELS).join("MODELS.txt")).unwrap();
    let lines: Vec<&str> = manifest.lines().filter(|line| !line.contains("  libonnxruntime.")).collect();
    for (_, name) in
        lines.iter().filter_map(|line| line.split_once("  ")).filter(|(_, name)| !name.contains(' '))
    {
        let from = Path::new(MODELS).join(name);
        if from.is_file() {
            fs::copy(from, folder.path().join(name)).unwrap();
        }
    }
    fs::write(folder.path().join("MODELS.txt"), lines.join("\n")).unwrap();
    folder
}

#[test]
fn both_runtimes_read_equal_text() {
    if both().is_none() {
        return;
    }
    let plain = plain_folder();
    let label = image::open("tests/photos/label.jpg").unwrap().into_rgb8();
    let label = Pixels::new(label.width(), label.height(), label.into_raw()).unwrap();
    let [one, other] = [Path::new(MODELS), plain.path()].map(|folder| {
        let reader = Reader::load(folder).unwrap().unwrap();
        read(&reader, &Threads::new(2), &label, None).unwrap()
    });
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one.text, other.text);
        assert!((one.score - other.score).abs() < TOLERANCE, "{}: {} {}", one.text, one.score, other.score);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_runtimes_give_the_same_listings() {
    if both().is_none() {
        return;
    }
    let plain = plain_folder();
    let writer =
        |folder: &Path| EmbeddedWriter::load(folder, Arc::new(OpenAdmission::with_workers(2)), None).unwrap();
    let writers = [writer(Path::new(MODELS)), writer(plain.path())];
    assert_eq!(writers.each_ref().map(EmbeddedWriter::runtime), [Runtime::Onnxruntime, Runtime::Rten]);
    for (path, pixels) in photos() {
        let photos = [PreparedPhoto { jpeg: Vec::new(), pixels, notes: Vec::new(), taken_at: None }];
        let brief = DraftRequest {
            photos: photos.into(),
            product: None,
            platforms: Platforms::new(Platform::ALL.iter().copied()).unwrap(),
            locale: Language::Fr.into(),
            tone: Tone::Casual,
            quality: Quality::High,
            known: KnownAttributes::default(),
            catalogue: Arc::new(Catalogue::default()),
            within: Duration::from_mins(10),
            lane: Lane::NO_ACCOUNT,
            expenses: Expenses::default(),
        };
        let [one, other] = [writers[0].write(&brief).await.unwrap(), writers[1].write(&brief).await.unwrap()];
        assert_eq!((one.product, &one.texts), (other.product, &other.texts), "{}", path.display());
    }
}

#[test]
fn a_damaged_library_falls_back_to_the_built_in_runtime() {
    if both().is_none() {
        return;
    }
    let folder = plain_folder();
    let manifest = fs::read_to_string(folder.path().join("MODELS.txt")).unwrap();
    let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    fs::write(folder.path().join("libonnxruntime.so.1"), "not what has this sum").unwrap();
    fs::write(folder.path().join("MODELS.txt"), format!("{manifest}\n{sum}  libonnxruntime.so.1\n")).unwrap();
    assert_eq!(Models::load(folder.path()).unwrap().runtime(), Runtime::Rten);
    let error = Models::load_for(folder.path(), Runtime::Onnxruntime, &Tape::default()).unwrap_err();
    assert!(error.to_string().contains("`cargo xtask models --fast`"), "{error}");
}
