//! Reduces a decoded picture and turns it upright.

use std::num::NonZeroU32;

use image::metadata::Orientation;
use image::{DynamicImage, RgbImage};
use listing_resize::{Channels, Filter, Part, Picture, ResizeError, Resizer};

use super::pixels::{Colors, Layout, Plane, Raster};
use super::planes;

/// A bug in this crate, which chooses the sizes of all buffers.
#[derive(Debug, thiserror::Error)]
#[error("cannot turn a picture of {width} x {height} pixels")]
pub(crate) struct TurnError {
    width: u32,
    height: u32,
}

/// The other edge keeps the proportion and at least one pixel.
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

pub(crate) fn resize(
    resizer: &mut Resizer,
    raster: &Raster,
    samples: &[u8],
    size: (u32, u32),
) -> Result<(Vec<u8>, Channels), ResizeError> {
    match &raster.layout {
        Layout::Pixels(channels) => {
            let (width, height) = raster.size;
            let picture = Picture { samples, channels: *channels, width, height };
            let pixels = resizer.resize(picture, Part::whole(width, height), Filter::Lanczos3, size);
            pixels.map(|pixels| (pixels, *channels))
        }
        Layout::Planes { planes, colors } => {
            let mut rest = samples;
            let mut outputs = Vec::with_capacity(planes.len());
            for plane in planes {
                let (samples, after) = rest.split_at_checked(plane.samples()).unwrap_or((rest, &[]));
                outputs.push(resize_plane(resizer, plane, samples, raster.photo, size)?);
                rest = after;
            }
            if *colors == Colors::Gray
                && let [gray] = outputs.as_mut_slice()
            {
                return Ok((std::mem::take(gray), Channels::Grey));
            }
            Ok((planes::to_rgb(&outputs, *colors).unwrap_or_default(), Channels::Rgb))
        }
    }
}

/// The result may be larger than the plane, because color planes are often stored smaller.
fn resize_plane(
    resizer: &mut Resizer,
    plane: &Plane,
    samples: &[u8],
    photo: (u32, u32),
    size: (u32, u32),
) -> Result<Vec<u8>, ResizeError> {
    let Plane { width, height, shown } = *plane;
    let picture = Picture { samples, channels: Channels::Grey, width, height };
    resizer.resize(picture, shown, plane_filter(plane, photo, size), size)
}

/// If the photo keeps its size, the result equals libjpeg's: samples that cover two pixels are interpolated,
/// others repeated.
fn plane_filter(Plane { width, shown, .. }: &Plane, photo: (u32, u32), size: (u32, u32)) -> Filter {
    let across = f64::from(size.0) / shown.width;
    let down = f64::from(size.1) / shown.height;
    if across <= 1.0 && down <= 1.0 {
        return Filter::Lanczos3;
    }
    let is_half = [(2.0, 1.0), (1.0, 2.0), (2.0, 2.0)].contains(&(across, down));
    if size != photo || is_half && (*width > 2 || across < 2.0) { Filter::Bilinear } else { Filter::Nearest }
}

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
    fn long_edge_is_reduced_and_never_enlarged() {
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
