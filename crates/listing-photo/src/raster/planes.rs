//! Brightness and colour differences (Y, Cb, Cr) in planes of their own, as photos are
//! stored: fewer samples to resize, and no colour in between that is lost again.

use super::pixels::{Range, index};

/// The size of the planes of colour that belong to a picture of `size`.
pub(crate) const fn half_size((width, height): (u32, u32)) -> (u32, u32) {
    (width.div_ceil(2), height.div_ceil(2))
}

/// RGB pixels from planes of brightness and colour differences (Y, Cb, Cr), of which
/// those of colour have [`half_size`], as in the JPEG file that will be made of them.
pub(crate) fn to_rgb([luma, blue, red]: &[Vec<u8>; 3], range: Range, size: (u32, u32)) -> Vec<u8> {
    // The loop over all pixels is compiled for each range, with its factors in it.
    match range {
        Range::Full => pixels_of(luma, blue, red, size, |y, cb, cr| pixel(&FULL, y, cb, cr)),
        Range::Limited => pixels_of(luma, blue, red, size, |y, cb, cr| pixel(&LIMITED, y, cb, cr)),
    }
}

fn pixels_of(
    luma: &[u8],
    blue: &[u8],
    red: &[u8],
    size: (u32, u32),
    pixel: impl Fn(u8, u8, u8) -> [u8; 3],
) -> Vec<u8> {
    let (width, half_width) = (index(size.0), index(half_size(size).0));
    let mut rgb = vec![0; luma.len() * 3];
    // The colours of a row, as many as there are pixels.
    let mut colours = [vec![0; 2 * half_width], vec![0; 2 * half_width]];
    for (y, (rgb, luma)) in rgb.chunks_exact_mut(width * 3).zip(luma.chunks_exact(width)).enumerate() {
        if y.is_multiple_of(2) {
            for (wide, plane) in colours.iter_mut().zip([blue, red]) {
                let row = &plane[y / 2 * half_width..][..half_width];
                for (pair, value) in wide.as_chunks_mut::<2>().0.iter_mut().zip(row) {
                    *pair = [*value; 2];
                }
            }
        }
        let [blue, red] = &colours;
        for (((rgb, y), cb), cr) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(luma).zip(blue).zip(red) {
            *rgb = pixel(*y, *cb, *cr);
        }
    }
    rgb
}

/// What makes a colour of brightness and colour differences. Factors have 16
/// fractional bits.
struct Factors {
    /// The brightness of black.
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

/// Those of the full range, by 255/219 for brightness and 255/224 for colours.
const LIMITED: Factors = Factors {
    black: 16,
    luma: 76_309,
    red_of_cr: 104_597,
    green_of_cb: -25_675,
    green_of_cr: -53_279,
    blue_of_cb: 132_201,
};

fn pixel(factors: &Factors, y: u8, cb: u8, cr: u8) -> [u8; 3] {
    // What is added is a half, which rounds.
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
    fn planes_of_both_ranges_become_the_same_colours() {
        let colours = |planes: [u8; 3], range| to_rgb(&planes.map(|value| vec![value]), range, (1, 1));
        for (full, limited, expected) in [
            ([0, 128, 128], [16, 128, 128], [0, 0, 0]),
            ([255, 128, 128], [235, 128, 128], [255, 255, 255]),
            ([76, 85, 255], [81, 90, 240], [254, 0, 0]),
            ([29, 255, 107], [41, 240, 110], [0, 0, 254]),
        ] {
            for (planes, range) in [(full, Range::Full), (limited, Range::Limited)] {
                let made = colours(planes, range);
                let is_near = made.iter().zip(expected).all(|(made, expected)| made.abs_diff(expected) <= 2);
                assert!(is_near, "{range:?} {planes:?}: {made:?}, not {expected:?}");
            }
        }
    }
}
