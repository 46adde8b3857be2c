//! Without the feature `turbo` no decoder is faster than those in Rust.

use std::num::NonZeroU32;

use crate::raster::pixels::Layout;

/// Has nothing to gain.
pub(super) fn decode_jpeg(
    _: &[u8],
    _: (u32, u32),
    _: bool,
    _: NonZeroU32,
    _: &mut Vec<u8>,
) -> Option<((u32, u32), Layout)> {
    None
}

/// Has nothing to gain.
pub(super) fn decode_webp(_: &[u8], _: (u32, u32), _: &mut Vec<u8>) -> Option<Layout> {
    None
}
