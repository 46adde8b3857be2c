//! Photos: untrusted as they come in, safe once prepared.

use std::fmt;

/// One photo as the caller sent it: a data URI with base64 data, untrusted.
///
/// Has no `Debug`, because photos never reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct PhotoUpload(String);

impl PhotoUpload {
    /// Wraps the text of the request; looking into it is the photo processor's.
    pub const fn new(data_uri: String) -> Self {
        Self(data_uri)
    }

    /// The text of the data URI.
    pub fn data_uri(&self) -> &str {
        &self.0
    }
}

/// A photo that is safe to look at and to pass on: decoded once, upright, in
/// sRGB, downsized, without any metadata.
#[derive(Clone, PartialEq, Eq)]
pub struct PreparedPhoto {
    /// The picture as a JPEG file without metadata, for AI services.
    pub jpeg: Vec<u8>,
    /// The same picture as pixels, for the embedded engine.
    pub pixels: Pixels,
    /// What is noticeable about the photo as a photo.
    pub notes: Vec<PhotoNote>,
}

/// An 8-bit RGB picture, row by row from the top left, three bytes a pixel.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// Pixel data whose length does not match its dimensions, or without a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a picture of {width} x {height} pixels needs three bytes a pixel, and at least one pixel")]
pub struct InvalidPixels {
    width: u32,
    height: u32,
}

impl Pixels {
    /// A picture of `width` x `height` pixels from its bytes.
    pub fn new(width: u32, height: u32, rgb: Vec<u8>) -> Result<Self, InvalidPixels> {
        let expected = u64::from(width) * u64::from(height) * 3;
        if expected > 0 && u64::try_from(rgb.len()) == Ok(expected) {
            Ok(Self { width, height, rgb })
        } else {
            Err(InvalidPixels { width, height })
        }
    }

    /// Pixels in a row.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The bytes, three a pixel.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }
}

impl fmt::Debug for PreparedPhoto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedPhoto({} x {}, {:?})", self.pixels.width, self.pixels.height, self.notes)
    }
}

/// What a writer should know about a photo; none of it is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PhotoNote {
    /// The photo is so small that details cannot be seen.
    Small,
    /// The photo is one colour nearly all over.
    NearlyEmpty,
    /// The photo is badly out of focus.
    Blurred,
    /// The photo is the same as an earlier one of the request.
    Duplicate,
}
