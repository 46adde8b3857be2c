//! Prepares untrusted photo uploads safely.
//!
//! [`SafePhotos`] is the service's `PhotoProcessor`. It checks before it spends time or memory:
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
//! | capture time | the camera's, with fractions of a second; the rest of the metadata is dropped |
//! | encoding | a JPEG file with pixels only |
//!
//! Work runs on the blocking pool, with a permit of the `Workers` port for each photo, so that accounts take
//! turns. If a decoder panics, only its photo is refused. All unusable photos of a request are reported at
//! once.
//!
//! With the feature `turbo`, libjpeg-turbo and libwebp decode most JPEG and lossy WebP files, after all
//! checks. With a [`HeifDecoder`], a separate process decodes HEIC photos.
//!
//! A damaged or truncated photo is refused even if half of it could be shown: a listing based on half a
//! picture is worse than an error message. Missing end markers, junk between segments and trailers contain no
//! pixels and are ignored.
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
