//! Size and orientation of the prepared picture.

use std::num::NonZeroU32;

use image::metadata::Orientation;
use image::{DynamicImage, RgbImage};
use listing_resize::{Channels, Filter, Part, Picture, ResizeError, Resizer};

use super::pixels::{Layout, Raster};
#[cfg(feature = "turbo")]
use super::{pixels::Plane, planes};

/// A picture that could not be turned. It means an error of this crate, because the
/// sizes of all buffers are its own.
#[derive(Debug, thiserror::Error)]
#[error("a picture of {width} x {height} pixels could not be turned")]
pub(crate) struct TurnError {
    width: u32,
    height: u32,
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
) -> Result<(Vec<u8>, Channels), ResizeError> {
    match raster.layout {
        Layout::Pixels(channels) => {
            let (width, height) = raster.size;
            let picture = Picture { samples, channels, width, height };
            let pixels = resizer.resize(picture, Part::whole(width, height), Filter::Lanczos3, size);
            pixels.map(|pixels| (pixels, channels))
        }
        #[cfg(feature = "turbo")]
        Layout::Planes { luma, chroma, range } => {
            let (y, rest) = samples.split_at(luma.samples());
            let (cb, cr) = rest.split_at(chroma.samples());
            let mut resize = |samples, plane: Plane, size| {
                let (width, height) = (plane.width, plane.height);
                let picture = Picture { samples, channels: Channels::Grey, width, height };
                resizer.resize(picture, plane.shown, Filter::Lanczos3, size)
            };
            let half = planes::half_size(size);
            let planes = [resize(y, luma, size)?, resize(cb, chroma, half)?, resize(cr, chroma, half)?];
            Ok((planes::to_rgb(&planes, range, size), Channels::Rgb))
        }
    }
}

/// Turns RGB pixels upright.
pub(crate) fn turn_upright(
    rgb: Vec<u8>,
    (width, height): (u32, u32),
    orientation: Orientation,
) -> Result<RgbImage, TurnError> {
    let picture = RgbImage::from_raw(width, height, rgb).ok_or(TurnError { width, height })?;
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
