//! `POST /api/v1/listings`: photos in, listings out.

mod answer;
mod handler;
mod idempotency;
mod lenient;
mod request;

use listing_domain::generation::RenderedData;
use listing_domain::usecase::Render;

pub(crate) use handler::{__path_generate, generate};

/// Gives what was written the form of the answer's `data`, in which it is also
/// stored.
pub fn render_data() -> Render {
    Render::new(|written| Ok(RenderedData::new(serde_json::to_vec(&answer::GeneratedData::from(written))?)))
}
