//! A decoded picture, and the layout of its samples.

use image::metadata::Orientation;
use listing_resize::{Channels, Part};

/// A decoded picture. Its pixels are in a separate buffer.
pub(crate) struct Raster {
    /// The width and height of the photo, in pixels.
    pub(crate) photo: (u32, u32),
    /// The width and height of the decoded picture, in pixels. They are the photo's unless decoding reduced
    /// them.
    pub(crate) size: (u32, u32),
    pub(crate) layout: Layout,
    /// The rotation and mirroring that make the picture upright.
    pub(crate) orientation: Orientation,
    /// The embedded color profile (ICC), unchanged.
    pub(crate) profile: Option<Vec<u8>>,
}

/// The layout of a picture's samples in its buffer, one byte each.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Layout {
    /// All channels of a pixel, then those of the next pixel.
    Pixels(Channels),
    /// All samples of the first component, then all of the next, and so on.
    Planes { planes: Vec<Plane>, colors: Colors },
}

/// A plane: all samples of one component. Its upper left part shows the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Plane {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The part of the plane that shows the picture. A sample may cover pixels that are only half in the
    /// picture.
    pub(crate) shown: Part,
}

impl Plane {
    pub(crate) fn samples(&self) -> usize {
        index(self.width) * index(self.height)
    }
}

/// The color model of a picture's planes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colors {
    /// Only brightness.
    Gray,
    /// Brightness (Y) and two color differences (Cb, Cr).
    Ycc(Range),
    Rgb,
    /// Inverted inks as in [`Colors::Cmyk`], with the first three as brightness and color differences.
    Cmyk,
    /// The same, with the first three as brightness and color differences.
    Ycck,
}

/// The range of values of brightness and color differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// All values of a byte (ITU-T T.871, section 7), as in JPEG files.
    Full,
    /// Brightness from 16 to 235 and color differences from 16 to 240 (ITU-R BT.601), as in WebP
    /// files.
    #[cfg_attr(not(any(feature = "turbo", test)), expect(dead_code, reason = "only libwebp gives planes"))]
    Limited,
}

/// Converts a number of pixels to a number of type `usize`.
pub(crate) fn index(pixels: u32) -> usize {
    usize::try_from(pixels).unwrap_or(usize::MAX)
}

/// Makes `buffer` exactly `bytes` long and all zero.
pub(crate) fn wipe(buffer: &mut Vec<u8>, bytes: usize) {
    buffer.clear();
    buffer.resize(bytes, 0);
}
