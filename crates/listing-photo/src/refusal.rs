//! Why a photo cannot be used.

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
    #[error("must have at least one pixel")]
    NoPixels,
    #[error("must be at most {max_side} pixels on a side and {} megapixels in all", .max_pixels / 1_000_000)]
    TooManyPixels { max_side: u32, max_pixels: u64 },
    #[error("must have fewer pixels: decoding it as it is encoded takes too much memory")]
    TooMuchMemory,
    #[error("must be a complete and undamaged image: it cannot be decoded")]
    Undecodable,
}
