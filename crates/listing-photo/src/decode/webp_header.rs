//! Reads the size and frames of a WebP file before any decoder: the decoder compares a frame with the canvas
//! only after decoding it, so a file could have a small canvas and a huge frame.
//!
//! The container is that of RFC 9649, the frame headers those of RFC 6386 (lossy) and of RFC 9649, section 3
//! (lossless).

use std::borrow::Cow;

/// The offset of the first chunk.
const CHUNKS: usize = 12;
/// The offset of the flags in an extended file.
const FLAGS_AT: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) width: u32,
    pub(super) height: u32,
    alpha: bool,
    animated: bool,
}

impl Header {
    pub(super) fn is_opaque_still(&self) -> bool {
        !self.alpha && !self.animated
    }

    /// The maximum memory, in bytes, that decoding takes besides its output.
    pub(super) fn side_bytes(&self) -> u64 {
        let per_pixel = match (self.animated, self.alpha) {
            // The canvas and the frame (four bytes each), and a frame's own.
            (true, _) => 15,
            // The transparency as a separate picture, and lossy planes.
            (false, true) => 7,
            // Lossy planes, or four channels that become three.
            (false, false) => 4,
        };
        u64::from(self.width) * u64::from(self.height) * per_pixel
    }
}

/// `None` if this is no WebP file, a frame is larger than the canvas, or the first picture is truncated: a
/// decoder would make up the missing bytes.
pub(super) fn header(file: &[u8]) -> Option<Header> {
    if !first_picture_is_whole(file.get(CHUNKS..)?) {
        return None;
    }
    let mut chunks = Chunks { rest: file.get(12..)? };
    let (kind, payload) = chunks.next()?;
    match &kind {
        b"VP8 " => {
            let (width, height) = lossy_dimensions(payload)?;
            Some(Header { width, height, alpha: false, animated: false })
        }
        b"VP8L" => {
            let header = u32::from_le_bytes(*payload.get(1..)?.first_chunk()?);
            let (width, height) = ((header & 0x3FFF) + 1, (header >> 14 & 0x3FFF) + 1);
            Some(Header { width, height, alpha: header >> 28 & 1 == 1, animated: false })
        }
        b"VP8X" => {
            let [flags, _, _, _, w0, w1, w2, h0, h1, h2, ..] = *payload else { return None };
            let dimension = |low, middle, high| u32::from_le_bytes([low, middle, high, 0]) + 1;
            let header = Header {
                width: dimension(w0, w1, w2),
                height: dimension(h0, h1, h2),
                alpha: flags & 0b1_0000 != 0,
                animated: flags & 0b10 != 0,
            };
            frames_fit(chunks, header).then_some(header)
        }
        _ => None,
    }
}

/// Corrects wrong lengths and flags, for which a decoder would refuse the file. They contain no picture data.
pub(super) fn repaired(file: &[u8]) -> Cow<'_, [u8]> {
    let mut end = CHUNKS;
    let mut has = [false; 2];
    for (kind, payload) in (Chunks { rest: file.get(CHUNKS..).unwrap_or_default() }) {
        if !kind.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ') {
            break;
        }
        end += 8 + payload.len() + payload.len() % 2;
        has[0] |= &kind == b"EXIF";
        has[1] |= &kind == b"XMP ";
    }
    let length = end.min(file.len()).saturating_sub(8);
    let announced = file.get(4..).and_then(|rest| rest.first_chunk()).map(|bytes| u32::from_le_bytes(*bytes));
    let is_short = announced.is_some_and(|bytes| usize::try_from(bytes).is_ok_and(|bytes| bytes < length));
    let is_extended = file.get(CHUNKS..).is_some_and(|rest| rest.starts_with(b"VP8X"));
    let flags = file.get(FLAGS_AT).copied().filter(|_| is_extended).unwrap_or(0);
    let wrong = flags & (if has[0] { 0 } else { 0b1000 } | if has[1] { 0 } else { 0b100 });
    if !is_short && wrong == 0 {
        return Cow::Borrowed(file);
    }
    let mut repaired = file.to_vec();
    if is_short {
        repaired[4..8].copy_from_slice(&u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    }
    if let Some(flags) = repaired.get_mut(FLAGS_AT) {
        *flags ^= wrong;
    }
    Cow::Owned(repaired)
}

/// Includes the transparency.
fn first_picture_is_whole(mut rest: &[u8]) -> bool {
    while let Some((kind, after)) = rest.split_first_chunk::<4>()
        && let Some((length, after)) = after.split_first_chunk::<4>()
    {
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let is_picture = matches!(kind, b"VP8 " | b"VP8L" | b"ANMF");
        if is_picture || kind == b"ALPH" {
            if after.len() < length {
                return false;
            }
            if is_picture {
                return true;
            }
        }
        rest = after.get(length.saturating_add(length & 1)..).unwrap_or_default();
    }
    true
}

/// Checks every lossy frame, including those of an animation. The decoder checks lossless frames itself,
/// before decoding.
fn frames_fit(mut chunks: Chunks<'_>, canvas: Header) -> bool {
    let fits = |frame| {
        lossy_dimensions(frame)
            .is_some_and(|(width, height)| width <= canvas.width && height <= canvas.height)
    };
    chunks.all(|(kind, payload)| match &kind {
        b"VP8 " => fits(payload),
        // An animation frame has a header of its own.
        b"ANMF" => payload
            .get(16..)
            .is_some_and(|rest| Chunks { rest }.all(|(kind, payload)| &kind != b"VP8 " || fits(payload))),
        _ => true,
    })
}

fn lossy_dimensions(frame: &[u8]) -> Option<(u32, u32)> {
    let [_, _, _, 0x9D, 0x01, 0x2A, w0, w1, h0, h1, ..] = *frame else { return None };
    let dimension = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
    Some((dimension(w0, w1), dimension(h0, h1)))
}

/// Chunks of a file or frame. The last one of a truncated file has only the existing bytes.
struct Chunks<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Chunks<'a> {
    type Item = ([u8; 4], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (kind, rest) = self.rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let payload = rest.get(..length).unwrap_or(rest);
        self.rest = rest.get(length.saturating_add(length & 1)..).unwrap_or_default();
        Some((*kind, payload))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chunk(kind: [u8; 4], payload: &[u8]) -> Vec<u8> {
        let length = u32::try_from(payload.len()).unwrap().to_le_bytes();
        let padding = vec![0; payload.len() % 2];
        [&kind[..], &length, payload, &padding].concat()
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        [b"RIFF\0\0\0\0WEBP".as_slice(), &chunks.concat()].concat()
    }

    fn lossy(width: u16, height: u16) -> Vec<u8> {
        let [[w0, w1], [h0, h1]] = [width, height].map(u16::to_le_bytes);
        chunk(*b"VP8 ", &[0, 0, 0, 0x9D, 1, 0x2A, w0, w1, h0, h1])
    }

    fn extended(flags: u8, width: u8, height: u8) -> Vec<u8> {
        chunk(*b"VP8X", &[flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0])
    }

    #[test]
    fn webp_size_transparency_and_animation_are_read() {
        let check = |file: Vec<u8>, width, height, alpha, animated| {
            assert_eq!(header(&file), Some(Header { width, height, alpha, animated }));
        };
        check(file(&[lossy(300, 200)]), 300, 200, false, false);
        check(file(&[chunk(*b"VP8L", &[0x2F, 0x2B, 0xC1, 0x31, 0x10])]), 300, 200, true, false);
        check(file(&[extended(0x10, 30, 20), lossy(30, 20)]), 30, 20, true, false);
        check(file(&[extended(0x02, 30, 20), chunk(*b"ANIM", &[0; 6])]), 30, 20, false, true);
    }

    #[test]
    fn webp_frame_larger_than_its_canvas_is_refused() {
        let animation = |frame: Vec<u8>| chunk(*b"ANMF", &[vec![0; 16], frame].concat());
        for (frame, accepted) in [(lossy(30, 20), true), (lossy(31, 20), false), (lossy(30, 16000), false)] {
            let odd = chunk(*b"ICCP", &[1, 2, 3]);
            assert_eq!(header(&file(&[extended(0, 30, 20), odd, frame.clone()])).is_some(), accepted);
            assert_eq!(header(&file(&[extended(2, 30, 20), animation(frame)])).is_some(), accepted);
        }
    }

    #[test]
    fn webp_file_with_a_truncated_first_picture_is_refused() {
        let whole = file(&[lossy(30, 20), chunk(*b"EXIF", b"II*\0")]);
        assert!(header(&whole[..whole.len() - 3]).is_some(), "only the metadata is cut off");
        assert!(header(&whole[..12 + 8 + 10]).is_some(), "the whole picture is present");
        assert_eq!(header(&whole[..12 + 8 + 9]), None);
        let frame = chunk(*b"ANMF", &[vec![0; 16], lossy(30, 20), chunk(*b"junk", &[0; 8])].concat());
        let animated = file(&[extended(2, 30, 20), frame.clone(), frame]);
        assert!(header(&animated[..animated.len() - 1]).is_some(), "only a later frame is cut off");
        assert_eq!(header(&animated[..12 + 18 + 30]), None);
    }

    #[test]
    fn wrong_webp_length_and_flags_are_corrected() {
        let mut whole = file(&[extended(0b1000, 30, 20), lossy(30, 20), chunk(*b"EXIF", b"II*\0")]);
        let length = u32::try_from(whole.len() - 8).unwrap().to_le_bytes();
        assert_eq!(repaired(&whole)[4..8], length, "a length of 0 is corrected");
        whole[4..8].copy_from_slice(&length);
        assert_eq!(repaired(&whole), Cow::Borrowed(&whole));
        assert_eq!(
            repaired(&[&whole[..], &[0; 9]].concat())[4..8],
            length,
            "the length does not include the trailer"
        );
        whole[FLAGS_AT] |= 0b100;
        assert_eq!(repaired(&whole)[FLAGS_AT], 0b1000, "the XMP flag is cleared");
        whole[4] += 1;
        whole[FLAGS_AT] ^= 0b100;
        assert_eq!(repaired(&whole), Cow::Borrowed(&whole), "a length that is too large is kept");
    }

    proptest! {
        #[test]
        fn random_bytes_are_read_as_webp_without_a_panic(bytes: Vec<u8>) {
            let _ = header(&bytes);
            let _ = repaired(&bytes);
            let _ = repaired(&file(&[extended(8, 9, 9), bytes.clone()]));
            let _ = header(&file(&[extended(2, 9, 9), bytes.clone(), chunk(*b"ANMF", &bytes)]));
        }
    }
}
