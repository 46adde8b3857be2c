//! `POST /api/v1/listings`: generates listings from photos.

mod fields;
mod handler;
mod idempotency;
mod include;
mod lenient;
mod request;
mod unknown;

pub(crate) use handler::{__path_generate, generate};
