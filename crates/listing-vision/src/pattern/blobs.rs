//! Detects dots: similar spots on a background of one color.

use super::field::Field;

/// Smaller spots are noise.
const SMALLEST: usize = 5;
/// The minimum number of spots in a pattern of dots.
const FEWEST: usize = 14;
/// The maximum ratio of a dot's sides: above 1, because photos are squeezed into squares.
const LONGEST: usize = 2;

/// The number of pixels, and the rectangle around them (its frame).
#[derive(Debug, Clone, Copy)]
struct Spot {
    pixels: usize,
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Spot {
    /// A large circle fills nearly four fifths of its frame, a small one more, and a square the whole frame.
    fn is_round(&self) -> bool {
        let (width, height) = (self.right - self.left + 1, self.bottom - self.top + 1);
        let frame = width * height;
        width.max(height) <= width.min(height) * LONGEST
            && self.pixels * 100 >= frame * 55
            && self.pixels * 100 <= frame * 97
    }
}

/// The share, from 0 to 1, of round spots of similar size among the pixels that differ from their
/// surroundings.
pub(super) fn roundness(field: &Field) -> f32 {
    [1.0, -1.0].map(|sign| roundness_of(field, sign)).into_iter().fold(0.0, f32::max)
}

/// Of the spots that are lighter (`sign` 1) or darker (−1) than their surroundings.
fn roundness_of(field: &Field, sign: f32) -> f32 {
    let light = &field.planes[0];
    let (count, squares) = light
        .iter()
        .zip(&field.inside)
        .filter(|(_, is_inside)| **is_inside)
        .fold((0.0, 0.0), |(count, squares), (value, _)| (count + 1.0, squares + value * value));
    let spread = f32::sqrt(squares / f32::max(count, 1.0));
    let mut open: Vec<bool> = light.iter().map(|value| value * sign > spread).collect();
    let mut spots = Vec::new();
    for start in 0..open.len() {
        if open[start] {
            let spot = flood(&mut open, field.side, start);
            if spot.pixels >= SMALLEST {
                spots.push(spot);
            }
        }
    }
    let mut sizes: Vec<usize> = spots.iter().filter(|spot| spot.is_round()).map(|spot| spot.pixels).collect();
    if sizes.len() < FEWEST {
        return 0.0;
    }
    sizes.sort_unstable();
    let middle = sizes[sizes.len() / 2];
    let alike =
        spots.iter().filter(|spot| spot.is_round() && spot.pixels * 2 >= middle && spot.pixels <= middle * 2);
    let share = |pixels: usize| f32::from(u16::try_from(pixels / 4).unwrap_or(u16::MAX));
    let all: usize = spots.iter().map(|spot| spot.pixels).sum();
    share(alike.map(|spot| spot.pixels).sum()) / share(all).max(1.0)
}

/// Removes the spot's pixels from `open`.
fn flood(open: &mut [bool], side: usize, start: usize) -> Spot {
    let (x, y) = (start % side, start / side);
    let mut spot = Spot { pixels: 0, left: x, right: x, top: y, bottom: y };
    let mut next = vec![start];
    open[start] = false;
    while let Some(here) = next.pop() {
        let (x, y) = (here % side, here / side);
        spot.pixels += 1;
        spot.left = spot.left.min(x);
        spot.right = spot.right.max(x);
        spot.top = spot.top.min(y);
        spot.bottom = spot.bottom.max(y);
        let neighbours = [
            (x > 0).then(|| here - 1),
            (x + 1 < side).then_some(here + 1),
            (y > 0).then(|| here - side),
            Some(here + side),
        ];
        for neighbour in neighbours.into_iter().flatten() {
            if open.get(neighbour).is_some_and(|it| *it) {
                open[neighbour] = false;
                next.push(neighbour);
            }
        }
    }
    spot
}
