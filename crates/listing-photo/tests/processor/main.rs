//! Tests the photo processor through its port.
#![expect(clippy::unwrap_used, reason = "helpers of tests, which the exception for tests does not see")]

mod answer;
mod colours;
mod contract;
mod files;
mod formats;
mod heif;
mod limits;
mod orientation;
mod privacy;
mod queue;
mod seeds;
mod untrusted;
mod wholeness;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::ids::AccountId;
use listing_domain::options::Quality;
use listing_domain::photo::{PhotoUpload, PreparedPhoto};
use listing_domain::ports::{PhotoError, PhotoProblem, PhotoProcessor as _};
use listing_domain::request::PhotoUploads;
use listing_photo::{PhotoSettings, SafePhotos};
use listing_testkit::OpenAdmission;
use uuid::Uuid;

fn data_uri(file: &[u8]) -> String {
    format!("data:image/jpeg;base64,{}", STANDARD.encode(file))
}

fn account_id() -> AccountId {
    AccountId::new(Uuid::from_u128(1))
}

fn uploads(data_uris: &[String]) -> PhotoUploads {
    PhotoUploads::new(data_uris.iter().cloned().map(PhotoUpload::new).collect()).unwrap()
}

/// Two workers, independent of the machine.
fn processor() -> SafePhotos {
    processor_with(PhotoSettings::default(), 2)
}

fn processor_with(settings: PhotoSettings, workers: usize) -> SafePhotos {
    SafePhotos::new(settings, Arc::new(OpenAdmission::with_workers(workers)))
}

fn file_uploads(files: &[&[u8]]) -> PhotoUploads {
    PhotoUploads::new(files.iter().map(|file| PhotoUpload::from_file(file.to_vec())).collect()).unwrap()
}

/// Prepares files as data URIs and as bytes, and asserts equal outcomes.
async fn prepare_all(files: &[&[u8]]) -> Result<Vec<PreparedPhoto>, PhotoError> {
    let data_uris: Vec<String> = files.iter().map(|file| data_uri(file)).collect();
    let outcome = processor().prepare(account_id(), uploads(&data_uris), Quality::Standard).await;
    let of_files = processor().prepare(account_id(), file_uploads(files), Quality::Standard).await;
    assert!(comparable(&outcome) == comparable(&of_files), "{outcome:?} {of_files:?}");
    outcome
}

fn comparable(outcome: &Result<Vec<PreparedPhoto>, PhotoError>) -> Result<&[PreparedPhoto], &[PhotoProblem]> {
    match outcome {
        Ok(photos) => Ok(photos),
        Err(PhotoError::Unusable(problems)) => Err(problems),
        Err(other) => panic!("the outcome has neither photos nor problems: {other:?}"),
    }
}

async fn prepare(file: &[u8]) -> PreparedPhoto {
    prepare_all(&[file]).await.unwrap().remove(0)
}

fn problems(outcome: Result<Vec<PreparedPhoto>, PhotoError>) -> Vec<(usize, String)> {
    match outcome {
        Err(PhotoError::Unusable(problems)) => {
            problems.into_iter().map(|problem| (problem.index, problem.message)).collect()
        }
        other => panic!("expected problems, got {other:?}"),
    }
}

async fn problem(file: &[u8]) -> String {
    problems(prepare_all(&[file]).await).remove(0).1
}

fn pixel(photo: &PreparedPhoto, x: u32, y: u32) -> [u8; 3] {
    let at = usize::try_from((y * photo.pixels.width() + x) * 3).unwrap();
    *photo.pixels.rgb()[at..].first_chunk().unwrap()
}

#[track_caller]
fn assert_close(actual: [u8; 3], expected: [u8; 3], tolerance: u8) {
    let far = actual.iter().zip(expected).any(|(actual, expected)| actual.abs_diff(expected) > tolerance);
    assert!(!far, "{actual:?} is not within {tolerance} of {expected:?}");
}
