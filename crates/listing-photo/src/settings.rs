//! The limits of photo preparation, with defaults for a small server.

use std::num::NonZeroU32;

use listing_domain::options::Quality;

use crate::heif::HeifDecoder;
use crate::refusal::Refusal;

/// The limits and targets of photo preparation.
#[derive(Debug, Clone)]
pub struct PhotoSettings {
    /// The maximum size of one decoded upload, in bytes.
    pub max_bytes: usize,
    /// The maximum number of pixels per side.
    pub max_side: u32,
    /// The maximum number of pixels: by default a little more than the "50 megapixels" of phones (8192 x
    /// 6144).
    pub max_pixels: u64,
    /// The maximum memory for decoding one photo in bytes, output included, judged by its header.
    pub max_decode_bytes: u64,
    /// The decoder of HEIC photos, which are refused without one.
    pub heif: Option<HeifDecoder>,
    /// The target for [`Quality::Standard`].
    pub standard: Target,
    /// The target for [`Quality::High`], at which labels can be read.
    pub high: Target,
}

/// The size and quality of a prepared photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The long edge, in pixels; smaller photos keep their size.
    pub long_edge: NonZeroU32,
    /// The JPEG quality, from 1 to 100.
    pub jpeg_quality: u8,
}

impl PhotoSettings {
    /// The default of [`PhotoSettings::max_bytes`].
    pub const MAX_BYTES: usize = 10_000_000;
    /// The default of [`PhotoSettings::max_side`].
    pub const MAX_SIDE: u32 = 12_000;
    /// The default of [`PhotoSettings::max_pixels`].
    pub const MAX_PIXELS: u64 = 52_000_000;
    /// The default of [`PhotoSettings::max_decode_bytes`].
    pub const MAX_DECODE_BYTES: u64 = 256 * 1024 * 1024;
    /// The default of [`PhotoSettings::standard`].
    pub const STANDARD: Target =
        Target { long_edge: NonZeroU32::new(1024).expect("is not zero"), jpeg_quality: 85 };
    /// The default of [`PhotoSettings::high`].
    pub const HIGH: Target =
        Target { long_edge: NonZeroU32::new(1536).expect("is not zero"), jpeg_quality: 88 };

    pub(crate) const fn target(&self, quality: Quality) -> Target {
        match quality {
            Quality::Standard => self.standard,
            Quality::High => self.high,
        }
    }

    pub(crate) fn check_dimensions(&self, width: u32, height: u32) -> Result<(), Refusal> {
        if width == 0 || height == 0 {
            return Err(Refusal::NoPixels);
        }
        let pixels = u64::from(width) * u64::from(height);
        if width.max(height) > self.max_side || pixels > self.max_pixels {
            return Err(Refusal::TooManyPixels { max_side: self.max_side, max_pixels: self.max_pixels });
        }
        Ok(())
    }

    pub(crate) fn check_decode_bytes(&self, bytes: u64) -> Result<(), Refusal> {
        if bytes > self.max_decode_bytes { Err(Refusal::TooMuchMemory) } else { Ok(()) }
    }
}

impl Default for PhotoSettings {
    fn default() -> Self {
        Self {
            max_bytes: Self::MAX_BYTES,
            max_side: Self::MAX_SIDE,
            max_pixels: Self::MAX_PIXELS,
            max_decode_bytes: Self::MAX_DECODE_BYTES,
            heif: None,
            standard: Self::STANDARD,
            high: Self::HIGH,
        }
    }
}
