//! From a file of an accepted type to upright-able, opaque 8-bit pixels.

mod jpeg;
mod jpeg_header;
mod other;
mod png_header;
#[cfg(feature = "turbo")]
mod turbo;
mod webp_header;

/// Without the feature no decoder is faster than those in Rust.
#[cfg(not(feature = "turbo"))]
mod turbo {
    use super::{Layout, NonZeroU32};

    type Smaller = ((u32, u32), Layout);

    pub(super) fn decode_jpeg(
        _: &[u8],
        _: (u32, u32),
        _: NonZeroU32,
        _: u32,
        _: &mut Vec<u8>,
    ) -> Option<Smaller> {
        None
    }

    pub(super) fn decode_webp(_: &[u8], _: (u32, u32), _: &mut Vec<u8>) -> Option<Layout> {
        None
    }
}

use std::num::NonZeroU32;

use image::metadata::Orientation;

#[cfg(feature = "turbo")]
use crate::planes::Range;
use crate::refusal::Refusal;
use crate::settings::PhotoSettings;
#[cfg(feature = "turbo")]
use crate::shrink::index;

/// A decoded picture; its pixels stand in the buffer that it was decoded into.
pub(crate) struct Raster {
    /// The sides of the photo, in pixels.
    pub(crate) photo: (u32, u32),
    /// The sides of the picture, which are those of the photo unless it was made
    /// smaller while it was decoded.
    pub(crate) size: (u32, u32),
    pub(crate) layout: Layout,
    /// How the picture has to be turned to stand upright.
    pub(crate) orientation: Orientation,
    /// The embedded colour profile (ICC), as found.
    pub(crate) profile: Option<Vec<u8>>,
}

/// How the samples of a picture lie in its buffer, one byte each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Layout {
    /// Pixel after pixel.
    Pixels(Channels),
    /// All brightness (Y), then all of one colour difference (Cb), then all of
    /// the other (Cr).
    #[cfg(feature = "turbo")]
    Planes { luma: Plane, chroma: Plane, range: Range },
}

/// What a pixel consists of, one byte each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channels {
    Grey,
    Rgb,
}

/// A plane of samples, of which the upper left part shows the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Plane {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The sides of that part; a sample may stand for pixels that are only half
    /// in the picture.
    pub(crate) shown: (f64, f64),
}

impl Plane {
    /// A plane that shows the picture with all of it.
    pub(crate) fn whole((width, height): (u32, u32)) -> Self {
        Self { width, height, shown: (width.into(), height.into()) }
    }

    /// The number of its samples.
    #[cfg(feature = "turbo")]
    pub(crate) fn samples(&self) -> usize {
        index(self.width) * index(self.height)
    }
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

/// Decodes `file` into `buffer`, perhaps at a smaller size whose long edge is at
/// least `long_edge`. The buffer's former content is wiped first, so that no decoder
/// can leave a part of an earlier photo standing in a later one.
pub(crate) fn decode(
    file: &[u8],
    long_edge: NonZeroU32,
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    match Format::sniff(file).ok_or(Refusal::UnknownType)? {
        Format::Jpeg => jpeg::decode(file, long_edge, settings, buffer),
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
