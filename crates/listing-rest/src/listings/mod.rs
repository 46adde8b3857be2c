//! `POST /api/v1/listings`: photos in, listings out.

mod answer;
mod handler;
mod idempotency;
mod lenient;
mod request;

use listing_domain::idempotency::StoredAnswer;
use listing_domain::usecase::{Generated, WrittenListings};
use serde::Serialize;

pub(crate) use handler::{__path_generate, generate};

/// What was written, as the answer's `data`: for programs that ask for it
/// without HTTP.
pub fn generation_data(written: WrittenListings) -> impl Serialize {
    answer::GeneratedData::from(written)
}

/// The answer's body.
pub(crate) fn body(generated: Generated) -> StoredAnswer {
    // Texts and numbers always are JSON.
    StoredAnswer(serde_json::to_vec(&answer::GenerateAnswer::from(generated)).unwrap_or_default())
}
