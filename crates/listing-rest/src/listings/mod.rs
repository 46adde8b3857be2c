//! `POST /api/v1/listings`: photos in, listings out.

mod answer;
mod details;
mod handler;
mod idempotency;
mod include;
mod lenient;
mod request;

use listing_domain::generation::RenderedData;
use listing_domain::usecase::Render;

pub(crate) use handler::{__path_generate, generate};

/// Gives what was written the form of the answer's `data`, in which it is also
/// stored.
pub fn render_data() -> Render {
    Render::new(|written, extent| {
        Ok(RenderedData::new(serde_json::to_vec(&answer::GeneratedData::of(written, extent))?))
    })
}
