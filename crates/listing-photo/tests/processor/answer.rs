//! Invariants of every answer, for the tests, the mutation run (`examples/mutants.rs`) and the fuzz targets
//! (`fuzz/`).

use listing_domain::photo::PreparedPhoto;
use listing_domain::ports::PhotoError;

/// Returns the broken invariant as a sentence.
pub(crate) fn check(outcome: &Result<Vec<PreparedPhoto>, PhotoError>, long_edge: u32) -> Result<(), String> {
    match outcome {
        Ok(photos) => match photos.as_slice() {
            [photo] => check_photo(photo, long_edge),
            _ => Err(format!("one photo went in and {} came out", photos.len())),
        },
        Err(PhotoError::Unusable(problems)) => match problems.as_slice() {
            [problem] if problem.index == 0 && names_accepted_input(&problem.message) => Ok(()),
            _ => Err(format!("the problems are not those of one photo: {problems:?}")),
        },
        Err(other) => Err(format!("neither a photo nor a problem: {other:?}")),
    }
}

fn names_accepted_input(message: &str) -> bool {
    message.starts_with("must ")
        || (message.starts_with("is a") && message.contains("accepted are JPEG, PNG, WebP and GIF"))
}

fn check_photo(photo: &PreparedPhoto, long_edge: u32) -> Result<(), String> {
    let (width, height) = (photo.pixels.width(), photo.pixels.height());
    if width.max(height) > long_edge {
        return Err(format!("{width} x {height} pixels are more than {long_edge} on the long edge"));
    }
    let decoded = bare_jpeg(&photo.jpeg)?;
    if decoded == (width, height) {
        Ok(())
    } else {
        Err(format!("{width} x {height} pixels became {decoded:?}"))
    }
}

/// Allows only a JFIF header, tables, one frame, one scan, and nothing after the end.
fn bare_jpeg(file: &[u8]) -> Result<(u32, u32), String> {
    let mut rest = file.strip_prefix(&[0xFF, 0xD8]).ok_or("the JPEG file has no beginning")?;
    let mut size = None;
    loop {
        let [0xFF, marker, l1, l0, ..] = *rest else { return Err("the JPEG file has no markers".to_owned()) };
        let end = 2 + usize::from(u16::from_be_bytes([l1, l0]));
        let segment = rest.get(4..end).ok_or("a segment of the JPEG file is cut off")?;
        rest = &rest[end..];
        match (marker, segment) {
            (0xE0, [b'J', b'F', b'I', b'F', 0, ..]) | (0xC4 | 0xDB | 0xDD, _) => {}
            (0xC0..=0xC2, [_, h1, h0, w1, w0, ..]) => {
                let number = |high: u8, low: u8| u32::from(u16::from_be_bytes([high, low]));
                size = Some((number(*w1, *w0), number(*h1, *h0)));
            }
            (0xDA, _) => break,
            _ => return Err(format!("the JPEG file has a segment of type {marker:02X}")),
        }
    }
    match rest.windows(2).position(|window| window == [0xFF, 0xD9]) {
        Some(end) if end + 2 == rest.len() => size.ok_or_else(|| "the JPEG file has no frame".to_owned()),
        _ => Err("the JPEG file does not end with its image".to_owned()),
    }
}
