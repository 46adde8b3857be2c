//! Decodes PNG, WebP and GIF files.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{ColorType, ImageDecoder, Limits};
use listing_resize::Channels;

use super::{exif, png_header, turbo, webp_header};
use crate::raster::colour;
use crate::raster::pixels::{CameraNotes, Layout, Raster, wipe};
use crate::refusal::Refusal;
use crate::settings::PhotoSettings;

/// The maximum memory, in bytes, of a decoder besides its output: rows, tables, metadata.
const SIDE_BYTES: u64 = 16 * 1024 * 1024;

/// Of an animated file, decodes only the still picture.
pub(super) fn decode_png(
    file: &[u8],
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    // The decoder reads up to the image data before it reports the dimensions.
    let (width, height) = png_header::dimensions(file).ok_or(Refusal::Undecodable)?;
    settings.check_dimensions(width, height)?;
    if !png_header::palettes_are_whole(file) {
        return Err(Refusal::Undecodable);
    }
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(SIDE_BYTES);
    let file = png_header::with_end(file);
    let decoder =
        PngDecoder::with_limits(Cursor::new(&file[..]), limits).map_err(|_| Refusal::Undecodable)?;
    read(decoder, 0, settings, buffer)
}

/// Of an animated file, decodes only the first frame.
pub(super) fn decode_webp(
    file: &[u8],
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    let header = webp_header::header(file).ok_or(Refusal::Undecodable)?;
    let file = &*webp_header::repaired(file);
    settings.check_dimensions(header.width, header.height)?;
    let mut decoder = WebPDecoder::new(Cursor::new(file)).map_err(|_| Refusal::Undecodable)?;
    if decoder.dimensions() != (header.width, header.height) {
        return Err(Refusal::Undecodable);
    }
    if header.is_opaque_still() {
        let photo = (header.width, header.height);
        settings.check_decode_bytes(decoder.total_bytes().saturating_add(header.side_bytes()))?;
        let (camera, profile) = metadata(&mut decoder);
        if let Some(layout) = turbo::decode_webp(file, photo, buffer) {
            return Ok(Raster { photo, size: photo, layout, camera, profile });
        }
    }
    read(decoder, header.side_bytes(), settings, buffer)
}

/// Decodes only the first frame.
pub(super) fn decode_gif(
    file: &[u8],
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    // As with PNG, the decoder would read on first.
    let dimension = |at: usize| file.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes).into());
    let (width, height) = dimension(6).zip(dimension(8)).ok_or(Refusal::Undecodable)?;
    settings.check_dimensions(width, height)?;
    let mut decoder = GifDecoder::new(Cursor::new(file)).map_err(|_| Refusal::Undecodable)?;
    // A first frame that does not fit the screen is decoded separately, and may claim any size.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(settings.max_decode_bytes.saturating_sub(decoder.total_bytes()));
    decoder.set_limits(limits).map_err(|_| Refusal::TooMuchMemory)?;
    read(decoder, 0, settings, buffer)
}

/// Checks the memory for the output and for `side_bytes` more before decoding.
fn read(
    mut decoder: impl ImageDecoder,
    side_bytes: u64,
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    let (width, height) = decoder.dimensions();
    settings.check_dimensions(width, height)?;
    let output = decoder.total_bytes();
    settings.check_decode_bytes(output.saturating_add(side_bytes))?;
    let (camera, profile) = metadata(&mut decoder);
    let colours = decoder.color_type();
    wipe(buffer, usize::try_from(output).map_err(|_| Refusal::TooMuchMemory)?);
    decoder.read_image(buffer).map_err(|_| Refusal::Undecodable)?;
    let channels = to_opaque_8_bit(buffer, colours)?;
    let size = (width, height);
    Ok(Raster { photo: size, size, layout: Layout::Pixels(channels), camera, profile })
}

fn metadata(decoder: &mut impl ImageDecoder) -> (CameraNotes, Option<Vec<u8>>) {
    let block = decoder.exif_metadata().unwrap_or_default();
    (exif::read(block.as_deref()), decoder.icc_profile().unwrap_or_default())
}

/// Works in place.
fn to_opaque_8_bit(buffer: &mut Vec<u8>, colours: ColorType) -> Result<Channels, Refusal> {
    if matches!(colours, ColorType::L16 | ColorType::La16 | ColorType::Rgb16 | ColorType::Rgba16) {
        colour::halve_depth(buffer);
    }
    match colours {
        ColorType::L8 | ColorType::L16 => Ok(Channels::Grey),
        ColorType::La8 | ColorType::La16 => {
            colour::blend_with_white::<1>(buffer);
            Ok(Channels::Grey)
        }
        ColorType::Rgb8 | ColorType::Rgb16 => Ok(Channels::Rgb),
        ColorType::Rgba8 | ColorType::Rgba16 => {
            colour::blend_with_white::<3>(buffer);
            Ok(Channels::Rgb)
        }
        _ => Err(Refusal::Undecodable),
    }
}
