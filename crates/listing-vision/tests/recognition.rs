//! Tests that photos are analyzed only as far as needed, and that drafts have alternatives.

#![expect(clippy::unwrap_used, reason = "helpers of tests, which the exception for tests does not see")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use image::imageops::FilterType;
use listing_domain::attributes::{KnownAttributes, Source};
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::expense::Expenses;
use listing_domain::lane::Lane;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::{Pixels, PreparedPhoto};
use listing_domain::ports::ListingWriter as _;
use listing_domain::request::Platforms;
use listing_testkit::{OpenAdmission, skipped};
use listing_vision::recognise::{Depth, Search, Step, Steps, recognise_in_steps};
use listing_vision::threads::Threads;
use listing_vision::{EmbeddedWriter, Models};

/// May be missing.
const MODELS: &str = "../../models";

#[test]
fn photo_is_not_masked_if_the_seller_states_the_colour() {
    if !Path::new(MODELS).join("classifier.onnx").is_file() {
        skipped("the models folder has no classifier; `cargo xtask models` gets it");
        return;
    }
    let models = Models::load(Path::new(MODELS)).unwrap();
    let nothing = Pixels::new(64, 64, vec![128; 64 * 64 * 3]).unwrap();
    let is_outlined = |is_colour_stated| {
        let (steps, search) = (Steps::default(), Search { depth: Depth::Standard, is_colour_stated });
        recognise_in_steps(&models, &Threads::new(1), &[&nothing], search, &steps).unwrap();
        steps.times().iter().any(|(step, _)| *step == Step::Mask)
    };
    assert!(is_outlined(false));
    assert!(!is_outlined(true));
}

async fn draft(writer: &EmbeddedWriter, photo: &str) -> Draft {
    let path = Path::new("../../docs/samples").join(photo);
    let picture = image::open(&path).unwrap().resize(1024, 1024, FilterType::Triangle).into_rgb8();
    let pixels = Pixels::new(picture.width(), picture.height(), picture.into_raw()).unwrap();
    let brief = DraftRequest {
        photos: [PreparedPhoto { jpeg: Vec::new(), pixels, notes: Vec::new(), taken_at: None }].into(),
        product: None,
        platforms: Platforms::new([Platform::Leboncoin]).unwrap(),
        locale: Language::Fr.into(),
        tone: Tone::Friendly,
        quality: Quality::Standard,
        known: KnownAttributes::default(),
        catalogue: Arc::new(Catalogue::default()),
        within: Duration::from_mins(5),
        lane: Lane::NO_ACCOUNT,
        expenses: Expenses::default(),
    };
    writer.write(&brief).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn draft_alternatives_differ_from_its_product() {
    if !Path::new(MODELS).join("classifier.onnx").is_file() {
        skipped("the models folder has no classifier; `cargo xtask models` gets it");
        return;
    }
    let workers = Arc::new(OpenAdmission::with_workers(2));
    let writer = EmbeddedWriter::load(Path::new(MODELS), workers, None).unwrap();
    let mut count = 0;
    for photo in ["rocking-chair.jpg", "cowboy-hat.jpg", "electric-guitar.jpg", "sofa.jpg"] {
        let draft = draft(&writer, photo).await;
        count += draft.alternatives.len();
        assert!(draft.alternatives.iter().all(|other| other.product != draft.product), "{photo}: {draft:?}");
        let sources = [&draft.attributes.name, &draft.attributes.color].into_iter().flatten();
        assert!(sources.map(|it| it.source).all(|source| source == Source::Seen), "{photo}: {draft:?}");
    }
    assert!(count > 0, "no sample photo gives an alternative product");
}
