use image::metadata::Orientation;
use jiff::civil::DateTime;
use listing_resize::{Channels, Part};

/// A decoded picture; its pixels are in a separate buffer.
pub(crate) struct Raster {
    /// Width and height of the photo, in pixels.
    pub(crate) photo: (u32, u32),
    /// The photo's size, unless decoding reduced it.
    pub(crate) size: (u32, u32),
    pub(crate) layout: Layout,
    pub(crate) camera: CameraNotes,
    /// The embedded ICC profile, unchanged.
    pub(crate) profile: Option<Vec<u8>>,
}

/// The notes of a camera that outlive decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CameraNotes {
    pub(crate) orientation: Orientation,
    /// The capture time by the camera's clock.
    pub(crate) taken_at: Option<DateTime>,
}

/// The layout of samples, one byte each.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Layout {
    Pixels(Channels),
    /// All samples of the first component, then all of the next, and so on.
    Planes {
        planes: Vec<Plane>,
        colors: Colors,
    },
}

/// The samples of one component. The upper left part shows the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Plane {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// A sample may cover pixels that are only half in the picture.
    pub(crate) shown: Part,
}

impl Plane {
    pub(crate) fn samples(&self) -> usize {
        index(self.width) * index(self.height)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colors {
    Gray,
    Ycc(Range),
    Rgb,
    /// Inverted inks.
    Cmyk,
    /// Inverted inks, the first three as brightness and color differences.
    Ycck,
}

/// The values of brightness and color differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// All values of a byte (ITU-T T.871, section 7), as in JPEG files.
    Full,
    /// Brightness from 16 to 235, color differences from 16 to 240 (ITU-R BT.601), as in WebP files.
    #[cfg_attr(not(any(feature = "turbo", test)), expect(dead_code, reason = "only libwebp gives planes"))]
    Limited,
}

pub(crate) fn index(pixels: u32) -> usize {
    usize::try_from(pixels).unwrap_or(usize::MAX)
}

pub(crate) fn wipe(buffer: &mut Vec<u8>, bytes: usize) {
    buffer.clear();
    buffer.resize(bytes, 0);
}
