//! `POST /api/v1/listings`: photos in, listings out.

mod handler;
mod idempotency;
mod include;
mod lenient;
mod request;

pub(crate) use handler::{__path_generate, generate};
