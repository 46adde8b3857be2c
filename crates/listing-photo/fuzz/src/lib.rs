//! Shared code of the fuzz targets.
//!
//! A panic ends a fuzzing process even if the processor catches it, because libFuzzer's hook aborts before
//! unwinding.

#[path = "../../tests/processor/answer.rs"]
mod answer;

use std::sync::{Arc, LazyLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use libfuzzer_sys::Corpus;
use listing_domain::ids::AccountId;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::{PhotoError, PhotoProcessor as _};
use listing_domain::request::PhotoUploads;
use listing_domain::options::Quality;
use listing_photo::{PhotoSettings, SafePhotos};
use listing_testkit::OpenAdmission;
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

/// With the service's limits, except for a smaller size: clearing 150 MB for each header would take time and
/// reach no new code.
static PROCESSOR: LazyLock<(Runtime, SafePhotos)> = LazyLock::new(|| {
    let settings = PhotoSettings {
        max_pixels: 100_000,
        max_decode_bytes: 2 * 1024 * 1024,
        ..PhotoSettings::default()
    };
    let runtime = Builder::new_current_thread().enable_time().build().expect("the runtime starts");
    (runtime, SafePhotos::new(settings, Arc::new(OpenAdmission::with_workers(1))))
});

/// Prepares a file if `is_of_format`; the fuzzer need not keep others.
pub fn prepare_file(file: &[u8], is_of_format: bool) -> Corpus {
    if !is_of_format {
        return Corpus::Reject;
    }
    prepare(format!("data:image/jpeg;base64,{}", STANDARD.encode(file)));
    Corpus::Keep
}

/// Prepares an upload and checks the answer; returns a refusal's message.
pub fn prepare(data_uri: String) -> Option<String> {
    let (runtime, processor) = &*PROCESSOR;
    let uploads = PhotoUploads::new(vec![PhotoUpload::new(data_uri)]).expect("one photo is a valid upload");
    let outcome = runtime.block_on(processor.prepare(AccountId::new(Uuid::nil()), uploads, Quality::Standard));
    if let Err(breach) = answer::check(&outcome, PhotoSettings::STANDARD.long_edge.get()) {
        panic!("broken invariant of an answer: {breach}");
    }
    match outcome {
        Err(PhotoError::Unusable(problems)) => problems.into_iter().map(|problem| problem.message).next(),
        _ => None,
    }
}
