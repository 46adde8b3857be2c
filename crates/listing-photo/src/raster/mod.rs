//! Decoded pictures (rasters): the layout of their samples, and the steps from a decoded file to a prepared
//! photo.
//!
//! This module does not depend on file formats, limits or messages.

pub(crate) mod colour;
pub(crate) mod pixels;
mod planes;
pub(crate) mod shrink;
