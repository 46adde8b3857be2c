//! Photos: untrusted as they come in, safe once prepared.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// One photo as the caller sent it: a data URI with base64 data, untrusted.
///
/// It may be a part of a larger text, such as a request's body: photos are by far
/// the most of it, and are not copied out of it. Has no `Debug`, because photos
/// never reach a log.
#[derive(Clone)]
pub struct PhotoUpload {
    text: Arc<String>,
    part: Range<usize>,
}

impl PhotoUpload {
    /// Wraps a text; looking into it is the photo processor's.
    pub fn new(data_uri: String) -> Self {
        Self { part: 0..data_uri.len(), text: data_uri.into() }
    }

    /// A part of a text, given in bytes. `None` when the text has no such part.
    pub fn part_of(text: &Arc<String>, part: Range<usize>) -> Option<Self> {
        text.get(part.clone()).map(|_| Self { text: Arc::clone(text), part })
    }

    /// The text of the data URI.
    pub fn data_uri(&self) -> &str {
        // A part that is not there was never accepted.
        self.text.get(self.part.clone()).unwrap_or_default()
    }
}

/// Equal texts are equal uploads, wherever they stand.
impl PartialEq for PhotoUpload {
    fn eq(&self, other: &Self) -> bool {
        self.data_uri() == other.data_uri()
    }
}

impl Eq for PhotoUpload {}

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

/// A small picture of an item, as a JPEG file without metadata.
#[derive(Clone, PartialEq, Eq)]
pub struct Thumbnail(Vec<u8>);

/// A picture that is too large to be kept as a thumbnail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a thumbnail has at most {} bytes, not {found}", Thumbnail::MAX_BYTES)]
pub struct ThumbnailTooLarge {
    found: usize,
}

impl Thumbnail {
    /// The most bytes of a thumbnail.
    pub const MAX_BYTES: usize = 20_000;

    /// Accepts a JPEG file of at most [`Thumbnail::MAX_BYTES`].
    pub fn new(jpeg: Vec<u8>) -> Result<Self, ThumbnailTooLarge> {
        if jpeg.len() <= Self::MAX_BYTES {
            Ok(Self(jpeg))
        } else {
            Err(ThumbnailTooLarge { found: jpeg.len() })
        }
    }

    /// The JPEG file.
    pub fn as_jpeg(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Thumbnail {
    /// Only the size, because photos never reach a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thumbnail({} bytes)", self.0.len())
    }
}

impl PhotoNote {
    /// All notes.
    pub const ALL: [Self; 4] = [Self::Small, Self::NearlyEmpty, Self::Blurred, Self::Duplicate];

    /// A word for it in logs and metrics.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::NearlyEmpty => "nearly_empty",
            Self::Blurred => "blurred",
            Self::Duplicate => "duplicate",
        }
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
