//! A red t-shirt on a light background: as pixels, for image analysis, and as two small files, for the public
//! API.

use listing_domain::photo::{Pixels, PreparedPhoto};

/// The background, as red, green and blue.
pub const GROUND: [u8; 3] = [232, 228, 220];
/// The t-shirt, as red, green and blue.
pub const SHIRT: [u8; 3] = [122, 31, 43];
/// Width and height in pixels.
pub const SIDE: u32 = 96;

/// A PNG file of 238 bytes with a palette.
pub const PNG_DATA_URI: &str = "data:image/png;base64,\
    iVBORw0KGgoAAAANSUhEUgAAAGAAAABgAQMAAADYVuV7AAAABlBMVEXo5Nx6HyvWJl1GAAAAo0lEQVR42u3Quw3CMBSFYUcp\
    TBcGQGQNOq9F52yQlbIBK3gDjChwEeWA7wPrjhDEqfwp0i87zv3g4tJvXyB56LlDHjAJepQRi2CoSIIRa0ARBGwRq5bxmbZB\
    0xiNc56RpEzLUqaVFoO0gZbrFFMrc9srUitz23wxMAGTNjA3sIj3enzxu+Ot4skIc8WDn3CmC+Ur4cS4EA6Mo2t/JLs/dof9\
    7Q3aCH0cB0XR1AAAAABJRU5ErkJggg==";

/// A baseline JPEG file of 1,028 bytes with chroma subsampling.
pub const JPEG_DATA_URI: &str = "data:image/jpeg;base64,\
    /9j/4AAQSkZJRgABAgAAAQABAAD/wAARCABgAGADACIAAREBAhEB/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4p\
    MTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sAQwEODg4TERMmFRUmTzUtNU9PT09PT09PT09PT09PT09P\
    T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P/8QAGQABAQADAQAAAAAAAAAAAAAAAAYCBAUH/8QANBAAAQIDAwkG\
    BwEBAAAAAAAAAAECAwQRBQYhBxITMUFFUYPCFBYiVHGjMlJhgZGh0SOx/8QAGQEBAQADAQAAAAAAAAAAAAAAAAIBAwUE/8QA\
    IBEBAQEAAQQDAQEAAAAAAAAAAAECEQMEEzMSIVExQv/aAAgBAAAAPwC+AAAAAAAAAAAAAJa8d62yL4knZ6NiTCIqOi1q2E7h\
    Tauv6IvHFCCe90R7nxHOc9yqrnOWqqvFSluhb/YY/YZ2Nmyj/gV2qG6vHY1cfvjhiovfb/bo/YZKNnSjPjVuqI6vHa1MPvjj\
    gpNMe6G9r4bnNe1UVrmrRUXihf3dvVCntFJz/wDnNr4UiURGRF2ejl4avyiFOADF72w2OfEc1rGoquc5aIicVIW8N7XTSdms\
    l8WFDRfHG+FzqLhm7UTbx9MayYAAK27d7Fl6ytrxXvhYqyO6rnNXgu1U/wCemq5Y9sRjXw3NcxyIrXNWqKnFDIHAvlKTU1Yj\
    llojkbBXSRYeciI9iJVfWmulfytDzYAAAHpNzZSalbEaszEcrYy6SFDzkVGMVKp6V10r+Fqd8A83tS7M1Dt5JKSh50KPWJCd\
    RUaxtcUVV+XDjrTatDC8ViQ7Fk5Bqvz5iLnrFemqqZtET6JVfX9JwgAd27tiQ7ak59qPzJiFmLCeuqq51UX6LRPT9LnZd2Zq\
    JbyyU7DzYUCkSK6iq17a4Iip82PDUu1KHpAABF5RN38zpIsAFpk73hy+otAAAReUTd/M6SLABaZO94cvqLQAAEXlE3fzOkiw\
    AWmTveHL6i0AABF5RN38zpIsAFpk73hy+otAAAaVo2TI2po+3QNLoq5njc2laV1KnBDS7qWH5H3X/wBHdSw/I+6/+jupYfkf\
    df8A0d1LD8j7r/6btnWTI2XpOwwNFpaZ/jc6tK01qvFTdAAAAAAAP//aAAgBAREAPwCAAGLWBmVkSAoKkVAKkVAAB//aAAgB\
    AhEAPwCgAHq6Pb8/e3r1jOs/GnTxMZ4jy9bt/wDWHkZzq5vMdSdTN4+/6sR5M82fjmb18tWpbu39kdIc3uPZWkbu39kdIc3u\
    PZWkJbLzF+Tf7Tyb/ai2280f/9k=";

/// The t-shirt's corners, from the top left.
const OUTLINE: [(u32, u32); 10] =
    [(34, 16), (62, 16), (84, 34), (76, 48), (68, 42), (68, 82), (28, 82), (28, 42), (20, 48), (12, 34)];
/// The neckline's corners.
const NECK: [(u32, u32); 3] = [(42, 16), (54, 16), (48, 24)];

/// A picture of one color. No side may be zero.
pub fn plain(width: u32, height: u32, colour: [u8; 3]) -> Pixels {
    draw(width, height, |_, _| colour)
}

/// The t-shirt, [`SIDE`] pixels wide and high.
pub fn shirt(colour: [u8; 3], ground: [u8; 3]) -> Pixels {
    draw(SIDE, SIDE, |x, y| {
        let on_shirt = is_inside(x, y, &OUTLINE) && !is_inside(x, y, &NECK);
        if on_shirt { colour } else { ground }
    })
}

/// A picture colored by column and row. No side may be zero.
pub fn draw(width: u32, height: u32, colour_at: impl Fn(u32, u32) -> [u8; 3]) -> Pixels {
    let colour_at = &colour_at;
    let rgb = (0..height).flat_map(|y| (0..width).flat_map(move |x| colour_at(x, y))).collect();
    Pixels::new(width, height, rgb).expect("a drawn picture has three bytes for each pixel")
}

/// A prepared photo without notes. Its JPEG file is always the drawing's: this crate has no encoder.
pub fn prepared(pixels: Pixels) -> PreparedPhoto {
    let base64 = JPEG_DATA_URI.split_once(',').map_or("", |(_, data)| data);
    PreparedPhoto { jpeg: from_base64(base64), pixels, notes: Vec::new(), taken_at: None }
}

/// Counts the polygon's edges to the right of the pixel's center, in half pixels.
fn is_inside(x: u32, y: u32, corners: &[(u32, u32)]) -> bool {
    let (x, y) = (i64::from(x) * 2 + 1, i64::from(y) * 2 + 1);
    let half = |(x, y): (u32, u32)| (i64::from(x) * 2, i64::from(y) * 2);
    let mut inside = false;
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let ((x1, y1), (x2, y2)) = (half(*from), half(*to));
        if (y1 > y) != (y2 > y) {
            // x < x1 + (x2 - x1) * (y - y1) / (y2 - y1), without a division.
            let (left, right) = ((x - x1) * (y2 - y1), (x2 - x1) * (y - y1));
            inside ^= if y2 > y1 { left < right } else { left > right };
        }
    }
    inside
}

/// The drawing as a JPEG data URI, with extra segments and extra bytes after its end.
pub fn jpeg_data_uri_with(segments: &[u8], behind: &[u8]) -> String {
    let (head, base64) = JPEG_DATA_URI.split_once(',').unwrap_or_default();
    let file = from_base64(base64);
    let (start, rest) = file.split_at(2);
    format!("{head},{}", to_base64(&[start, segments, rest, behind].concat()))
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn to_base64(bytes: &[u8]) -> String {
    let group = |group: &[u8]| {
        let bits = (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(group.get(at).copied().unwrap_or(0)));
        let digit = |at: usize| {
            let [.., low] = (bits >> (18 - 6 * at)).to_be_bytes();
            if at > group.len() { '=' } else { char::from(BASE64[usize::from(low & 63)]) }
        };
        [0, 1, 2, 3].map(digit)
    };
    bytes.chunks(3).flat_map(group).collect()
}

fn from_base64(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text
        .bytes()
        .filter_map(|byte| BASE64.iter().position(|digit| *digit == byte))
        .filter_map(|digit| u32::try_from(digit).ok())
        .collect();
    digits
        .chunks(4)
        .flat_map(|group| {
            let bits = group.iter().enumerate().fold(0, |bits, (at, digit)| bits | digit << (18 - 6 * at));
            let bytes: [u8; 4] = bits.to_be_bytes();
            bytes[1..group.len()].to_vec()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_shows_a_shirt_with_a_neckline() {
        let drawing = shirt(SHIRT, GROUND);
        let at = |x: usize, y: usize| &drawing.rgb()[(y * 96 + x) * 3..][..3];
        assert_eq!(at(48, 60), SHIRT);
        assert_eq!(at(20, 36), SHIRT);
        for (x, y) in [(48, 17), (20, 60), (0, 0), (95, 95), (48, 90)] {
            assert_eq!(at(x, y), GROUND, "{x}, {y}");
        }
    }

    #[test]
    fn data_uri_contains_the_bytes_added_to_the_file() {
        assert_eq!(jpeg_data_uri_with(b"", b""), JPEG_DATA_URI);
        for bytes in [&b""[..], b"A", b"AB", b"ABC", b"\xff\xfe\xfd\xfc"] {
            assert_eq!(from_base64(&to_base64(bytes)), bytes);
        }
        assert_eq!([to_base64(b"A"), to_base64(b"AB")], ["QQ==", "QUI="]);
    }

    #[test]
    fn png_and_jpeg_drawings_begin_and_end_as_their_formats_require() {
        let jpeg = prepared(shirt(SHIRT, GROUND)).jpeg;
        assert_eq!(jpeg.len(), 1028);
        assert!(jpeg.starts_with(&[0xff, 0xd8, 0xff]) && jpeg.ends_with(&[0xff, 0xd9]));
        let png = from_base64(PNG_DATA_URI.split_once(',').unwrap().1);
        assert_eq!(png.len(), 238);
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"));
    }
}
