//! `POST /api/v1/listings`: photos in, listings out.

mod answer;
mod handler;
mod idempotency;
mod lenient;
mod request;

use listing_domain::idempotency::StoredAnswer;
use listing_domain::usecase::Generated;
use serde::Serialize;

pub(crate) use handler::{__path_generate, generate};

/// What was generated, as the answer's `data`: for programs that ask for it
/// without HTTP.
pub fn generation_data(generated: Generated) -> impl Serialize {
    answer::GeneratedData::from(generated)
}

/// The answer's body.
pub(crate) fn body(generated: Generated) -> StoredAnswer {
    // Texts and numbers always are JSON.
    StoredAnswer(serde_json::to_vec(&answer::GenerateAnswer::from(generated)).unwrap_or_default())
}
