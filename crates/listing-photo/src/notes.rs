//! What is noticeable about a photo as a photo.
//!
//! All of it is measured on the prepared picture, and set so that a note is
//! nearly always right: a writer that is told nothing looks for itself.

use image::RgbImage;
use listing_domain::photo::PhotoNote;

use crate::shrink::index;

/// Pixels on the shorter side of the original below which details are lost.
const SMALL_SIDE: u32 = 200;
/// How far a channel may be from the picture's median to count as the same.
const SAME_COLOUR: u8 = 12;
/// Of a thousand pixels, how many have the same colour in an empty picture.
const EMPTY_PER_MILLE: u64 = 995;
/// Pixels on the long edge at most where sharpness is measured, so that it
/// means the same for every size: a few pixels there are a badly blurred photo,
/// a few pixels of the camera's are not.
const SHARPNESS_EDGE: u32 = 512;
/// Side of the squares in which sharpness is measured, in pixels.
const TILE: usize = 32;
/// Sharpness (variance of the Laplacian, in squared grey levels) below which a
/// square holds no sharp edge. The sharpest squares of 600 photos of clothes
/// measure 254 to 24,000, median 3,500; blurred by a Gaussian of two pixels 5
/// to 94, median 26.
const SHARP: f64 = 40.0;

/// Notes about a prepared picture whose original had `original` pixels.
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

/// Whether nearly all pixels have the colour that is the median of all; every
/// fourth row tells as much as all of them.
fn is_nearly_empty(picture: &RgbImage) -> bool {
    let sample = || picture.rows().step_by(4).flatten();
    let mut counts = [[0_u64; 256]; 3];
    for pixel in sample() {
        for (counts, value) in counts.iter_mut().zip(pixel.0) {
            counts[usize::from(value)] += 1;
        }
    }
    let pixels = counts[0].iter().sum();
    let median = counts.map(|counts| median_level(&counts, pixels));
    let is_median = |pixel: &&image::Rgb<u8>| {
        pixel.0.iter().zip(median).all(|(value, level)| value.abs_diff(level) <= SAME_COLOUR)
    };
    let same = u64::try_from(sample().filter(is_median).count()).unwrap_or(u64::MAX);
    same * 1000 >= pixels * EMPTY_PER_MILLE
}

fn median_level(counts: &[u64; 256], pixels: u64) -> u8 {
    let mut seen = 0;
    (0..=u8::MAX)
        .find(|level| {
            seen += counts[usize::from(*level)];
            seen * 2 >= pixels
        })
        .unwrap_or(u8::MAX)
}

/// Whether no square is sharp; a plain background says nothing, and neither does a
/// picture that is smaller than one square.
fn is_blurred(picture: &RgbImage) -> bool {
    let plane = Luma::of(picture);
    let corners = |side: usize| (0..side / TILE).map(|index| index * TILE);
    let mut squares =
        corners(plane.height).flat_map(|top| corners(plane.width).map(move |left| (left, top))).peekable();
    squares.peek().is_some() && !squares.any(|(left, top)| plane.laplacian_variance(left, top) >= SHARP)
}

/// Brightness, small enough for sharpness to be measured.
struct Luma {
    width: usize,
    height: usize,
    levels: Vec<i32>,
}

impl Luma {
    /// The brightness of a picture, brought down by a whole factor.
    fn of(picture: &RgbImage) -> Self {
        let (full_width, full_height) = (index(picture.width()), index(picture.height()));
        let factor = index(picture.width().max(picture.height()).div_ceil(SHARPNESS_EDGE).max(1));
        let (width, height) = (full_width / factor, full_height / factor);
        let rows = picture.as_raw().chunks_exact(full_width * 3).take(height * factor);
        let mut sums = vec![0; width * height];
        let mut levels = Vec::with_capacity(full_width);
        for (y, row) in rows.enumerate() {
            levels.clear();
            levels.extend(row.as_chunks::<3>().0.iter().copied().map(luma));
            let target = &mut sums[y / factor * width..][..width];
            for (sum, block) in target.iter_mut().zip(levels.chunks_exact(factor)) {
                *sum += block.iter().sum::<i32>();
            }
        }
        let area = i32::try_from(factor * factor).unwrap_or(i32::MAX);
        let levels = sums.into_iter().map(|sum| sum / area).collect();
        Self { width, height, levels }
    }

    /// The variance of the Laplacian over the inner pixels of one square.
    fn laplacian_variance(&self, left: usize, top: usize) -> f64 {
        let (mut sum, mut squares, mut count) = (0_i64, 0_i64, 0_i32);
        for y in top + 1..top + TILE - 1 {
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

/// Sums over one square are at most 900 times 1020 squared, below 2^31.
fn to_f64(value: i64) -> f64 {
    i32::try_from(value).map_or(f64::MAX, f64::from)
}

/// Rec. 601 luma with weights of 256ths.
fn luma([red, green, blue]: [u8; 3]) -> i32 {
    (77 * i32::from(red) + 150 * i32::from(green) + 29 * i32::from(blue)) >> 8
}

#[cfg(test)]
mod tests {
    use image::Rgb;
    use image::imageops::blur;

    use super::*;

    /// Squares of two brightnesses, `side` pixels each.
    fn squares(width: u32, height: u32, side: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            if (x / side + y / side).is_multiple_of(2) { Rgb([90, 60, 40]) } else { Rgb([200, 190, 180]) }
        })
    }

    fn observed(picture: &RgbImage) -> Vec<PhotoNote> {
        observe(picture, picture.dimensions())
    }

    #[test]
    fn a_good_photo_has_no_notes() {
        assert_eq!(observed(&squares(300, 400, 37)), []);
        assert_eq!(observed(&squares(1024, 700, 37)), []);
        assert_eq!(observed(&squares(200, 200, 150)), []);
    }

    #[test]
    fn small_means_the_original() {
        let picture = squares(300, 300, 37);
        assert_eq!(observe(&picture, (4000, 199)), [PhotoNote::Small]);
        assert_eq!(observe(&picture, (200, 4000)), []);
    }

    #[test]
    fn blurred_whatever_the_size() {
        assert_eq!(observed(&blur(&squares(300, 400, 37), 0.5)), []);
        assert_eq!(observed(&blur(&squares(300, 400, 37), 5.0)), [PhotoNote::Blurred]);
        assert_eq!(observed(&blur(&squares(1024, 700, 101), 1.0)), []);
        assert_eq!(observed(&blur(&squares(1024, 700, 101), 10.0)), [PhotoNote::Blurred]);
    }

    #[test]
    fn one_sharp_thing_before_a_plain_wall_is_neither_blurred_nor_empty() {
        let mut picture = RgbImage::from_pixel(640, 480, Rgb([240, 238, 235]));
        image::imageops::replace(&mut picture, &squares(60, 60, 20), 300, 200);
        assert_eq!(observed(&picture), []);
    }

    #[test]
    fn one_colour_nearly_all_over_is_empty_and_not_blurred() {
        let mut wall =
            RgbImage::from_fn(640, 480, |x, y| Rgb([120 + (x * y % 7).to_le_bytes()[0], 120, 120]));
        assert_eq!(observed(&wall), [PhotoNote::NearlyEmpty]);
        image::imageops::replace(&mut wall, &squares(30, 30, 10), 300, 200);
        assert_eq!(observed(&wall), [PhotoNote::NearlyEmpty]);
    }

    #[test]
    fn the_tiniest_pictures_are_observed_too() {
        for (width, height) in [(1, 1), (1, 1024), (1024, 1), (33, 31)] {
            assert!(observed(&squares(width, height, 5)).contains(&PhotoNote::Small));
        }
    }
}
