//! `POST /api/v1/listings`: generates listings from photos.

mod handler;
mod include;
pub(crate) mod request;

pub(crate) use handler::{__path_generate, generate};
