use listing_domain::photo::Pixels;
use rten_tensor::{Layout as _, NdTensor};

use super::map::{Found, Map};
use super::number::{real, whole};
use crate::network::{InferenceError, Network, shaped};
use crate::picture;
use crate::threads::Threads;

/// Pixels to which a photo's short side is enlarged, within the next two limits.
const SHORT_SIDE: f32 = 736.0;
/// The longest side of the network's input. It determines the memory: 100 MB at 1024, 170 MB at this value,
/// 240 MB at 1536. Lines are read from the photo itself.
const LONG_SIDE: f32 = 1280.0;
/// Larger enlargements show no more detail.
const ENLARGED: f32 = 4.0;
/// Both sides of the network's input are multiples of this.
const STEP: usize = 32;

/// The longest side for [`Detail::Glance`]: a quarter of the work still finds text worth reading.
const GLANCE: f32 = 512.0;

/// The detail of a search for lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Detects only if there is any text.
    Glance,
    /// Finds each line with its borders.
    Full,
}

/// PP-OCRv6 (small), which estimates each pixel's probability of text.
#[derive(Debug)]
pub(super) struct Detector {
    network: Network<1>,
}

impl Detector {
    pub(super) const fn new(network: Network<1>) -> Self {
        Self { network }
    }

    pub(super) fn find(
        &self,
        threads: &Threads,
        photo: &Pixels,
        detail: Detail,
    ) -> Result<Vec<Found>, InferenceError> {
        let [width, height] = looked_at(photo.width(), photo.height(), detail);
        let picture = picture::resized(photo, width, height)?;
        let (width, height) = (usize::from(width), usize::from(height));
        let mut planes = Vec::with_capacity(3 * width * height);
        // The network was trained with blue first.
        for channel in [2, 1, 0] {
            planes.extend(picture.as_chunks::<3>().0.iter().map(|pixel| scaled(f32::from(pixel[channel]))));
        }
        let batch = NdTensor::from_data([1, 3, height, width], planes);
        let [answer] = self.network.run(threads, batch)?;
        let answer = shaped::<4>(answer)?;
        let map = Map::new(answer.size(3), answer.into_data());
        let to_photo = [real_side(photo.width()) / real(width), real_side(photo.height()) / real(height)];
        let in_photo = |found: Found| Found {
            corners: found.corners.map(|[x, y]| [x * to_photo[0], y * to_photo[1]]),
            ..found
        };
        Ok(map.lines().into_iter().map(in_photo).collect())
    }
}

/// From 0 to 255, to the networks' range.
pub(super) fn scaled(value: f32) -> f32 {
    value / 127.5 - 1.0
}

fn real_side(pixels: u32) -> f32 {
    real(usize::try_from(pixels).unwrap_or(usize::MAX))
}

/// The dimensions of the network's input.
fn looked_at(width: u32, height: u32, detail: Detail) -> [u16; 2] {
    let sides = [width, height].map(real_side);
    let (short, long) = (sides[0].min(sides[1]), sides[0].max(sides[1]));
    let scale = match detail {
        Detail::Glance => (GLANCE / long).min(ENLARGED),
        Detail::Full => (SHORT_SIDE / short).clamp(1.0, ENLARGED).min(LONG_SIDE / long),
    };
    sides.map(|side| {
        let steps = whole((side * scale / real(STEP)).round(), usize::MAX).max(1);
        u16::try_from(steps * STEP).unwrap_or(u16::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn photos_are_enlarged_within_the_size_limits() {
        for ((width, height), expected) in [
            ((1024, 768), [1024, 768]),
            ((1000, 600), [1216, 736]),
            ((4000, 3000), [1280, 960]),
            ((1, 1), [32, 32]),
            ((12_000, 1), [1280, 32]),
            ((100, 100), [416, 416]),
        ] {
            assert_eq!(looked_at(width, height, Detail::Full), expected, "{width} x {height}");
        }
        assert_eq!(looked_at(1024, 768, Detail::Glance), [512, 384]);
        assert_eq!(looked_at(100, 100, Detail::Glance), [416, 416]);
    }
}
