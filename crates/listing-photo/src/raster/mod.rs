//! Decoded pictures: the layout of their samples, and the steps from a decoded file to a prepared
//! photo.
//!
//! This module knows no files, limits or messages.

pub(crate) mod colour;
pub(crate) mod pixels;
mod planes;
pub(crate) mod shrink;
