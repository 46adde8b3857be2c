//! Decoded pictures: how their samples lie, and what is done to them on the way from
//! a file to a prepared photo.
//!
//! Nothing here knows of files, of limits, or of what a caller is told.

pub(crate) mod colour;
pub(crate) mod pixels;
mod planes;
pub(crate) mod shrink;
