//! Why a photo cannot be used.

use listing_domain::ports::{PhotoFault, PhotoType};

/// Why a photo cannot be used. Its text is for the caller and says what is
/// accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("must be a data URI like data:image/jpeg;base64,…")]
    NotADataUri,
    #[error("must hold padded standard base64 without line breaks after \"base64,\"")]
    NotBase64,
    #[error("must be at most {} MB", .max_bytes / 1_000_000)]
    TooLarge { max_bytes: usize },
    #[error("must be a JPEG, PNG, WebP or GIF image")]
    UnknownType,
    #[error("{} (accepted are JPEG, PNG, WebP and GIF)", .0.advice())]
    OtherType(OtherType),
    #[error("must have at least one pixel")]
    NoPixels,
    #[error("must be at most {max_side} pixels on a side and {} million pixels in all", .max_pixels / 1_000_000)]
    TooManyPixels { max_side: u32, max_pixels: u64 },
    #[error("must have fewer pixels: decoding it as it is encoded takes too much memory")]
    TooMuchMemory,
    #[error("must be a complete and undamaged image: it cannot be decoded")]
    Undecodable,
}

impl Refusal {
    /// The same in the domain's terms.
    pub(crate) const fn fault(self) -> PhotoFault {
        match self {
            Self::NotADataUri | Self::NotBase64 | Self::UnknownType => PhotoFault::NoPicture,
            Self::TooLarge { max_bytes } => PhotoFault::TooLarge(max_bytes),
            Self::OtherType(other) => PhotoFault::OtherType(other.known()),
            Self::TooManyPixels { max_side, max_pixels } => {
                PhotoFault::TooManyPixels { max_side, max_pixels }
            }
            Self::TooMuchMemory => PhotoFault::TooMuchMemory,
            Self::NoPixels | Self::Undecodable => PhotoFault::Damaged,
        }
    }
}

/// A type that people send and that is not accepted, so that they can be told what
/// to do instead of what is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherType {
    Heic,
    Avif,
    Tiff,
    Bmp,
    Svg,
    Pdf,
    Video,
}

impl OtherType {
    /// The same in the domain's terms.
    const fn known(self) -> PhotoType {
        match self {
            Self::Heic => PhotoType::Heic,
            Self::Avif => PhotoType::Avif,
            Self::Tiff => PhotoType::Tiff,
            Self::Bmp => PhotoType::Bmp,
            Self::Svg => PhotoType::Svg,
            Self::Pdf => PhotoType::Pdf,
            Self::Video => PhotoType::Video,
        }
    }

    /// What it is and what to do about it.
    const fn advice(self) -> &'static str {
        match self {
            Self::Heic => {
                "is a HEIC photo, as iPhones take them: set the camera's format to \u{201c}Most Compatible\u{201d}, or convert the photo to JPEG"
            }
            Self::Avif => "is an AVIF image: convert it to JPEG",
            Self::Tiff => "is a TIFF or raw camera image: convert it to JPEG",
            Self::Bmp => "is a BMP image: convert it to JPEG or PNG",
            Self::Svg => "is an SVG drawing: send a photo, or convert it to PNG",
            Self::Pdf => "is a PDF document: send its pictures as photos, such as JPEG files",
            Self::Video => "is a video: send a still photo, such as a JPEG file",
        }
    }
}
