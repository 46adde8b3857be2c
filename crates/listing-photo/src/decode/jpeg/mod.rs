//! Decodes JPEG files.
//!
//! Files of the form that cameras write go to a fast decoder; all others, and those that it refuses, to this
//! module's own decoder, which supports every kind of scan and accepts no missing data.

mod color;
mod huffman;
mod idct;
mod plain;
mod scan;
mod standard;
mod structure;

use std::num::NonZeroU32;

use listing_resize::{Channels, Part};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use self::color::Model;
use self::structure::{Damaged, Extent, Frame, Structure};
use super::{exif, turbo};
use crate::raster::pixels::{Colors, Layout, Plane, Range, Raster, wipe};
use crate::refusal::Refusal;
use crate::settings::PhotoSettings;

/// Baseline or progressive; gray, YCbCr, RGB, CMYK or YCCK.
pub(super) fn decode(
    file: &[u8],
    long_edge: NonZeroU32,
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<Raster, Refusal> {
    let structure = structure::read(file)?;
    let frame = &structure.frame;
    settings.check_dimensions(frame.width, frame.height)?;
    // An encoder may leave details out; a truncated file has no end marker.
    match structure.extent() {
        Extent::Lacking => return Err(Refusal::Undecodable),
        Extent::Coarse if !structure.has_end => return Err(Refusal::Undecodable),
        Extent::Coarse | Extent::Whole => {}
    }
    let camera = exif::read(structure.exif);
    let profile = structure.profile();
    let photo = (frame.width, frame.height);
    settings.check_decode_bytes(frame.decode_bytes())?;
    let (size, layout) = pixels(file, &structure, long_edge, settings, buffer)?;
    Ok(Raster { photo, size, layout, camera, profile })
}

impl From<Damaged> for Refusal {
    fn from(_: Damaged) -> Self {
        Self::Undecodable
    }
}

/// Uses the fastest decoder that accepts the picture.
fn pixels(
    file: &[u8],
    structure: &Structure<'_>,
    long_edge: NonZeroU32,
    settings: &PhotoSettings,
    buffer: &mut Vec<u8>,
) -> Result<((u32, u32), Layout), Refusal> {
    let frame = &structure.frame;
    let size = (frame.width, frame.height);
    if structure.extent() == Extent::Whole && matches!(structure.model, Model::Gray | Model::Ycc) {
        let is_gray = structure.model == Model::Gray;
        if let Some(decoded) = turbo::decode_jpeg(file, size, is_gray, long_edge, buffer) {
            return Ok(decoded);
        }
    }
    if let Some(plain) = plain::rewrite(file, structure) {
        let (channels, space) = match structure.model {
            Model::Gray => (Channels::Grey, ColorSpace::Luma),
            _ => (Channels::Rgb, ColorSpace::RGB),
        };
        settings.check_decode_bytes(u64::from(size.0) * u64::from(size.1) * channel_count(channels))?;
        if decode_plain(&plain, size, space, buffer).is_some() {
            return Ok((size, Layout::Pixels(channels)));
        }
    }
    scan::decode(file, structure, buffer)?;
    Ok((size, layout(frame, structure.model)))
}

const fn channel_count(channels: Channels) -> u64 {
    match channels {
        Channels::Grey => 1,
        Channels::Rgb => 3,
    }
}

fn decode_plain(file: &[u8], size: (u32, u32), space: ColorSpace, buffer: &mut Vec<u8>) -> Option<()> {
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(space);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().ok()?;
    let info = decoder.info()?;
    if (u32::from(info.width), u32::from(info.height)) != size {
        return None;
    }
    wipe(buffer, decoder.output_buffer_size()?);
    decoder.decode_into(buffer).ok()
}

/// The layout that [`scan::decode`] writes.
fn layout(frame: &Frame, model: Model) -> Layout {
    let (most_across, most_down) = frame.most();
    let planes = frame.components.iter().map(|component| {
        let (width, height) = frame.samples(component);
        let part = |side: u32, factor: u32, most: u32| f64::from(side * factor) / f64::from(most);
        let shown = Part {
            left: 0.0,
            top: 0.0,
            width: part(frame.width, component.across, most_across),
            height: part(frame.height, component.down, most_down),
        };
        Plane { width, height, shown }
    });
    let colors = match model {
        Model::Gray => Colors::Gray,
        Model::Ycc => Colors::Ycc(Range::Full),
        Model::Rgb => Colors::Rgb,
        Model::Cmyk => Colors::Cmyk,
        Model::Ycck => Colors::Ycck,
    };
    Layout::Planes { planes: planes.collect(), colors }
}
