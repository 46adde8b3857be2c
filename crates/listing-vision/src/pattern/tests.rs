use listing_domain::photo::Pixels;

use super::*;
use crate::picture::{Crop, Square};

const SIDE: u16 = 320;

/// On a white background, lit from the left.
fn surface(colour: impl Fn(u16, u16) -> [u8; 3]) -> Mask {
    let is_product = |x: u16, y: u16| (50..270).contains(&x) && (50..270).contains(&y);
    let lit = |value: u8, x: u16| u8::try_from(u32::from(value) * u32::from(640 - x) / 640).unwrap();
    let positions = || (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    let pixel = |(x, y)| {
        if is_product(x, y) { colour(x, y).map(|value| lit(value, x)) } else { [250; 3] }
    };
    let photo = Pixels::new(SIDE.into(), SIDE.into(), positions().flat_map(pixel).collect()).unwrap();
    let weights = positions().map(|(x, y)| if is_product(x, y) { 1.0 } else { 0.0 }).collect();
    Mask { picture: Square::cut(&photo, Crop::Squash, SIDE).unwrap(), weights }
}

fn pattern(colour: impl Fn(u16, u16) -> [u8; 3]) -> Option<Pattern> {
    find(&surface(colour)).map(|found| found.pattern)
}

const RED: [u8; 3] = [190, 40, 40];
const CREAM: [u8; 3] = [240, 230, 210];

#[test]
fn one_colour_in_uneven_light_is_plain() {
    assert_eq!(pattern(|_, _| RED), Some(Pattern::Plain));
}

#[test]
fn lines_in_one_direction_are_stripes_and_in_two_are_checks() {
    let bar = |at: u16| at % 16 < 8;
    assert_eq!(pattern(|_, y| if bar(y) { RED } else { CREAM }), Some(Pattern::Stripes));
    assert_eq!(pattern(|x, y| if bar(x.midpoint(y)) { RED } else { CREAM }), Some(Pattern::Stripes));
    assert_eq!(pattern(|x, y| if bar(x) == bar(y) { RED } else { CREAM }), Some(Pattern::Checks));
}

#[test]
fn similar_round_spots_are_dots() {
    let near = |at: u16| i32::from(at % 20) - 10;
    let is_spot = |x, y| near(x).pow(2) + near(y).pow(2) < 26;
    assert_eq!(pattern(|x, y| if is_spot(x, y) { CREAM } else { RED }), Some(Pattern::Dots));
}

#[test]
fn surface_with_a_logo_is_plain() {
    let is_logo =
        |x: u16, y: u16| (130..190).contains(&x) && (90..120).contains(&y) && (x / 6).is_multiple_of(2);
    assert_eq!(pattern(|x, y| if is_logo(x, y) { CREAM } else { RED }), Some(Pattern::Plain));
}

#[test]
fn a_product_of_a_few_pixels_has_no_pattern() {
    let mut mask = surface(|_, _| RED);
    for (index, weight) in mask.weights.iter_mut().enumerate() {
        if index > 60 * usize::from(SIDE) {
            *weight = 0.0;
        }
    }
    assert_eq!(find(&mask), None);
}
