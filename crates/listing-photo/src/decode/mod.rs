//! Decodes photo files to opaque 8-bit pixels and their orientation.

mod exif;
mod jpeg;
mod other;
mod other_type;
mod png_header;
#[cfg(feature = "turbo")]
mod turbo;
#[cfg(not(feature = "turbo"))]
#[path = "no_turbo.rs"]
mod turbo;
mod webp_header;

use std::num::NonZeroU32;

use image::metadata::Orientation;
use listing_domain::ports::PhotoType;

use crate::heif::{self, HeifDecoder};
use crate::raster::pixels::{CameraNotes, Raster};
use crate::refusal::Refusal;
use crate::settings::PhotoSettings;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Jpeg,
    Png,
    WebP,
    Gif,
}

impl Format {
    /// Judges by the first bytes.
    fn sniff(file: &[u8]) -> Option<Self> {
        match file {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Self::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            _ => None,
        }
    }
}

/// Decodes `file`, possibly at a smaller size whose long edge is at least `long_edge`. The buffer is wiped
/// first, so that no decoder can leave parts of an earlier photo in a later one.
pub(crate) fn decode(
    file: &[u8],
    long_edge: NonZeroU32,
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    if let Some(decoder) = heif_decoder(file, settings) {
        return decode_heif(decoder, file, long_edge, settings, buffer);
    }
    let unaccepted = || other_type::recognise(file).map_or(Refusal::UnknownType, Refusal::OtherType);
    match Format::sniff(file).ok_or_else(unaccepted)? {
        Format::Jpeg => jpeg::decode(file, long_edge, settings, buffer),
        Format::Png => other::decode_png(file, settings, buffer),
        Format::WebP => other::decode_webp(file, settings, buffer),
        Format::Gif => other::decode_gif(file, settings, buffer),
    }
}

/// `None` if this is not a HEIC or AVIF file, or there is no decoder.
pub(crate) fn heif_decoder<'a>(file: &[u8], settings: &'a PhotoSettings) -> Option<&'a HeifDecoder> {
    let decoder = settings.heif.as_ref()?;
    let kind = match other_type::recognise(file)? {
        PhotoType::Heic => heif::Kind::Heic,
        PhotoType::Avif => heif::Kind::Avif,
        _ => return None,
    };
    decoder.can(kind).then_some(decoder)
}

fn decode_heif(
    decoder: &HeifDecoder,
    file: &[u8],
    long_edge: NonZeroU32,
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    let (width, height) = heif::largest(file).ok_or(Refusal::Undecodable)?;
    settings.check_dimensions(width, height)?;
    let jpeg = decoder.decode(file).ok_or(Refusal::Undecodable)?;
    let raster = jpeg::decode(&jpeg, long_edge, settings, buffer)?;
    // The program has already turned it, whatever orientation it copied.
    let camera = CameraNotes { orientation: Orientation::NoTransforms, ..raster.camera };
    Ok(Raster { camera, ..raster })
}
