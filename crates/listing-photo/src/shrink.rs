//! Size and orientation of the prepared picture.

use std::num::NonZeroU32;

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::metadata::Orientation;
use image::{DynamicImage, RgbImage};

use crate::decode::{Channels, Raster};

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

/// Brings the picture in `pixels` down to `(width, height)`.
pub(crate) fn resize(
    resizer: &mut Resizer,
    raster: &Raster,
    pixels: &[u8],
    (width, height): (u32, u32),
) -> Result<Vec<u8>, ShrinkError> {
    let failed = || ShrinkError { width: raster.width, height: raster.height, step: "resized" };
    if (width, height) == (raster.width, raster.height) {
        return Ok(pixels.to_vec());
    }
    let pixel_type = match raster.channels {
        Channels::Grey => PixelType::U8,
        Channels::Rgb => PixelType::U8x3,
    };
    let source = ImageRef::new(raster.width, raster.height, pixels, pixel_type).map_err(|_| failed())?;
    let mut target = Image::new(width, height, pixel_type);
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    resizer.resize(&source, &mut target, &options).map_err(|_| failed())?;
    Ok(target.into_vec())
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
