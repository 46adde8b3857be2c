//! Prepares untrusted photo uploads safely.
//!
//! [`SafePhotos`] is the service's `PhotoProcessor`. An upload is a claim, and each step checks the
//! claim before it spends anything on it:
//!
//! | Step | Check or result |
//! |---|---|
//! | data URI | prefix, alphabet, padding, and the decoded size |
//! | type | the first bytes, never the declared type: JPEG, PNG, WebP, GIF |
//! | header | pixels, sides, and the memory that decoding will take |
//! | decoding | once, all rows or none; only the first frame |
//! | color | CMYK, gray, 16 bits, transparency (on white) and profiles become 8-bit sRGB |
//! | size | the long edge is reduced to the model's size, never enlarged |
//! | orientation | upright, by the camera's note |
//! | encoding | a JPEG file with pixels only |
//!
//! Work runs on the blocking pool under the permits of the `Workers` port, one per photo, so that
//! accounts take turns. A decoder's panic costs only its photo. All unusable photos of a request
//! are reported at once.
//!
//! The feature `turbo` decodes JPEG files by libjpeg-turbo, at a smaller size if that is enough,
//! and lossy opaque WebP files by libwebp, after all checks above. Files that these refuse are
//! decoded as without it.
//!
//! With a [`HeifDecoder`], a separate process decodes HEIC photos.
//!
//! A damaged or truncated photo is refused even if half of it could be shown: a listing from half a
//! picture is worse than an error that names it. Only the rows count, not the container: missing
//! end markers, junk between segments and trailers carry no picture and do not matter.
#![deny(missing_docs)]

mod data_uri;
mod decode;
mod encode;
mod heif;
mod notes;
mod preparation;
mod processor;
mod raster;
mod refusal;
mod settings;
mod thumbnail;

pub use heif::HeifDecoder;
pub use processor::SafePhotos;
pub use settings::{PhotoSettings, Target};
pub use thumbnail::PhotoThumbnails;
