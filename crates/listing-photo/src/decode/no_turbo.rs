//! Replaces the faster decoders if the feature `turbo` is off.

use std::num::NonZeroU32;

use crate::raster::pixels::Layout;

pub(super) fn decode_jpeg(
    _: &[u8],
    _: (u32, u32),
    _: bool,
    _: NonZeroU32,
    _: &mut Vec<u8>,
) -> Option<((u32, u32), Layout)> {
    None
}

pub(super) fn decode_webp(_: &[u8], _: (u32, u32), _: &mut Vec<u8>) -> Option<Layout> {
    None
}
