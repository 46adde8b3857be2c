//! Notes on the technical quality of photos: small, blurred or nearly empty.
//!
//! Measured on the prepared picture, with thresholds at which a note is nearly always right; the writer also
//! inspects the photo itself.

use image::RgbImage;
use listing_domain::photo::PhotoNote;

use crate::raster::pixels::index;

/// The shorter side of the original photo, in pixels, below which details are lost.
const SMALL_SIDE: u32 = 200;
/// The maximum difference of a channel, from 0 to 255, from the median that counts as the same color.
const SAME_COLOUR: u8 = 12;
/// The maximum pixels of another color in a nearly empty picture.
const OTHERS_PER_MILLE: usize = 5;
/// The maximum long edge at which sharpness is measured, in pixels: there, a blur of a few pixels means a
/// badly blurred photo; in the camera's full size it does not.
const SHARPNESS_EDGE: u32 = 512;
/// The side of the measured squares, in pixels.
const TILE: usize = 32;
/// The minimum sharpness of a sharp square (variance of the Laplacian, in squared gray levels). The sharpest
/// squares of 600 photos of clothes measure 254 to 24,000, median 3,500; blurred by a Gaussian of two pixels,
/// 5 to 94, median 26.
const SHARP: f64 = 40.0;

/// `original` is the size before preparation.
pub(crate) fn observe(picture: &RgbImage, original: (u32, u32)) -> Vec<PhotoNote> {
    let mut notes = Vec::new();
    if original.0.min(original.1) < SMALL_SIDE {
        notes.push(PhotoNote::Small);
    }
    if is_nearly_empty(picture) {
        notes.push(PhotoNote::NearlyEmpty);
    } else if is_blurred(picture) {
        // An empty picture has nothing that could be out of focus.
        notes.push(PhotoNote::Blurred);
    }
    notes
}

/// Every fourth row is enough to decide.
fn is_nearly_empty(picture: &RgbImage) -> bool {
    let rows: Vec<&[[u8; 3]]> = picture
        .as_raw()
        .chunks_exact(index(picture.width()) * 3)
        .step_by(4)
        .map(|row| row.as_chunks().0)
        .collect();
    let pixels = rows.iter().map(|row| row.len()).sum::<usize>();
    let others_at_most = pixels * OTHERS_PER_MILLE / 1000;
    if are_many_apart(&rows, others_at_most) {
        return false;
    }
    let mut counts = [[0_usize; 256]; 3];
    for pixel in rows.iter().copied().flatten() {
        for (counts, value) in counts.iter_mut().zip(pixel) {
            counts[usize::from(*value)] += 1;
        }
    }
    let median = counts.map(|counts| median_level(&counts, pixels));
    let others = rows.iter().copied().flatten().filter(|pixel| differ(**pixel, median, SAME_COLOUR));
    others.count() <= others_at_most
}

/// Returns true if more than `others_at_most` pairs of pixels differ so much that one of them must have
/// another color than the median. A few rows show this of nearly every photo.
fn are_many_apart(rows: &[&[[u8; 3]]], others_at_most: usize) -> bool {
    let (upper, lower) = rows.split_at(rows.len() / 2);
    let pairs = upper.iter().zip(lower).flat_map(|(upper, lower)| upper.iter().zip(*lower));
    pairs.filter(|(a, b)| differ(**a, **b, 2 * SAME_COLOUR)).nth(others_at_most).is_some()
}

fn differ(a: [u8; 3], b: [u8; 3], far: u8) -> bool {
    a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > far)
}

fn median_level(counts: &[usize; 256], pixels: usize) -> u8 {
    let mut seen = 0;
    (0..=u8::MAX)
        .find(|level| {
            seen += counts[usize::from(*level)];
            seen * 2 >= pixels
        })
        .unwrap_or(u8::MAX)
}

/// False for a plain background and for a picture smaller than one square. Most photos have a sharp square
/// near the top, which ends the search.
fn is_blurred(picture: &RgbImage) -> bool {
    let factor = index(picture.width().max(picture.height()).div_ceil(SHARPNESS_EDGE).max(1));
    let width = index(picture.width());
    let bands = picture.as_raw().chunks_exact(width * 3 * factor * TILE);
    let mut squares = bands.map(|band| Luma::of(band, width, factor)).flat_map(Luma::sharpness).peekable();
    squares.peek().is_some() && !squares.any(|sharpness| sharpness >= SHARP)
}

/// The brightness of a band that is one square high.
struct Luma {
    width: usize,
    levels: Vec<i32>,
}

impl Luma {
    /// Reduces RGB pixels by an integer factor.
    fn of(band: &[u8], full_width: usize, factor: usize) -> Self {
        let width = full_width / factor;
        let mut sums = vec![0; width * TILE];
        let mut levels = Vec::with_capacity(full_width);
        for (y, row) in band.chunks_exact(full_width * 3).enumerate() {
            levels.clear();
            levels.extend(row.as_chunks::<3>().0.iter().copied().map(luma));
            let target = &mut sums[y / factor * width..][..width];
            for (sum, block) in target.iter_mut().zip(levels.chunks_exact(factor)) {
                *sum += block.iter().sum::<i32>();
            }
        }
        let area = i32::try_from(factor * factor).unwrap_or(i32::MAX);
        let levels = sums.into_iter().map(|sum| sum / area).collect();
        Self { width, levels }
    }

    fn sharpness(self) -> impl Iterator<Item = f64> {
        (0..self.width / TILE).map(move |square| self.laplacian_variance(square * TILE))
    }

    /// Of the inner pixels of one square.
    fn laplacian_variance(&self, left: usize) -> f64 {
        let (mut sum, mut squares, mut count) = (0_i64, 0_i64, 0_i32);
        for y in 1..TILE - 1 {
            for x in left + 1..left + TILE - 1 {
                let at = y * self.width + x;
                let level = |at: usize| self.levels[at];
                let around = level(at - 1) + level(at + 1) + level(at - self.width) + level(at + self.width);
                let laplacian = i64::from(around - 4 * level(at));
                sum += laplacian;
                squares += laplacian * laplacian;
                count += 1;
            }
        }
        let mean_of = |total: i64| to_f64(total) / f64::from(count);
        mean_of(squares) - mean_of(sum) * mean_of(sum)
    }
}

/// A sum over one square is at most 900 times 1020 squared, below 2^31.
fn to_f64(value: i64) -> f64 {
    i32::try_from(value).map_or(f64::MAX, f64::from)
}

/// Rec. 601, with weights in 256ths.
fn luma([red, green, blue]: [u8; 3]) -> i32 {
    (77 * i32::from(red) + 150 * i32::from(green) + 29 * i32::from(blue)) >> 8
}

#[cfg(test)]
mod tests {
    use image::Rgb;
    use image::imageops::blur;

    use super::*;

    /// Light and dark squares of `side` pixels.
    fn squares(width: u32, height: u32, side: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            if (x / side + y / side).is_multiple_of(2) { Rgb([90, 60, 40]) } else { Rgb([200, 190, 180]) }
        })
    }

    fn observed(picture: &RgbImage) -> Vec<PhotoNote> {
        observe(picture, picture.dimensions())
    }

    #[test]
    fn large_and_sharp_photo_has_no_notes() {
        assert_eq!(observed(&squares(300, 400, 37)), []);
        assert_eq!(observed(&squares(1024, 700, 37)), []);
        assert_eq!(observed(&squares(200, 200, 150)), []);
    }

    #[test]
    fn photo_is_noted_as_small_by_its_original_size() {
        let picture = squares(300, 300, 37);
        assert_eq!(observe(&picture, (4000, 199)), [PhotoNote::Small]);
        assert_eq!(observe(&picture, (200, 4000)), []);
    }

    #[test]
    fn blur_is_noted_at_any_size() {
        assert_eq!(observed(&blur(&squares(300, 400, 37), 0.5)), []);
        assert_eq!(observed(&blur(&squares(300, 400, 37), 5.0)), [PhotoNote::Blurred]);
        assert_eq!(observed(&blur(&squares(1024, 700, 101), 1.0)), []);
        assert_eq!(observed(&blur(&squares(1024, 700, 101), 10.0)), [PhotoNote::Blurred]);
    }

    #[test]
    fn sharp_object_on_a_plain_wall_is_neither_blurred_nor_empty() {
        let mut picture = RgbImage::from_pixel(640, 480, Rgb([240, 238, 235]));
        image::imageops::replace(&mut picture, &squares(60, 60, 20), 300, 200);
        assert_eq!(observed(&picture), []);
    }

    #[test]
    fn nearly_uniform_photo_is_empty_and_not_blurred() {
        let mut wall =
            RgbImage::from_fn(640, 480, |x, y| Rgb([120 + (x * y % 7).to_le_bytes()[0], 120, 120]));
        assert_eq!(observed(&wall), [PhotoNote::NearlyEmpty]);
        image::imageops::replace(&mut wall, &squares(30, 30, 10), 300, 200);
        assert_eq!(observed(&wall), [PhotoNote::NearlyEmpty]);
    }

    #[test]
    fn tiny_pictures_are_noted_as_small_without_a_panic() {
        for (width, height) in [(1, 1), (1, 1024), (1024, 1), (33, 31)] {
            assert!(observed(&squares(width, height, 5)).contains(&PhotoNote::Small));
        }
    }
}
