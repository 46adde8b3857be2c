//! Cuts photos into the small pictures that the networks take.

use listing_domain::photo::Pixels;
use listing_resize::{Channels, Filter, Part, Picture, Resizer};

use crate::network::InferenceError;

/// A share of the photo's short side, as in the classifier's training and measurements.
const CENTRE_SHARE: f64 = 260.0 / 292.0;
/// A share of the photo's sides.
const MIDDLE_SHARE: f64 = 0.8;

/// A way to cut a picture out of a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Crop {
    /// The square in the middle of the photo.
    Centre,
    /// The whole photo, squeezed into a square.
    Squash,
    /// The squeezed photo, mirrored left to right.
    MirroredSquash,
    /// Four fifths of each side, squeezed into a square.
    Middle,
}

impl Crop {
    /// All crops.
    pub const ALL: [Self; 4] = [Self::Centre, Self::Squash, Self::MirroredSquash, Self::Middle];

    /// Returns the name in head files and feature files.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Centre => "centre",
            Self::Squash => "squash",
            Self::MirroredSquash => "mirrored_squash",
            Self::Middle => "middle",
        }
    }

    /// Returns the crop with this name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|crop| crop.code() == code)
    }

    /// Only heads use this crop, not the classifier's own result.
    pub(crate) const fn is_for_heads(self) -> bool {
        matches!(self, Self::MirroredSquash | Self::Middle)
    }

    const fn is_mirrored(self) -> bool {
        matches!(self, Self::MirroredSquash)
    }

    fn part(self, width: u32, height: u32) -> Part {
        let whole = Part::whole(width, height);
        let Part { width, height, .. } = whole;
        match self {
            Self::Squash | Self::MirroredSquash => whole,
            Self::Middle => {
                let margin = (1.0 - MIDDLE_SHARE) / 2.0;
                Part {
                    left: width * margin,
                    top: height * margin,
                    width: width * MIDDLE_SHARE,
                    height: height * MIDDLE_SHARE,
                }
            }
            Self::Centre => {
                let side = (width.min(height) * CENTRE_SHARE).max(1.0);
                Part { left: (width - side) / 2.0, top: (height - side) / 2.0, width: side, height: side }
            }
        }
    }
}

/// A square RGB picture, three bytes per pixel, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Square {
    side: usize,
    rgb: Vec<u8>,
}

impl Square {
    /// Cuts a crop out of a photo and resizes it (bicubic) to `side` × `side` pixels.
    pub fn cut(photo: &Pixels, crop: Crop, side: u16) -> Result<Self, InferenceError> {
        let part = crop.part(photo.width(), photo.height());
        let rgb = resize(photo, part, Filter::CatmullRom, [side, side])?;
        let mut square = Self { side: side.into(), rgb };
        if crop.is_mirrored() {
            square.mirror();
        }
        Ok(square)
    }

    /// Returns the number of pixels per side.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the pixels, row by row.
    pub fn pixels(&self) -> &[[u8; 3]] {
        self.rgb.as_chunks::<3>().0
    }

    /// In the networks' input layout. `scale` converts each value, given its channel.
    pub(crate) fn append_planes(&self, planes: &mut Vec<f32>, scale: impl Fn(usize, f32) -> f32) {
        for channel in 0..3 {
            planes.extend(self.pixels().iter().map(|pixel| scale(channel, f32::from(pixel[channel]))));
        }
    }

    fn mirror(&mut self) {
        for row in self.rgb.chunks_exact_mut(self.side * 3) {
            row.as_chunks_mut::<3>().0.reverse();
        }
    }
}

/// Bilinear; returns RGB, row by row.
pub(crate) fn resized(photo: &Pixels, width: u16, height: u16) -> Result<Vec<u8>, InferenceError> {
    if [photo.width(), photo.height()] == [u32::from(width), u32::from(height)] {
        return Ok(photo.rgb().to_vec());
    }
    resize(photo, Part::whole(photo.width(), photo.height()), Filter::Bilinear, [width, height])
}

fn resize(photo: &Pixels, part: Part, filter: Filter, sides: [u16; 2]) -> Result<Vec<u8>, InferenceError> {
    let [width, height] = sides.map(u32::from);
    Ok(Resizer::default().resize(picture(photo), part, filter, (width, height))?)
}

fn picture(photo: &Pixels) -> Picture<'_> {
    Picture { samples: photo.rgb(), channels: Channels::Rgb, width: photo.width(), height: photo.height() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The left half is red, the right half blue.
    fn photo(width: u32, height: u32) -> Pixels {
        let row = (0..width).flat_map(|x| if x < width / 2 { [255, 0, 0] } else { [0, 0, 255] });
        let rgb = (0..height).flat_map(|_| row.clone()).collect();
        Pixels::new(width, height, rgb).unwrap()
    }

    #[test]
    fn each_crop_shows_its_part_of_the_photo() {
        let red = [255, 0, 0];
        let blue = [0, 0, 255];
        for (crop, left, right) in [
            (Crop::Squash, red, blue),
            (Crop::Centre, red, blue),
            (Crop::MirroredSquash, blue, red),
            (Crop::Middle, red, blue),
        ] {
            let square = Square::cut(&photo(200, 80), crop, 20).unwrap();
            assert_eq!((square.pixels()[200], square.pixels()[219]), (left, right), "{crop:?}");
        }
    }

    #[test]
    fn resized_photo_shows_the_whole_photo() {
        let rgb = resized(&photo(200, 80), 10, 4).unwrap();
        assert_eq!((rgb.len(), &rgb[..3], &rgb[27..30]), (120, &[255, 0, 0][..], &[0, 0, 255][..]));
        assert_eq!(resized(&photo(4, 2), 4, 2).unwrap(), photo(4, 2).rgb());
    }

    #[test]
    fn photo_of_one_pixel_has_every_crop() {
        for crop in Crop::ALL {
            let square = Square::cut(&photo(1, 1), crop, 8).unwrap();
            assert_eq!(square.pixels().len(), 64);
        }
    }
}
