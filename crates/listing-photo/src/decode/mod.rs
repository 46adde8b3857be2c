//! From a file of an accepted type to upright-able, opaque 8-bit pixels.

mod jpeg;
mod jpeg_outline;
mod other;
mod png_outline;
mod webp_outline;

use image::metadata::Orientation;

use crate::refusal::Refusal;
use crate::settings::PhotoSettings;

/// A decoded picture; its pixels stand in the buffer that it was decoded into.
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) channels: Channels,
    /// How the picture has to be turned to stand upright.
    pub(crate) orientation: Orientation,
    /// The embedded colour profile (ICC), as found.
    pub(crate) profile: Option<Vec<u8>>,
}

/// What a pixel consists of, one byte each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channels {
    Grey,
    Rgb,
}

/// The accepted types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Jpeg,
    Png,
    WebP,
    Gif,
}

impl Format {
    /// What a file is by its first bytes, if that is accepted.
    fn sniff(file: &[u8]) -> Option<Self> {
        match file {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Self::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            _ => None,
        }
    }
}

/// Decodes `file` into `buffer`, whose former content is wiped first, so that
/// no decoder can leave a part of an earlier photo standing in a later one.
pub(crate) fn decode(file: &[u8], settings: &PhotoSettings, buffer: &mut Vec<u8>) -> Result<Raster, Refusal> {
    match Format::sniff(file).ok_or(Refusal::UnknownType)? {
        Format::Jpeg => jpeg::decode(file, settings, buffer),
        Format::Png => other::decode_png(file, settings, buffer),
        Format::WebP => other::decode_webp(file, settings, buffer),
        Format::Gif => other::decode_gif(file, settings, buffer),
    }
}

/// Makes `buffer` exactly `bytes` long and all zero.
fn wipe(buffer: &mut Vec<u8>, bytes: usize) {
    buffer.clear();
    buffer.resize(bytes, 0);
}
