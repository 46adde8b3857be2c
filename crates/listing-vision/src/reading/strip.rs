//! Strips: lines of text cut out of a photo, turned upright and scaled to a fixed height.

use listing_domain::photo::Pixels;

use super::geometry::{Corners, Point, size};
use super::number::{real, whole};

/// As in the network's training.
pub(super) const HEIGHT: usize = 48;
/// Longer lines are squeezed.
pub(super) const MAX_WIDTH: usize = 1920;
/// The maximum samples per strip pixel in each direction. In larger text, some photo pixels are skipped.
const MAX_SAMPLES: usize = 4;

/// [`HEIGHT`] pixels high.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Strip {
    pub(super) width: usize,
    /// From 0 to 255, row by row.
    pub(super) pixels: Vec<[f32; 3]>,
}

impl Strip {
    pub(super) fn cut(photo: &Pixels, corners: &Corners) -> Self {
        let [long, high] = size(corners);
        let width = whole((real(HEIGHT) * long / high.max(1.0)).ceil(), MAX_WIDTH).max(1);
        let samples = whole((high / real(HEIGHT)).ceil(), MAX_SAMPLES).max(1);
        let share = 1.0 / real(samples * samples);
        let mut pixels = Vec::with_capacity(width * HEIGHT);
        for row in 0..HEIGHT {
            for column in 0..width {
                let mut sum = [0.0; 3];
                for sample in 0..samples * samples {
                    let right = (real(column * samples + sample % samples) + 0.5) / real(width * samples);
                    let down = (real(row * samples + sample / samples) + 0.5) / real(HEIGHT * samples);
                    let colour = colour_at(photo, between(corners, right, down));
                    sum = [0, 1, 2].map(|channel| sum[channel] + colour[channel] * share);
                }
                pixels.push(sum);
            }
        }
        Self { width, pixels }
    }
}

/// The fractions of the way are from 0 to 1.
fn between(corners: &Corners, right: f32, down: f32) -> Point {
    [0, 1].map(|axis| {
        let [top_left, top_right, bottom_right, bottom_left] = corners.map(|corner| corner[axis]);
        let top = top_left + (top_right - top_left) * right;
        let bottom = bottom_left + (bottom_right - bottom_left) * right;
        top + (bottom - top) * down
    })
}

/// Interpolated from four pixels. Outside the photo, the nearest edge pixel counts.
fn colour_at(photo: &Pixels, point: Point) -> [f32; 3] {
    let sides = [photo.width(), photo.height()].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    // A pixel's center is half a pixel from its corner.
    let [x, y] = [0, 1].map(|axis| {
        let last = sides[axis].saturating_sub(1);
        let point = (point[axis] - 0.5).clamp(0.0, real(last));
        let before = whole(point.floor(), last);
        (before, (before + 1).min(last), point - real(before))
    });
    let pixel = |x: usize, y: usize| {
        let start = (y * sides[0] + x) * 3;
        let pixel = photo.rgb().get(start..start + 3).unwrap_or(&[0; 3]);
        [pixel[0], pixel[1], pixel[2]].map(f32::from)
    };
    let mix = |a: [f32; 3], b: [f32; 3], share: f32| {
        [0, 1, 2].map(|channel| a[channel] + (b[channel] - a[channel]) * share)
    };
    let above = mix(pixel(x.0, y.0), pixel(x.1, y.0), x.2);
    let below = mix(pixel(x.0, y.1), pixel(x.1, y.1), x.2);
    mix(above, below, y.2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::geometry::turned;
    use super::*;

    /// Red grows to the right and green downward, by 2 per pixel.
    fn slope(width: u32, height: u32) -> Pixels {
        let byte = |point: u32| u8::try_from(point * 2).unwrap();
        let pixels = (0..height).flat_map(|y| (0..width).flat_map(move |x| [byte(x), byte(y), 7]));
        Pixels::new(width, height, pixels.collect()).unwrap()
    }

    fn at(strip: &Strip, x: usize, y: usize) -> [f32; 3] {
        strip.pixels[y * strip.width + x]
    }

    fn is_near(found: [f32; 3], expected: [f32; 3]) -> bool {
        found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.01)
    }

    #[test]
    fn a_strip_shows_the_area_between_the_corners() {
        let photo = slope(120, 100);
        let corners = [[10.0, 20.0], [110.0, 20.0], [110.0, 44.0], [10.0, 44.0]];
        let strip = Strip::cut(&photo, &corners);
        assert_eq!((strip.width, strip.pixels.len()), (200, 200 * HEIGHT));
        // Half a pixel from its corner: 2 * (10.25 - 0.5).
        assert!(is_near(at(&strip, 0, 0), [19.5, 39.5, 7.0]));
        assert!(is_near(at(&strip, 199, 47), [218.5, 86.5, 7.0]));
        let around = Strip::cut(&photo, &turned(corners, 2));
        assert!(is_near(at(&around, 0, 0), at(&strip, 199, 47)));
        let downwards = Strip::cut(&photo, &turned(corners, 1));
        assert_eq!(downwards.width, 12);
        assert!(at(&downwards, 0, 0)[0] > 215.0 && at(&downwards, 0, 47)[0] < 25.0);
    }

    #[test]
    fn all_rows_of_large_text_are_sampled() {
        // Three rows to a row of the strip.
        let rows = (0..144_u32).flat_map(|y| [if y % 2 == 0 { 0 } else { 255 }; 9]);
        let photo = Pixels::new(3, 144, rows.collect()).unwrap();
        let strip = Strip::cut(&photo, &[[0.0, 0.0], [3.0, 0.0], [3.0, 144.0], [0.0, 144.0]]);
        assert!(
            strip.pixels.iter().all(|pixel| (80.0..=175.0).contains(&pixel[0])),
            "a strip pixel has the color of a single row"
        );
    }

    #[test]
    fn edge_pixels_repeat_outside_the_photo() {
        let strip = Strip::cut(&slope(4, 4), &[[-9.0, -9.0], [-3.0, -9.0], [-3.0, -6.0], [-9.0, -6.0]]);
        assert!(strip.pixels.iter().all(|&pixel| is_near(pixel, [0.0, 0.0, 7.0])));
    }

    proptest! {
        #[test]
        fn any_corners_give_a_strip_within_the_maximum_width(corners in any::<[[f32; 2]; 4]>()) {
            let strip = Strip::cut(&slope(5, 3), &corners);
            prop_assert!((1..=MAX_WIDTH).contains(&strip.width));
            prop_assert_eq!(strip.pixels.len(), strip.width * HEIGHT);
        }
    }
}
