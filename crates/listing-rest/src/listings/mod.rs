//! `POST /api/v1/listings`: generates listings from photos.

mod fields;
mod handler;
pub(crate) mod idempotency;
mod include;
pub(crate) mod lenient;
pub(crate) mod request;
pub(crate) mod unknown;

pub(crate) use handler::{__path_generate, generate};
