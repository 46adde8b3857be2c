//! What is read of a PNG file before the decoder sees it: its size, and whether
//! its palette is one. The decoder takes a palette's length on trust, and panics
//! over part of an entry and over more than 256 of them.
//!
//! Chunks are those of the PNG specification (third edition), section 5.3.

/// The beginning that every PNG file has.
const SIGNATURE: usize = 8;
/// The colour type of pixels that stand for entries of a palette.
const INDEXED: u8 = 3;
/// Where the colour type stands in the header, which is the first chunk.
const COLOUR_TYPE_AT: usize = 25;
/// Bytes of an entry of a palette.
const ENTRY: usize = 3;
/// Entries that a palette has at most.
const MAX_ENTRIES: usize = 256;

/// Width and height.
pub(super) fn dimensions(file: &[u8]) -> Option<(u32, u32)> {
    let dimension = |at: usize| file.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
    dimension(16).zip(dimension(20))
}

/// Whether every palette has whole entries and not too many. Pictures that use
/// none may have any, which is not looked at.
pub(super) fn palettes_are_whole(file: &[u8]) -> bool {
    let is_indexed = file.get(COLOUR_TYPE_AT) == Some(&INDEXED);
    let is_whole = |bytes: usize| bytes.is_multiple_of(ENTRY) && bytes <= ENTRY * MAX_ENTRIES;
    !is_indexed
        || chunks(file.get(SIGNATURE..).unwrap_or_default())
            .all(|(kind, length)| &kind != b"PLTE" || is_whole(length))
}

/// Kind and length of each chunk.
fn chunks(mut rest: &[u8]) -> impl Iterator<Item = ([u8; 4], usize)> {
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (kind, after) = after.split_first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        // Behind the content stand four bytes of check sum.
        rest = after.get(length.saturating_add(4)..).unwrap_or_default();
        Some((*kind, length))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(colour_type: u8, chunks: &[(&[u8; 4], usize)]) -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x09\0\0\0\x07\x08".to_vec();
        file.extend([colour_type, 0, 0, 0, 1, 2, 3, 4]);
        for (kind, length) in chunks {
            file.extend(u32::try_from(*length).unwrap().to_be_bytes());
            file.extend(*kind);
            file.extend(vec![0; length + 4]);
        }
        file
    }

    #[test]
    fn a_palette_has_whole_entries_and_not_too_many() {
        for (length, is_whole) in [(0, true), (3, true), (768, true), (13, false), (2, false), (771, false)] {
            let chunks: [(&[u8; 4], usize); 3] = [(b"gAMA", 4), (b"PLTE", length), (b"IDAT", 9)];
            assert_eq!(palettes_are_whole(&file(INDEXED, &chunks)), is_whole, "{length}");
            assert!(palettes_are_whole(&file(2, &chunks)), "{length}");
        }
        let two: [(&[u8; 4], usize); 2] = [(b"PLTE", 3), (b"PLTE", 4)];
        assert!(!palettes_are_whole(&file(INDEXED, &two)));
    }

    #[test]
    fn a_header_has_dimensions() {
        assert_eq!(dimensions(&file(2, &[])), Some((9, 7)));
        assert_eq!(dimensions(&file(2, &[])[..23]), None);
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_looked_at(bytes: Vec<u8>) {
            let _ = dimensions(&bytes);
            let _ = palettes_are_whole(&[file(INDEXED, &[]), bytes].concat());
        }
    }
}
