//! Converts planes to pixels after resizing, so that there are fewer samples to resize and no precision is
//! lost in between.

use super::pixels::{Colors, Range};

/// Takes one sample for each pixel. `None` if the number of planes does not fit the color model.
pub(crate) fn to_rgb(planes: &[Vec<u8>], colors: Colors) -> Option<Vec<u8>> {
    // The loop is compiled for each range, with its factors as constants.
    match (colors, planes) {
        (Colors::Gray, [gray]) => Some(gray.iter().flat_map(|gray| [*gray; 3]).collect()),
        (Colors::Ycc(Range::Full), [y, cb, cr]) => {
            Some(of_three(y, cb, cr, |y, cb, cr| pixel(&FULL, y, cb, cr)))
        }
        (Colors::Ycc(Range::Limited), [y, cb, cr]) => {
            Some(of_three(y, cb, cr, |y, cb, cr| pixel(&LIMITED, y, cb, cr)))
        }
        (Colors::Rgb, [red, green, blue]) => {
            Some(of_three(red, green, blue, |red, green, blue| [red, green, blue]))
        }
        (Colors::Cmyk, [c, m, y, k]) => Some(with_black(of_three(c, m, y, |c, m, y| [c, m, y]), k)),
        // The value for red is the ink of its opposite.
        (Colors::Ycck, [y, cb, cr, k]) => {
            Some(with_black(of_three(y, cb, cr, |y, cb, cr| pixel(&FULL, y, cb, cr).map(|value| !value)), k))
        }
        _ => None,
    }
}

fn of_three(first: &[u8], second: &[u8], third: &[u8], pixel: impl Fn(u8, u8, u8) -> [u8; 3]) -> Vec<u8> {
    let mut rgb = vec![0; first.len() * 3];
    for (((rgb, first), second), third) in
        rgb.as_chunks_mut::<3>().0.iter_mut().zip(first).zip(second).zip(third)
    {
        *rgb = pixel(*first, *second, *third);
    }
    rgb
}

/// Both are inverted.
fn with_black(mut rgb: Vec<u8>, black: &[u8]) -> Vec<u8> {
    for (rgb, black) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(black) {
        *rgb = rgb.map(|value| {
            let [low, _] = ((u16::from(value) * u16::from(*black) + 127) / 255).to_le_bytes();
            low
        });
    }
    rgb
}

/// With 16 fractional bits.
struct Factors {
    black: i32,
    luma: i32,
    red_of_cr: i32,
    green_of_cb: i32,
    green_of_cr: i32,
    blue_of_cb: i32,
}

const FULL: Factors = Factors {
    black: 0,
    luma: 1 << 16,
    red_of_cr: 91_881,
    green_of_cb: -22_554,
    green_of_cr: -46_802,
    blue_of_cb: 116_130,
};

/// Those of the full range, times 255/219 for brightness and 255/224 for colors.
const LIMITED: Factors = Factors {
    black: 16,
    luma: 76_309,
    red_of_cr: 104_597,
    green_of_cb: -25_675,
    green_of_cr: -53_279,
    blue_of_cb: 132_201,
};

fn pixel(factors: &Factors, y: u8, cb: u8, cr: u8) -> [u8; 3] {
    let y = (i32::from(y) - factors.black) * factors.luma + (1 << 15);
    let (cb, cr) = (i32::from(cb) - 128, i32::from(cr) - 128);
    let byte = |channel: i32| u8::try_from((channel >> 16).clamp(0, 255)).unwrap_or(u8::MAX);
    [
        byte(y + factors.red_of_cr * cr),
        byte(y + factors.green_of_cb * cb + factors.green_of_cr * cr),
        byte(y + factors.blue_of_cb * cb),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_and_limited_range_planes_give_the_same_colours() {
        let colours =
            |planes: [u8; 3], range| to_rgb(&planes.map(|value| vec![value]), Colors::Ycc(range)).unwrap();
        for (full, limited, expected) in [
            ([0, 128, 128], [16, 128, 128], [0, 0, 0]),
            ([255, 128, 128], [235, 128, 128], [255, 255, 255]),
            ([76, 85, 255], [81, 90, 240], [254, 0, 0]),
            ([29, 255, 107], [41, 240, 110], [0, 0, 254]),
        ] {
            for (planes, range) in [(full, Range::Full), (limited, Range::Limited)] {
                let found = colours(planes, range);
                let is_near =
                    found.iter().zip(expected).all(|(found, expected)| found.abs_diff(expected) <= 2);
                assert!(is_near, "{range:?} {planes:?}: {found:?}, not {expected:?}");
            }
        }
    }
    #[test]
    fn cmyk_inks_are_converted_to_rgb() {
        for (inks, expected) in
            [([255; 4], [255; 3]), ([255, 0, 0, 255], [255, 0, 0]), ([255, 255, 255, 128], [128; 3])]
        {
            assert_eq!(to_rgb(&inks.map(|ink| vec![ink]), Colors::Cmyk), Some(expected.to_vec()));
        }
        // No ink: the opposite of black, over white.
        assert_eq!(to_rgb(&[0, 128, 128, 255].map(|value| vec![value]), Colors::Ycck), Some(vec![255; 3]));
        assert_eq!(to_rgb(&[vec![1], vec![2]], Colors::Rgb), None);
    }
}
