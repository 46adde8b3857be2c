//! The header of a JPEG file, read before any decoder sees it: what decoding
//! will take, and whether the file ends where a JPEG ends.
//!
//! Markers and segments are those of ITU-T T.81, annex B.

/// What a JPEG file announces.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) components: u8,
    /// Bytes of the decoded picture and of the coefficients that a decoder has
    /// to keep meanwhile (all of them, unless one scan holds all components).
    pub(super) decode_bytes: u64,
    /// Whether the end-of-image marker follows after image data. What stands
    /// behind it (previews, videos of "live" photos) does not matter.
    pub(super) complete: bool,
}

/// A frame header.
struct Frame {
    width: u32,
    height: u32,
    components: u8,
    progressive: bool,
    /// Samples of all components, padded to whole blocks.
    samples: u64,
}

/// Follows the markers of a file. `None` unless there is exactly one frame: a
/// decoder may pass over a frame of a kind that it does not know, and what the
/// header said of a small one would not hold for a large one behind it.
pub(super) fn header(file: &[u8]) -> Option<Header> {
    let mut frame = None;
    let mut keeps_coefficients = false;
    let mut scans = 0_u32;
    let mut complete = false;
    let mut markers = Markers { file, at: 0 };
    while let Some((marker, segment)) = markers.next() {
        match marker {
            0xC4 | 0xC8 | 0xCC => {}
            0xC0..=0xCF if frame.is_some() => return None,
            0xC0..=0xCF => frame = Some(read_frame(marker, segment)?),
            0xDA => {
                scans += 1;
                let in_scan = segment.first().copied().unwrap_or(0);
                keeps_coefficients |= frame
                    .as_ref()
                    .is_some_and(|frame: &Frame| frame.progressive || in_scan != frame.components);
            }
            0xD9 => {
                complete = scans > 0;
                break;
            }
            _ => {}
        }
    }
    let Frame { width, height, components, samples, .. } = frame?;
    let output_channels = if components == 1 { 1 } else { 3 };
    let output = u64::from(width) * u64::from(height) * output_channels;
    let coefficients = if keeps_coefficients { samples * 2 } else { 0 };
    Some(Header { width, height, components, decode_bytes: output + coefficients, complete })
}

fn read_frame(marker: u8, segment: &[u8]) -> Option<Frame> {
    let [_precision, h1, h0, w1, w0, components, rest @ ..] = segment else { return None };
    let width = u32::from(u16::from_be_bytes([*w1, *w0]));
    let height = u32::from(u16::from_be_bytes([*h1, *h0]));
    let factors: Vec<(u32, u32)> = rest
        .chunks_exact(3)
        .take(usize::from(*components))
        .map(|component| (u32::from(component[1] >> 4), u32::from(component[1] & 15)))
        .collect();
    let most_across = factors.iter().map(|(across, _)| *across).max()?.max(1);
    let most_down = factors.iter().map(|(_, down)| *down).max()?.max(1);
    let units = u64::from(width.div_ceil(8 * most_across)) * u64::from(height.div_ceil(8 * most_down));
    let blocks_per_unit: u64 = factors.iter().map(|(across, down)| u64::from(across * down)).sum();
    Some(Frame {
        width,
        height,
        components: *components,
        progressive: matches!(marker, 0xC2 | 0xC6 | 0xCA | 0xCE),
        samples: units * blocks_per_unit * 64,
    })
}

/// Steps from marker to marker, past the image data between them.
struct Markers<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Markers<'a> {
    /// The next marker with its segment, which is empty where none belongs.
    fn next(&mut self) -> Option<(u8, &'a [u8])> {
        loop {
            self.at += memchr::memchr(0xFF, self.file.get(self.at..)?)? + 1;
            let marker = *self.file.get(self.at)?;
            match marker {
                // Fill bytes: the second may begin the marker.
                0xFF => {}
                // A stuffed byte of image data, restarts, start of image.
                0x00 | 0x01 | 0xD0..=0xD8 => self.at += 1,
                0xD9 => {
                    self.at += 1;
                    return Some((marker, &[]));
                }
                _ => {
                    let length = [*self.file.get(self.at + 1)?, *self.file.get(self.at + 2)?];
                    let end = self.at + 1 + usize::from(u16::from_be_bytes(length));
                    let segment = self.file.get(self.at + 3..end)?;
                    self.at = end;
                    return Some((marker, segment));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const EOI: &[u8] = &[0xFF, 0xD9];

    /// A frame header of 16 x 8 pixels whose components have these factors.
    fn frame(marker: u8, factors: &[u8]) -> Vec<u8> {
        let count = u8::try_from(factors.len()).unwrap();
        let mut bytes = vec![0xFF, marker, 0, 8 + 3 * count, 8, 0, 8, 0, 16, count];
        bytes.extend(factors.iter().zip(1..).flat_map(|(factor, id)| [id, *factor, 0]));
        bytes
    }

    /// A scan of some components with a little image data.
    fn scan(components: u8) -> Vec<u8> {
        let mut bytes = vec![0xFF, 0xDA, 0, 6 + 2 * components, components];
        bytes.extend((1..=components).flat_map(|id| [id, 0]));
        bytes.extend([0, 63, 0, 0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]);
        bytes
    }

    fn file(parts: &[&[u8]]) -> Vec<u8> {
        [&[0xFF, 0xD8], parts.concat().as_slice()].concat()
    }

    #[test]
    fn memory_counts_coefficients_where_they_are_kept() {
        let check = |file: Vec<u8>, decode_bytes| {
            let header = header(&file).unwrap();
            assert_eq!((header.width, header.height, header.complete), (16, 8, true));
            assert_eq!(header.decode_bytes, decode_bytes);
        };
        let output = 16 * 8 * 3;
        check(file(&[&frame(0xC0, &[0x22, 0x11, 0x11]), &scan(3), EOI]), output);
        check(file(&[&frame(0xC0, &[0x11]), &scan(1), EOI]), 16 * 8);
        // One unit of 16 x 16: four luma blocks and two of chroma.
        check(file(&[&frame(0xC2, &[0x22, 0x11, 0x11]), &scan(3), &scan(1), EOI]), output + 6 * 64 * 2);
        // Two units of 8 x 8, three blocks each, one component after another.
        check(file(&[&frame(0xC0, &[0x11; 3]), &scan(1), &scan(1), &scan(1), EOI]), output + 6 * 64 * 2);
    }

    #[test]
    fn a_file_is_complete_when_its_end_follows_image_data() {
        let check = |parts: &[&[u8]], complete| assert_eq!(header(&file(parts)).unwrap().complete, complete);
        let frame = frame(0xC0, &[0x11]);
        check(&[&frame, &scan(1), &[0xFF, 0xD9]], true);
        check(&[&frame, &scan(1), &[0xFF, 0xD9], b"a video follows"], true);
        check(&[&frame, &scan(1), &[0xFF, 0xFF, 0xFF, 0xD9]], true);
        check(&[&frame, &scan(1)], false);
        check(&[&frame, &[0xFF, 0xD9]], false);
        // The end marker of a preview inside a segment is not the photo's.
        check(&[&frame, &[0xFF, 0xE1, 0, 4, 0xFF, 0xD9], &scan(1)], false);
    }

    #[test]
    fn two_frames_no_outline() {
        let (small, large) = (frame(0xCB, &[0x11]), frame(0xC2, &[0x11; 3]));
        assert_eq!(header(&file(&[&small, &large, &scan(3), EOI])), None);
        assert_eq!(header(&file(&[&[0xFF, 0xCB, 0, 2], &large, &scan(3), EOI])), None);
        // What stands behind the end is none of it.
        assert!(header(&file(&[&large, &scan(3), EOI, &small])).is_some());
    }

    #[test]
    fn no_frame_no_outline() {
        for file in [&b""[..], b"\xff", b"\xff\xd8\xff", b"\xff\xd8\xff\xd9", b"\xff\xd8\xff\xc0\x00\x02"] {
            assert_eq!(header(file), None, "{file:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_have_an_outline_or_none(bytes: Vec<u8>) {
            let _ = header(&bytes);
            let _ = header(&file(&[&frame(0xC2, &bytes.iter().copied().take(60).collect::<Vec<_>>()), &bytes]));
        }
    }
}
