//! Resizes pictures for every adapter that works on pixels.
//!
//! The underlying library is generic over pixel types and slow to compile: this crate compiles it once, for
//! the two types in use.
#![deny(missing_docs)]

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8, U8x3};
use fast_image_resize::{FilterType, PixelTrait, ResizeAlg, ResizeOptions};

/// The channels of a pixel, one byte each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channels {
    /// Brightness, or another single value.
    Grey,
    /// Red, green and blue.
    Rgb,
}

/// A picture: its pixels row by row from the top.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// At least width times height times the number of channels.
    pub samples: &'a [u8],
    /// The channels of each pixel.
    pub channels: Channels,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A part of a picture, in pixels. Its edges may lie within a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// The distance from the picture's left edge.
    pub left: f64,
    /// The distance from the picture's upper edge.
    pub top: f64,
    /// The part's width.
    pub width: f64,
    /// The part's height.
    pub height: f64,
}

impl Part {
    /// Returns the part that is the whole picture.
    pub fn whole(width: u32, height: u32) -> Self {
        Self { left: 0.0, top: 0.0, width: width.into(), height: height.into() }
    }
}

/// A method of computing the pixels of a resized picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// Takes the nearest pixel, unchanged.
    Nearest,
    /// Interpolates linearly: the fastest and softest filter.
    Bilinear,
    /// Interpolates with a bicubic curve, as most networks' training does.
    CatmullRom,
    /// Interpolates with a Lanczos window: the sharpest filter, for display.
    Lanczos3,
}

/// The picture has too few samples for its sides, or the part exceeds it.
#[derive(Debug, thiserror::Error)]
#[error("cannot resize {part:?} of a picture of {width} x {height} pixels")]
pub struct ResizeError {
    width: u32,
    height: u32,
    part: Part,
}

/// Resizes pictures in reused buffers.
#[derive(Default)]
pub struct Resizer(fast_image_resize::Resizer);

impl Resizer {
    /// Resizes a part to `width` × `height` pixels with the same channels.
    pub fn resize(
        &mut self,
        picture: Picture<'_>,
        part: Part,
        filter: Filter,
        (width, height): (u32, u32),
    ) -> Result<Vec<u8>, ResizeError> {
        let resized = match picture.channels {
            Channels::Grey => self.resize_typed::<U8>(picture, part, filter, (width, height)),
            Channels::Rgb => self.resize_typed::<U8x3>(picture, part, filter, (width, height)),
        };
        resized.ok_or(ResizeError { width: picture.width, height: picture.height, part })
    }

    /// Frees the internal buffers if they take more than `bytes`.
    pub fn keep_at_most(&mut self, bytes: usize) {
        if self.0.size_of_internal_buffers() > bytes {
            self.0.reset_internal_buffers();
        }
    }

    /// The library's method for any type would compile all of its types.
    fn resize_typed<P: PixelTrait>(
        &mut self,
        picture: Picture<'_>,
        part: Part,
        filter: Filter,
        (width, height): (u32, u32),
    ) -> Option<Vec<u8>> {
        let algorithm = match filter {
            Filter::Nearest => ResizeAlg::Nearest,
            Filter::Bilinear => ResizeAlg::Convolution(FilterType::Bilinear),
            Filter::CatmullRom => ResizeAlg::Convolution(FilterType::CatmullRom),
            Filter::Lanczos3 => ResizeAlg::Convolution(FilterType::Lanczos3),
        };
        // The library checks only the other edges.
        if part.left < 0.0 || part.top < 0.0 {
            return None;
        }
        let [columns, rows] = [width, height].map(|side| usize::try_from(side).ok());
        let mut pixels = vec![0; columns?.checked_mul(rows?)?.checked_mul(P::size())?];
        let source = TypedImageRef::<P>::from_buffer(picture.width, picture.height, picture.samples).ok()?;
        let mut target = TypedImage::<P>::from_buffer(width, height, &mut pixels).ok()?;
        let options =
            ResizeOptions::new().resize_alg(algorithm).crop(part.left, part.top, part.width, part.height);
        self.0.resize_typed(&source, &mut target, &options).ok()?;
        Some(pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILTERS: [Filter; 4] = [Filter::Nearest, Filter::Bilinear, Filter::CatmullRom, Filter::Lanczos3];

    /// 24 columns, two rows: the left half is dark, the right half light.
    const GREY: [u8; 48] = {
        let mut samples = [10; 48];
        let mut place = 0;
        while place < 48 {
            if place % 24 >= 12 {
                samples[place] = 200;
            }
            place += 1;
        }
        samples
    };

    fn picture(channels: Channels, samples: &[u8]) -> Picture<'_> {
        Picture { samples, channels, width: 24, height: 2 }
    }

    #[test]
    fn part_is_resized_with_every_filter_and_channel_count() {
        let rgb: Vec<u8> = GREY.iter().flat_map(|value| [*value, 0, 255 - value]).collect();
        // Away from the middle: a filter also reads pixels next to a part.
        let left = Part { width: 2.0, ..Part::whole(24, 2) };
        let right = Part { left: 22.0, ..left };
        let mut resizer = Resizer::default();
        for filter in FILTERS {
            let mut grey =
                |part, size| resizer.resize(picture(Channels::Grey, &GREY), part, filter, size).unwrap();
            assert_eq!(grey(left, (1, 1)), [10], "{filter:?}");
            assert_eq!(grey(right, (3, 2)), [200; 6], "{filter:?}");
            assert_eq!(grey(Part::whole(24, 2), (24, 2)), GREY, "{filter:?}");
            let mut rgb = |part| resizer.resize(picture(Channels::Rgb, &rgb), part, filter, (1, 1)).unwrap();
            assert_eq!(rgb(left), [10, 0, 245], "{filter:?}");
            assert_eq!(rgb(right), [200, 0, 55], "{filter:?}");
        }
    }

    #[test]
    fn a_size_mismatch_is_an_error_with_the_sizes() {
        let mut resizer = Resizer::default();
        let mut attempt = |samples: &[u8], part| {
            let outcome = resizer.resize(picture(Channels::Grey, samples), part, Filter::Bilinear, (1, 1));
            outcome.map_err(|error| error.to_string())
        };
        let short = attempt(&[0; 47], Part::whole(24, 2)).unwrap_err();
        assert!(short.starts_with("cannot resize ") && short.ends_with("of 24 x 2 pixels"), "{short}");
        attempt(&[0; 48], Part::whole(25, 2)).unwrap_err();
        attempt(&[0; 48], Part { left: -1.0, ..Part::whole(24, 2) }).unwrap_err();
        attempt(&[0; 48], Part { left: 1.0, ..Part::whole(24, 2) }).unwrap_err();
    }

    #[test]
    fn resizer_works_after_freeing_its_buffers() {
        let mut resizer = Resizer::default();
        for _ in 0..2 {
            let made = resizer.resize(
                picture(Channels::Grey, &[7; 48]),
                Part::whole(24, 2),
                Filter::Lanczos3,
                (2, 1),
            );
            assert_eq!(made.unwrap(), [7, 7]);
            resizer.keep_at_most(0);
            assert_eq!(resizer.0.size_of_internal_buffers(), 0);
        }
    }
}
