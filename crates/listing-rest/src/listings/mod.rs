//! `POST /api/v1/listings`: photos in, listings out.

mod fields;
mod handler;
mod idempotency;
mod include;
mod lenient;
mod request;
mod unknown;

pub(crate) use handler::{__path_generate, generate};
