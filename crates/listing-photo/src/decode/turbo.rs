//! Faster decoders in C, whose output has brightness and color in separate planes: libjpeg-turbo, at the
//! smallest sufficient size, and libwebp.
//!
//! They return `None` if they refuse a file or would save no time. The decoders in Rust, which then take it,
//! also open damaged files for which libjpeg-turbo warns, and support more kinds.

use std::num::NonZeroU32;

use listing_resize::{Channels, Part};
use turbojpeg::{Colorspace, Decompressor, ScalingFactor, Subsamp, YuvImage, yuv_pixels_len};
use webpx::{BitstreamFormat, DecoderConfig, Limits};

use crate::raster::pixels::{Colors, Layout, Plane, Range, wipe};

/// The reduced sizes at which JPEG files may be decoded, in eighths, if they have a quarter more pixels than
/// wanted. The result looks like one resized from all pixels (SSIM within 0.001). At a half or a quarter it
/// is blurred (0.002 to 0.011), and time is saved only if the result is nearly as large.
const EIGHTHS: [usize; 2] = [3, 5];

/// Decodes a whole JPEG file. The library only warns of missing data; here every warning is an error.
pub(super) fn decode_jpeg(
    file: &[u8],
    photo: (u32, u32),
    is_gray: bool,
    long_edge: NonZeroU32,
    buffer: &mut Vec<u8>,
) -> Option<((u32, u32), Layout)> {
    let mut decoder = Decompressor::new().ok()?;
    let header = decoder.read_header(file).ok()?;
    let expected = if is_gray { Colorspace::Gray } else { Colorspace::YCbCr };
    let is_plain = header.colorspace == expected && !header.is_lossless;
    // The checks used other code's reading of the header.
    let read = (u32::try_from(header.width).ok()?, u32::try_from(header.height).ok()?);
    if read != photo || !is_plain || header.subsamp == Subsamp::Unknown {
        return None;
    }
    let wanted = usize::try_from(long_edge.get()).ok()?;
    let scale = EIGHTHS
        .map(|eighths| ScalingFactor::new(eighths, 8))
        .into_iter()
        .find(|scale| scale.scale(header.width.max(header.height)) * 4 >= wanted * 5)
        .unwrap_or(ScalingFactor::ONE);
    decoder.set_scaling_factor(scale).ok()?;
    let (width, height) = (scale.scale(header.width), scale.scale(header.height));
    wipe(buffer, yuv_pixels_len(width, 1, height, header.subsamp).ok()?);
    let mut planes =
        YuvImage { pixels: buffer.as_mut_slice(), width, align: 1, height, subsamp: header.subsamp };
    decoder.decompress_to_yuv(file, planes.as_deref_mut()).ok()?;
    let plane = |(plane_width, plane_height): (usize, usize), (across, down): (usize, usize)| {
        let part = |side: usize, each: usize| {
            Some(f64::from(u32::try_from(side).ok()?) / f64::from(u32::try_from(each).ok()?))
        };
        Some(Plane {
            width: u32::try_from(plane_width).ok()?,
            height: u32::try_from(plane_height).ok()?,
            shown: Part { left: 0.0, top: 0.0, width: part(width, across)?, height: part(height, down)? },
        })
    };
    let layout = if header.subsamp == Subsamp::Gray {
        Layout::Pixels(Channels::Grey)
    } else {
        let chroma = plane(planes.uv_size(), header.subsamp.size())?;
        let planes = vec![plane(planes.y_size(), (1, 1))?, chroma, chroma];
        Layout::Planes { planes, colors: Colors::Ycc(Range::Full) }
    };
    Some(((u32::try_from(width).ok()?, u32::try_from(height).ok()?), layout))
}

/// Decodes a lossy, opaque, still WebP file. The library could reduce the size only by averaging pixels;
/// resizing its planes later takes no longer and looks as good as resizing all pixels.
pub(super) fn decode_webp(file: &[u8], (width, height): (u32, u32), buffer: &mut Vec<u8>) -> Option<Layout> {
    let decoder = webpx::Decoder::new(file).ok()?.config(DecoderConfig::default().limits(Limits::none()));
    let info = decoder.info();
    // A lossless file holds RGB, which would have to be converted.
    if (info.width, info.height) != (width, height) || info.format != BitstreamFormat::Lossy {
        return None;
    }
    let planes = decoder.decode_yuv().ok()?;
    let chroma = Plane {
        width: width.div_ceil(2),
        height: height.div_ceil(2),
        shown: Part { left: 0.0, top: 0.0, width: f64::from(width) / 2.0, height: f64::from(height) / 2.0 },
    };
    let luma = Plane { width, height, shown: Part::whole(width, height) };
    buffer.clear();
    for (plane, samples) in [(luma, planes.y), (chroma, planes.u), (chroma, planes.v)] {
        if samples.len() != plane.samples() {
            return None;
        }
        buffer.extend_from_slice(&samples);
    }
    Some(Layout::Planes { planes: vec![luma, chroma, chroma], colors: Colors::Ycc(Range::Limited) })
}
