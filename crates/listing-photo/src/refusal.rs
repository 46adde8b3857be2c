use listing_domain::ports::{PhotoFault, PhotoType};

/// The reason for refusing a photo, shown to the caller.
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
    #[error("{} (accepted are JPEG, PNG, WebP and GIF)", advice(*.0))]
    OtherType(PhotoType),
    #[error("must have at least one pixel")]
    NoPixels,
    #[error("must be at most {max_side} pixels on a side and {} million pixels in all", .max_pixels / 1_000_000)]
    TooManyPixels { max_side: u32, max_pixels: u64 },
    #[error("must have fewer pixels or another encoding: decoding it takes too much memory")]
    TooMuchMemory,
    #[error("must be a complete and undamaged image: it cannot be decoded")]
    Undecodable,
}

impl Refusal {
    pub(crate) const fn fault(self) -> PhotoFault {
        match self {
            Self::NotADataUri | Self::NotBase64 | Self::UnknownType => PhotoFault::NoPicture,
            Self::TooLarge { max_bytes } => PhotoFault::TooLarge(max_bytes),
            Self::OtherType(other) => PhotoFault::OtherType(other),
            Self::TooManyPixels { max_side, max_pixels } => {
                PhotoFault::TooManyPixels { max_side, max_pixels }
            }
            Self::TooMuchMemory => PhotoFault::TooMuchMemory,
            Self::NoPixels | Self::Undecodable => PhotoFault::Damaged,
        }
    }
}

const fn advice(photo_type: PhotoType) -> &'static str {
    match photo_type {
        PhotoType::Heic => {
            "is a HEIC photo, as iPhones take them: set the camera's format to \u{201c}Most Compatible\u{201d}, or convert the photo to JPEG"
        }
        PhotoType::Avif => "is an AVIF image: convert it to JPEG",
        PhotoType::Tiff => "is a TIFF or raw camera image: convert it to JPEG",
        PhotoType::Bmp => "is a BMP image: convert it to JPEG or PNG",
        PhotoType::Svg => "is an SVG drawing: send a photo, or convert it to PNG",
        PhotoType::Pdf => "is a PDF document: send its pictures as photos, such as JPEG files",
        PhotoType::Video => "is a video: send a still photo, such as a JPEG file",
    }
}
