//! JPEG files.

use std::num::NonZeroU32;

use image::metadata::Orientation;
use listing_resize::Channels;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::jpeg_header::{Header, header};
use super::turbo;
use crate::raster::pixels::{Layout, Raster, wipe};
use crate::refusal::Refusal;
use crate::settings::PhotoSettings;

/// Scans that a progressive file may have. Encoders write about ten; each one
/// more passes over the whole picture again, however few bytes it has.
const MAX_SCANS: u16 = 32;

/// Decodes a JPEG file: baseline or progressive, grey, YCbCr, RGB, CMYK, YCCK.
///
/// The decoder is strict, because lenient ones paint what is missing grey and
/// call that success.
pub(super) fn decode(
    file: &[u8],
    long_edge: NonZeroU32,
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    let Header { width, height, components, decode_bytes, complete } =
        header(file).ok_or(Refusal::Undecodable)?;
    settings.check_dimensions(width, height)?;
    settings.check_decode_bytes(decode_bytes)?;
    if !complete {
        return Err(Refusal::Undecodable);
    }
    let (channels, colour_space) =
        if components == 1 { (Channels::Grey, ColorSpace::Luma) } else { (Channels::Rgb, ColorSpace::RGB) };
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_max_scans(MAX_SCANS.into())
        .jpeg_set_out_colorspace(colour_space);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().map_err(|_| Refusal::Undecodable)?;
    // What was checked is what the header read; the decoder has to have read the same.
    let read = decoder.info().map(|info| (info.width.into(), info.height.into(), info.components));
    if read != Some((width, height, components)) {
        return Err(Refusal::Undecodable);
    }
    let orientation = decoder.exif().and_then(|exif| Orientation::from_exif_chunk(exif));
    let orientation = orientation.unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile();
    let photo = (width, height);
    if let Some((size, layout)) = turbo::decode_jpeg(file, photo, long_edge, MAX_SCANS.into(), buffer) {
        return Ok(Raster { photo, size, layout, orientation, profile });
    }
    wipe(buffer, decoder.output_buffer_size().ok_or(Refusal::Undecodable)?);
    decoder.decode_into(buffer).map_err(|_| Refusal::Undecodable)?;
    Ok(Raster { photo, size: photo, layout: Layout::Pixels(channels), orientation, profile })
}
