//! Decoded pictures (rasters), independent of file formats, limits and messages.

pub(crate) mod colour;
pub(crate) mod pixels;
mod planes;
pub(crate) mod shrink;
