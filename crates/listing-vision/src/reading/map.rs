//! Extracts lines of text from a map of each pixel's probability of text.

use super::geometry::{Corners, Point, Rectangle};
use super::number::{real, whole};
use super::region::{Run, regions};

const IS_TEXT: f32 = 0.3;
/// The minimum mean probability in a line's rectangle.
const IS_LINE: f32 = 0.5;
/// The minimum short side of a region, in pixels of the map.
const LEAST_SIDE: f32 = 3.0;
/// Regions are only the cores of lines; they grow on every side by this factor times their area over their
/// perimeter.
const GROWTH: f32 = 1.6;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Found {
    /// First in pixels of the map, later of the photo.
    pub(super) corners: Corners,
    /// The mean probability in the line's rectangle.
    pub(super) score: f32,
}

pub(super) struct Map {
    width: usize,
    probabilities: Vec<f32>,
}

impl Map {
    pub(super) fn new(width: usize, probabilities: Vec<f32>) -> Self {
        Self { width: width.max(1), probabilities }
    }

    /// In pixels of the map.
    pub(super) fn lines(&self) -> Vec<Found> {
        let regions = regions(&self.thickened(), self.width);
        regions.iter().filter_map(|region| self.line(region)).collect()
    }

    /// Adds the neighbors on the right, below, and both, because the network leaves gaps of one pixel.
    fn thickened(&self) -> Vec<bool> {
        let is_text: Vec<bool> =
            self.probabilities.iter().map(|&probability| probability > IS_TEXT).collect();
        let mut thick = is_text.clone();
        for (index, _) in is_text.iter().enumerate().filter(|(_, is_text)| **is_text) {
            let is_last = (index + 1) % self.width == 0;
            for near in [index + 1, index + self.width, index + self.width + 1] {
                let wraps = is_last && near != index + self.width;
                if !wraps && let Some(pixel) = thick.get_mut(near) {
                    *pixel = true;
                }
            }
        }
        thick
    }

    fn line(&self, region: &[Run]) -> Option<Found> {
        let point = |x: usize, run: &Run| -> Point { [real(x), real(run.row)] };
        let ends = region.iter().flat_map(|run| [point(run.first, run), point(run.last, run)]);
        let core = Rectangle::around(ends.collect())?;
        if core.short_side() < LEAST_SIDE {
            return None;
        }
        let score = self.mean_within(&core);
        let line = core.grown(core.area() * GROWTH / core.perimeter());
        (score >= IS_LINE).then(|| Found { corners: line.corners(), score })
    }

    fn mean_within(&self, rectangle: &Rectangle) -> f32 {
        let corners = rectangle.corners();
        let range = |axis: usize, most: usize| {
            let coordinates = corners.map(|corner| corner[axis]);
            let low = coordinates.iter().copied().fold(f32::INFINITY, f32::min);
            let high = coordinates.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            whole(low, most)..whole(high.ceil(), most) + 1
        };
        let rows = self.probabilities.len() / self.width;
        let (mut sum, mut count) = (0.0, 0.0);
        for y in range(1, rows.saturating_sub(1)) {
            for x in range(0, self.width.saturating_sub(1)) {
                if rectangle.contains([real(x), real(y)]) {
                    sum += self.probabilities[y * self.width + x];
                    count += 1.0;
                }
            }
        }
        sum / f32::max(count, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::geometry::size;
    use super::*;

    fn map(width: usize, height: usize, text: impl Fn(f32, f32) -> bool) -> Map {
        let probability = |pixel: usize| {
            let is_text = text(real(pixel % width), real(pixel / width));
            if is_text { 0.9 } else { 0.05 }
        };
        Map { width, probabilities: (0..width * height).map(probability).collect() }
    }

    #[test]
    fn bar_of_text_becomes_a_larger_line() {
        let lines = map(64, 32, |x, y| (10.0..=50.0).contains(&x) && (12.0..=16.0).contains(&y)).lines();
        assert_eq!(lines.len(), 1);
        let [long, high] = size(&lines[0].corners);
        // The core is 41 by 5, and grows by 41 * 5 * 1.6 / 92 on every side.
        assert!((long - 48.13).abs() < 0.01 && (high - 12.13).abs() < 0.01, "{long} x {high}");
        assert!(lines[0].score > 0.7);
    }

    #[test]
    fn a_slanting_bar_is_one_slanting_line() {
        let lines = map(96, 64, |x, y| (y - 10.0 - x * 0.4).abs() < 3.0 && (10.0..80.0).contains(&x)).lines();
        assert_eq!(lines.len(), 1);
        let [left, right, ..] = lines[0].corners;
        assert!(((right[1] - left[1]) / (right[0] - left[0]) - 0.4).abs() < 0.05, "{:?}", lines[0]);
    }

    #[test]
    fn specks_and_doubtful_regions_are_not_lines() {
        assert!(map(32, 32, |x, y| x < 2.0 && y < 12.0).lines().is_empty());
        let doubtful = Map { width: 32, probabilities: vec![0.4; 32 * 32] };
        assert!(doubtful.lines().is_empty());
    }

    #[test]
    fn text_does_not_wrap_into_the_next_row() {
        let edge = map(8, 4, |x, y| x > 6.0 && y > 0.0);
        assert!((0..4).all(|row| !edge.thickened()[row * 8]));
    }

    proptest! {
        #[test]
        fn any_map_gives_finite_lines_without_a_panic(
            probabilities in proptest::collection::vec(0.0_f32..1.0, 1..400),
            width in 1_usize..40,
        ) {
            for line in (Map { width, probabilities }).lines() {
                prop_assert!(line.corners.iter().flatten().all(|coordinate| coordinate.is_finite()));
            }
        }
    }
}
