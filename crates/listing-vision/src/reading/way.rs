//! The directions in which a line of text may run.

use super::geometry::{Corners, Point, dot, size, turned};
use super::order::direction;

/// The ratio from which a line certainly runs along its longer side. Others may have one or two letters, in
/// any direction.
const CLEARLY_LONG: f32 = 1.5;

/// The likeliest first, each as the corners in that reading direction. `others` is the direction of the lines
/// read before.
pub(super) fn ways(corners: &Corners, others: Point) -> Vec<Corners> {
    let [long, high] = size(corners);
    let turns: &[usize] = if long >= high * CLEARLY_LONG {
        &[0, 2]
    } else if high >= long * CLEARLY_LONG * CLEARLY_LONG {
        &[1, 3]
    } else if high >= long * CLEARLY_LONG {
        &[1, 3, 0, 2]
    } else {
        &[0, 2, 1, 3]
    };
    let mut ways: Vec<Corners> = turns.iter().map(|&turns| turned(*corners, turns)).collect();
    let agrees = |way: &Corners| dot(direction(way), others) / size(way)[0].max(f32::EPSILON);
    // Stable: without other lines, the order stays.
    ways.sort_by(|a, b| agrees(b).total_cmp(&agrees(a)));
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNKNOWN: Point = [0.0, 0.0];

    fn check(long: f32, high: f32, others: Point, expected: &[usize]) {
        let corners = [[0.0, 0.0], [long, 0.0], [long, high], [0.0, high]];
        let expected: Vec<Corners> = expected.iter().map(|&turns| turned(corners, turns)).collect();
        assert_eq!(ways(&corners, others), expected, "{long} x {high}");
    }

    #[test]
    fn text_runs_along_its_longer_side() {
        check(50.0, 10.0, UNKNOWN, &[0, 2]);
        check(10.0, 50.0, UNKNOWN, &[1, 3]);
        check(10.0, 18.0, UNKNOWN, &[1, 3, 0, 2]);
        check(10.0, 10.0, UNKNOWN, &[0, 2, 1, 3]);
    }

    #[test]
    fn a_line_follows_the_direction_of_other_lines() {
        check(50.0, 10.0, [-40.0, 3.0], &[2, 0]);
        check(10.0, 50.0, [2.0, -60.0], &[3, 1]);
        check(10.0, 11.0, [1.0, 30.0], &[1, 0, 2, 3]);
    }
}
