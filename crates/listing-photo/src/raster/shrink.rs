//! Size and orientation of the prepared picture.

use std::num::NonZeroU32;

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8, U8x3};
use fast_image_resize::{FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer};
use image::metadata::Orientation;
use image::{DynamicImage, RgbImage};

use super::pixels::{Channels, Layout, Plane, Raster, index};
#[cfg(feature = "turbo")]
use super::planes;

/// Why a picture could not be resized or turned. It means an error of this
/// crate, because the sizes of all buffers are its own.
#[derive(Debug, thiserror::Error)]
#[error("a picture of {width} x {height} pixels could not be {step}")]
pub(crate) struct ShrinkError {
    width: u32,
    height: u32,
    step: &'static str,
}

/// The size of a picture whose long edge is at most `long_edge`; the other edge
/// keeps the proportion and at least one pixel.
pub(crate) fn fit(width: u32, height: u32, long_edge: NonZeroU32) -> (u32, u32) {
    let long = width.max(height);
    if long <= long_edge.get() {
        return (width, height);
    }
    let scaled = |side: u32| {
        let side = (u64::from(side) * u64::from(long_edge.get()) + u64::from(long) / 2) / u64::from(long);
        u32::try_from(side).unwrap_or(u32::MAX).max(1)
    };
    (scaled(width), scaled(height))
}

/// Brings the picture in `samples` down to `size`: its pixels, and what they
/// consist of.
pub(crate) fn resize(
    resizer: &mut Resizer,
    raster: &Raster,
    samples: &[u8],
    size: (u32, u32),
) -> Result<(Vec<u8>, Channels), ShrinkError> {
    match raster.layout {
        Layout::Pixels(channels) => {
            let whole = Plane::whole(raster.size);
            let pixels = match channels {
                Channels::Grey => resize_plane::<U8>(resizer, samples, whole, size),
                Channels::Rgb => resize_plane::<U8x3>(resizer, samples, whole, size),
            };
            pixels.map(|pixels| (pixels, channels))
        }
        #[cfg(feature = "turbo")]
        Layout::Planes { luma, chroma, range } => {
            let (y, rest) = samples.split_at(luma.samples());
            let (cb, cr) = rest.split_at(chroma.samples());
            let mut resize = |samples, plane, size| resize_plane::<U8>(resizer, samples, plane, size);
            let half = planes::half_size(size);
            let planes = [resize(y, luma, size)?, resize(cb, chroma, half)?, resize(cr, chroma, half)?];
            Ok((planes::to_rgb(&planes, range, size), Channels::Rgb))
        }
    }
}

/// Brings the part of a plane that is shown to `size`.
fn resize_plane<P: PixelTrait>(
    resizer: &mut Resizer,
    samples: &[u8],
    plane: Plane,
    (width, height): (u32, u32),
) -> Result<Vec<u8>, ShrinkError> {
    let failed = || ShrinkError { width: plane.width, height: plane.height, step: "resized" };
    let mut pixels = vec![0; index(width) * index(height) * P::size()];
    let source = TypedImageRef::<P>::from_buffer(plane.width, plane.height, samples).map_err(|_| failed())?;
    let mut target = TypedImage::<P>::from_buffer(width, height, &mut pixels).map_err(|_| failed())?;
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3)).crop(
        0.0,
        0.0,
        plane.shown.0,
        plane.shown.1,
    );
    // Not the method for any kind of pixels, which would be compiled for all of them.
    resizer.resize_typed(&source, &mut target, &options).map_err(|_| failed())?;
    Ok(pixels)
}

/// Turns RGB pixels upright.
pub(crate) fn turn_upright(
    rgb: Vec<u8>,
    (width, height): (u32, u32),
    orientation: Orientation,
) -> Result<RgbImage, ShrinkError> {
    let picture = RgbImage::from_raw(width, height, rgb);
    let picture = picture.ok_or(ShrinkError { width, height, step: "turned" })?;
    let mut picture = DynamicImage::ImageRgb8(picture);
    picture.apply_orientation(orientation);
    Ok(picture.into_rgb8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_edge_is_brought_down_and_never_up() {
        let check = |from: (u32, u32), expected| {
            assert_eq!(fit(from.0, from.1, NonZeroU32::new(1024).unwrap()), expected, "{from:?}");
        };
        check((4000, 3000), (1024, 768));
        check((3000, 4000), (768, 1024));
        check((1025, 1025), (1024, 1024));
        check((1024, 1), (1024, 1));
        check((12_000, 1), (1024, 1));
        check((1, 12_000), (1, 1024));
        check((10, 20), (10, 20));
    }
}
