//! Points in a picture, and the smallest rectangles around several points.

/// Pixels right and down from the top left corner.
pub(super) type Point = [f32; 2];

/// The corners of a line of text: top left, top right, bottom right and bottom left in reading direction.
pub(super) type Corners = [Point; 4];

/// At any angle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rectangle {
    centre: Point,
    /// The direction of the first side, of length 1, to the right and at most 45° up or down.
    along: Point,
    /// Half the length of each side; the one along `along` is first.
    half: [f32; 2],
}

impl Rectangle {
    pub(super) fn around(points: Vec<Point>) -> Option<Self> {
        let hull = convex_hull(points);
        let first = *hull.first()?;
        let edges = hull.iter().zip(hull.iter().cycle().skip(1));
        // One side of the smallest rectangle lies on an edge of the hull.
        let rectangles = edges.filter_map(|(&from, &to)| {
            let edge = minus(to, from);
            let length = length(edge);
            (length > 0.0).then(|| Self::in_direction([edge[0] / length, edge[1] / length], &hull))
        });
        let smallest = rectangles.min_by(|a, b| a.area().total_cmp(&b.area()));
        Some(smallest.unwrap_or(Self { centre: first, along: [1.0, 0.0], half: [0.0, 0.0] }))
    }

    /// The smallest rectangle with a side in this direction.
    fn in_direction(direction: Point, points: &[Point]) -> Self {
        let along = most_to_the_right(direction);
        let range = |axis: Point| {
            let far = points.iter().map(|&point| dot(point, axis));
            far.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), far| (low.min(far), high.max(far)))
        };
        let ((left, right), (top, bottom)) = (range(along), range(across(along)));
        let middle = [f32::midpoint(left, right), f32::midpoint(top, bottom)];
        let down = across(along);
        Self {
            centre: [along[0] * middle[0] + down[0] * middle[1], along[1] * middle[0] + down[1] * middle[1]],
            along,
            half: [(right - left) / 2.0, (bottom - top) / 2.0],
        }
    }

    pub(super) fn short_side(&self) -> f32 {
        self.half[0].min(self.half[1]) * 2.0
    }

    /// Grown by `by` pixels on every side.
    #[must_use]
    pub(super) fn grown(self, by: f32) -> Self {
        Self { half: self.half.map(|half| half + by), ..self }
    }

    pub(super) fn area(&self) -> f32 {
        4.0 * self.half[0] * self.half[1]
    }

    pub(super) fn perimeter(&self) -> f32 {
        4.0 * (self.half[0] + self.half[1])
    }

    /// Or on the edge.
    pub(super) fn contains(&self, point: Point) -> bool {
        /// For rounding errors, in pixels.
        const EDGE: f32 = 1e-3;
        let from_centre = minus(point, self.centre);
        dot(from_centre, self.along).abs() <= self.half[0] + EDGE
            && dot(from_centre, across(self.along)).abs() <= self.half[1] + EDGE
    }

    /// Of a text along the first side.
    pub(super) fn corners(&self) -> Corners {
        let down = across(self.along);
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(right, below): (f32, f32)| {
            let (x, y) = (self.half[0] * right, self.half[1] * below);
            [
                self.centre[0] + self.along[0] * x + down[0] * y,
                self.centre[1] + self.along[1] * x + down[1] * y,
            ]
        })
    }
}

/// For a text rotated by this number of quarter turns: 1 is downward, 2 is upside down.
pub(super) fn turned(mut corners: Corners, quarters: usize) -> Corners {
    corners.rotate_left(quarters % 4);
    corners
}

/// Length and height.
pub(super) fn size(corners: &Corners) -> [f32; 2] {
    let side = |from: usize, to: usize| length(minus(corners[to], corners[from]));
    [side(0, 1).max(side(3, 2)), side(0, 3).max(side(1, 2))]
}

pub(super) fn minus(to: Point, from: Point) -> Point {
    [to[0] - from[0], to[1] - from[1]]
}

pub(super) fn dot(a: Point, b: Point) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

/// A quarter turn clockwise: right becomes down.
pub(super) fn across(direction: Point) -> Point {
    [-direction[1], direction[0]]
}

pub(super) fn length(point: Point) -> f32 {
    point[0].hypot(point[1])
}

/// The direction or its opposite.
fn most_to_the_right(direction: Point) -> Point {
    let mut all =
        [direction, across(direction), [-direction[0], -direction[1]], across(across(across(direction)))];
    all.sort_by(|a, b| b[0].total_cmp(&a[0]));
    all[0]
}

/// Andrew's monotone chain.
fn convex_hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull = half_hull(points.iter().copied());
    hull.extend(half_hull(points.iter().rev().copied()));
    hull
}

/// Of sorted points, without the last corner, which begins the other half.
fn half_hull(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut hull: Vec<Point> = Vec::new();
    for point in points {
        while let [.., before, last] = hull[..]
            && dot(across(minus(last, before)), minus(point, last)) <= 0.0
        {
            hull.pop();
        }
        hull.push(point);
    }
    hull.pop();
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: &Corners, expected: &Corners) {
        for (found, expected) in found.iter().zip(expected) {
            assert!(length(minus(*found, *expected)) < 1e-3, "{found:?}, not {expected:?}");
        }
    }

    #[test]
    fn smallest_rectangle_has_the_direction_of_its_points() {
        let upright = vec![[1.0, 1.0], [7.0, 1.0], [4.0, 2.0], [7.0, 3.0], [1.0, 3.0]];
        let upright = Rectangle::around(upright).unwrap();
        assert_close(&upright.corners(), &[[1.0, 1.0], [7.0, 1.0], [7.0, 3.0], [1.0, 3.0]]);
        // Sides of 5 along (4, 3) and 2.5 along (-3, 4).
        let corners = [[2.0, 1.0], [6.0, 4.0], [4.5, 6.0], [0.5, 3.0]];
        let turned = Rectangle::around([corners.to_vec(), vec![[3.0, 3.5]]].concat()).unwrap();
        assert_close(&turned.corners(), &corners);
        assert!((turned.area() - 12.5).abs() < 1e-3 && (turned.perimeter() - 15.0).abs() < 1e-3);
        assert!((turned.short_side() - 2.5).abs() < 1e-3);
    }

    #[test]
    fn points_that_span_no_area_have_a_rectangle() {
        assert_eq!(Rectangle::around(vec![]), None);
        let dot = Rectangle::around(vec![[3.0, 4.0]; 5]).unwrap();
        assert_close(&dot.corners(), &[[3.0, 4.0]; 4]);
        let line = Rectangle::around(vec![[0.0, 0.0], [2.0, 1.0], [4.0, 2.0]]).unwrap();
        assert!(line.short_side() < 1e-3 && (line.perimeter() - 80.0_f32.sqrt()).abs() < 1e-3);
    }

    #[test]
    fn a_rectangle_grows_on_every_side() {
        let small = Rectangle::around(vec![[2.0, 2.0], [4.0, 2.0], [4.0, 3.0], [2.0, 3.0]]).unwrap();
        let large = small.grown(1.0);
        assert_close(&large.corners(), &[[1.0, 1.0], [5.0, 1.0], [5.0, 4.0], [1.0, 4.0]]);
        assert!(large.contains([1.0, 4.0]) && !large.contains([0.9, 2.0]) && !large.contains([3.0, 4.1]));
    }

    #[test]
    fn corners_are_ordered_from_the_start_of_the_text() {
        let corners = [[0.0, 0.0], [9.0, 0.0], [9.0, 2.0], [0.0, 2.0]];
        assert_close(&turned(corners, 1), &[[9.0, 0.0], [9.0, 2.0], [0.0, 2.0], [0.0, 0.0]]);
        assert_close(&turned(corners, 2), &[[9.0, 2.0], [0.0, 2.0], [0.0, 0.0], [9.0, 0.0]]);
        assert_eq!((size(&corners), size(&turned(corners, 3))), ([9.0, 2.0], [2.0, 9.0]));
    }
}
