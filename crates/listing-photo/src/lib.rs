//! Untrusted photo uploads in, safe prepared photos out.
//!
//! [`SafePhotos`] is the service's `PhotoProcessor`. What a caller sends is a
//! claim, and each step checks the claim before it spends anything on it:
//!
//! | Step | Checked before it is taken |
//! |---|---|
//! | data URI | prefix, alphabet, padding, and the decoded size |
//! | type | the first bytes, never the declared type: JPEG, PNG, WebP, GIF |
//! | header | pixels, sides, and the memory that decoding will take |
//! | decoding | once, all rows or none; only the first frame |
//! | colour | CMYK, grey, 16 bits, transparency (on white) and profiles become 8-bit sRGB |
//! | size | the long edge is brought down to what a model looks at, never up |
//! | orientation | as the camera noted it, so that every picture stands upright |
//! | encoding | a JPEG file that carries pixels and nothing else |
//!
//! Work runs on the blocking pool under the permits of the `Workers` port, one for
//! each photo, so that accounts take turns; a panic inside a decoder costs that one
//! photo, and every photo of a request that cannot be used is reported at once.
//!
//! The feature `turbo` decodes JPEG files by libjpeg-turbo, at a smaller size where
//! that is enough, and lossy opaque WebP files by libwebp, once all of the checks
//! above are made. What these refuse is decoded as without it.
//!
//! With a [`HeifDecoder`], HEIC photos are decoded by a program in a process of its own.
//!
//! A damaged or cut off photo is refused even where half of it could be shown:
//! a listing written from half a picture is worse than an error that names it. What
//! counts are the rows, not the container: missing end markers, junk between segments
//! and trailers carry no picture and do not matter.
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
