//! Photos: untrusted uploads, and decoded, safe photos.

use std::any::Any;
use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

use jiff::civil::DateTime;

use crate::closed_enum::closed_enum;

/// Dropped together with a text, such as its memory reservation.
type KeepAlive = Arc<dyn Any + Send + Sync>;

/// A text with photos, such as a request's body, in memory as long as one of them. No `Debug`: photos must
/// never reach a log.
pub struct UploadText {
    text: String,
    keep_alive: Option<KeepAlive>,
}

impl UploadText {
    /// Wraps a text with a value that is dropped only after the last photo.
    pub fn with_keep_alive(text: String, keep_alive: impl Any + Send + Sync) -> Self {
        Self { text, keep_alive: Some(Arc::new(keep_alive)) }
    }
}

impl From<String> for UploadText {
    fn from(text: String) -> Self {
        Self { text, keep_alive: None }
    }
}

impl Deref for UploadText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// Bytes with photos, such as a form's, in memory as long as one of them. No `Debug`: photos must never reach
/// a log.
pub struct UploadBytes {
    bytes: Vec<u8>,
    _keep_alive: Option<KeepAlive>,
}

impl UploadBytes {
    /// Wraps bytes with a value that is dropped only after the last photo.
    pub fn with_keep_alive(bytes: Vec<u8>, keep_alive: impl Any + Send + Sync) -> Self {
        Self { bytes, _keep_alive: Some(Arc::new(keep_alive)) }
    }
}

impl From<Vec<u8>> for UploadBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, _keep_alive: None }
    }
}

impl Deref for UploadBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// An untrusted photo: a data URI with base64 data, or a file. No `Debug`: photos must never reach a log.
///
/// It may be part of a larger text: most of a request's body are photos, so they are not copied.
#[derive(Clone)]
pub struct PhotoUpload(Shape);

#[derive(Clone)]
enum Shape {
    DataUri { text: Arc<UploadText>, part: Range<usize> },
    File { bytes: Arc<UploadBytes>, part: Range<usize> },
}

/// An upload's content. No `Debug`: photos must never reach a log.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum UploadContent<'a> {
    /// A data URI in base64.
    DataUri(&'a str),
    /// A file, whose type is read from its bytes, not its name.
    File(&'a [u8]),
}

impl PhotoUpload {
    /// Wraps a data URI unchecked: that is the photo processor's task.
    pub fn new(data_uri: String) -> Self {
        let part = 0..data_uri.len();
        Self(Shape::DataUri { text: Arc::new(data_uri.into()), part })
    }

    /// Wraps a data URI that replaces a part of a text, such as one with JSON escapes. It also keeps the
    /// text's [`UploadText::with_keep_alive`] value.
    pub fn replacing_part(text: &UploadText, data_uri: String) -> Self {
        let part = 0..data_uri.len();
        let text = Arc::new(UploadText { text: data_uri, keep_alive: text.keep_alive.clone() });
        Self(Shape::DataUri { text, part })
    }

    /// The data URI in a byte range of a text; `None` if the text is too short.
    pub fn part_of(text: &Arc<UploadText>, part: Range<usize>) -> Option<Self> {
        text.get(part.clone()).map(|_| Self(Shape::DataUri { text: Arc::clone(text), part }))
    }

    /// Wraps a file's bytes.
    pub fn from_file(bytes: Vec<u8>) -> Self {
        let part = 0..bytes.len();
        Self(Shape::File { bytes: Arc::new(bytes.into()), part })
    }

    /// The file in a byte range; `None` if there are fewer bytes.
    pub fn file_in(bytes: &Arc<UploadBytes>, part: Range<usize>) -> Option<Self> {
        bytes.get(part.clone()).map(|_| Self(Shape::File { bytes: Arc::clone(bytes), part }))
    }

    /// The content.
    pub fn content(&self) -> UploadContent<'_> {
        match &self.0 {
            // The constructors reject ranges outside.
            Shape::DataUri { text, part } => {
                UploadContent::DataUri(text.get(part.clone()).unwrap_or_default())
            }
            Shape::File { bytes, part } => UploadContent::File(bytes.get(part.clone()).unwrap_or_default()),
        }
    }
}

/// Compares contents, wherever in memory. A data URI never equals a file.
impl PartialEq for PhotoUpload {
    fn eq(&self, other: &Self) -> bool {
        self.content() == other.content()
    }
}

impl Eq for PhotoUpload {}

/// A decoded, safe photo: upright, in sRGB, reduced. Of its metadata only the capture time is left.
#[derive(Clone, PartialEq, Eq)]
pub struct PreparedPhoto {
    /// A JPEG file, for AI services.
    pub jpeg: Vec<u8>,
    /// The pixels, for the built-in engine.
    pub pixels: Pixels,
    /// Technical flaws, such as blur.
    pub notes: Vec<PhotoNote>,
    /// The capture time by the camera's clock, which has no time zone.
    pub taken_at: Option<DateTime>,
}

/// 8-bit RGB pixels, row by row from the top left.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// Empty pixel data, or a length that doesn't match width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a picture of {width} x {height} pixels needs at least one pixel and three bytes per pixel")]
pub struct InvalidPixels {
    width: u32,
    height: u32,
}

impl Pixels {
    /// Wraps `width` x `height` pixels.
    pub fn new(width: u32, height: u32, rgb: Vec<u8>) -> Result<Self, InvalidPixels> {
        let expected = u64::from(width) * u64::from(height) * 3;
        if expected > 0 && u64::try_from(rgb.len()) == Ok(expected) {
            Ok(Self { width, height, rgb })
        } else {
            Err(InvalidPixels { width, height })
        }
    }

    /// The width.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The height.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The bytes, row by row from the top left, three per pixel.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }
}

impl fmt::Debug for PreparedPhoto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedPhoto({} x {}, {:?})", self.pixels.width, self.pixels.height, self.notes)
    }
}

/// A small JPEG file without metadata, for the history.
#[derive(Clone, PartialEq, Eq)]
pub struct Thumbnail(Vec<u8>);

/// A JPEG file too large for a thumbnail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the thumbnail has {found} bytes, the maximum is {}", Thumbnail::MAX_BYTES)]
pub struct ThumbnailTooLarge {
    found: usize,
}

impl Thumbnail {
    /// The maximum size, in bytes.
    pub const MAX_BYTES: usize = 20_000;

    /// Accepts at most [`Thumbnail::MAX_BYTES`].
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
    /// Only the size, because photos must never reach a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thumbnail({} bytes)", self.0.len())
    }
}

closed_enum! {
    /// A photo's technical flaw, as a hint for writers. The photo is used nevertheless.
    pub enum PhotoNote as "note" {
        /// Too small to show details.
        Small = "small",
        /// Nearly all of one color.
        NearlyEmpty = "nearly_empty",
        /// Badly out of focus.
        Blurred = "blurred",
        /// Identical to an earlier photo.
        Duplicate = "duplicate",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keep_alive_of_an_upload_text_is_dropped_with_its_last_photo() {
        let keep_alive = Arc::new(());
        let text =
            Arc::new(UploadText::with_keep_alive("photo one, photo two".to_owned(), Arc::clone(&keep_alive)));
        let first = PhotoUpload::part_of(&text, 0..9).unwrap();
        let second = PhotoUpload::replacing_part(&text, "photo two".to_owned());
        assert!(first.content() == UploadContent::DataUri("photo one"));
        assert!(second.content() == UploadContent::DataUri("photo two"));
        drop(text);
        drop(first);
        assert_eq!(Arc::strong_count(&keep_alive), 2);
        drop(second);
        assert_eq!(Arc::strong_count(&keep_alive), 1);
    }

    #[test]
    fn the_keep_alive_of_upload_bytes_is_dropped_with_their_last_photo() {
        let keep_alive = Arc::new(());
        let bytes =
            Arc::new(UploadBytes::with_keep_alive(b"photo one, photo two".to_vec(), Arc::clone(&keep_alive)));
        let first = PhotoUpload::file_in(&bytes, 0..9).unwrap();
        let second = PhotoUpload::file_in(&bytes, 11..20).unwrap();
        assert!(PhotoUpload::file_in(&bytes, 11..21).is_none());
        drop((bytes, first));
        assert!(second.content() == UploadContent::File(b"photo two"));
        assert_eq!(Arc::strong_count(&keep_alive), 2);
        drop(second);
        assert_eq!(Arc::strong_count(&keep_alive), 1);
    }

    #[test]
    fn uploads_are_equal_if_their_bytes_and_their_kind_are() {
        let file = |bytes: &[u8]| PhotoUpload::from_file(bytes.to_vec());
        assert!(file(b"photo") == file(b"photo"));
        assert!(file(b"photo") != file(b"another"));
        assert!(file(b"photo") != PhotoUpload::new("photo".to_owned()));
    }
}
