//! Checks what the decoder does not check in a PNG file (third edition, section 5.3): its size, its palettes,
//! and its end. The decoder trusts a palette's length, and panics on a partial entry and on more than 256
//! entries.

use std::borrow::Cow;

const SIGNATURE: usize = 8;
/// The offset of the header's fields.
const HEADER_AT: usize = 16;
/// The length of the header's fields.
const HEADER: usize = 13;
/// The color type of palette entries.
const INDEXED: u8 = 3;
/// In the header, which is the first chunk.
const COLOR_TYPE_AT: usize = 25;
const ENTRY: usize = 3;
const MAX_ENTRIES: usize = 256;
/// The last chunk, which has no content.
const END: &[u8; 12] = b"\0\0\0\0IEND\xAE\x42\x60\x82";

/// `None` if the first chunk is not a header or its checksum is wrong.
pub(super) fn dimensions(file: &[u8]) -> Option<(u32, u32)> {
    let is_header = file.get(SIGNATURE..HEADER_AT)? == b"\0\0\0\rIHDR";
    let sum = file.get(HEADER_AT + HEADER..).and_then(|rest| rest.first_chunk());
    let is_right = sum.is_none_or(|sum| {
        crc32fast::hash(&file[HEADER_AT - 4..HEADER_AT + HEADER]) == u32::from_be_bytes(*sum)
    });
    let dimension = |at: usize| file.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
    dimension(HEADER_AT).zip(dimension(HEADER_AT + 4)).filter(|_| is_header && is_right)
}

/// Completes the end for the decoder: a file may contain all rows without its last chunk or the end of its
/// image data chunk.
pub(super) fn with_end(file: &[u8]) -> Cow<'_, [u8]> {
    let mut at = SIGNATURE;
    let mut chunks = chunks(file.get(SIGNATURE..).unwrap_or_default());
    let cut = loop {
        match chunks.next() {
            Some((kind, length)) if at + 12 + length > file.len() => break Some(kind),
            Some((kind, _)) if &kind == b"IEND" => return Cow::Borrowed(file),
            Some((_, length)) => at += 12 + length,
            None => break None,
        }
    };
    let mut whole = file.get(..at).unwrap_or(file).to_vec();
    if cut.as_ref() == Some(b"IDAT")
        && let Some(length) = length_at(file, at)
        && let Some(data) = file.get(at + 8..)
    {
        let data = &data[..data.len().min(length)];
        let kind_and_data = [b"IDAT", data].concat();
        whole.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
        whole.extend(&kind_and_data);
        whole.extend(crc32fast::hash(&kind_and_data).to_be_bytes());
    }
    whole.extend(END);
    Cow::Owned(whole)
}

fn length_at(file: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_be_bytes(*file.get(at..)?.first_chunk()?)).ok()
}

/// Every entry must be whole, and not too many. Palettes of pictures that do not use them are not checked.
pub(super) fn palettes_are_whole(file: &[u8]) -> bool {
    let is_indexed = file.get(COLOR_TYPE_AT) == Some(&INDEXED);
    let is_whole = |bytes: usize| bytes.is_multiple_of(ENTRY) && bytes <= ENTRY * MAX_ENTRIES;
    !is_indexed
        || chunks(file.get(SIGNATURE..).unwrap_or_default())
            .all(|(kind, length)| &kind != b"PLTE" || is_whole(length))
}

/// The type and content length of each chunk.
fn chunks(mut rest: &[u8]) -> impl Iterator<Item = ([u8; 4], usize)> {
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (kind, after) = after.split_first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        // Skips the checksum.
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
        file.extend([colour_type, 0, 0, 0]);
        file.extend(crc32fast::hash(&file[12..29]).to_be_bytes());
        for (kind, length) in chunks {
            file.extend(u32::try_from(*length).unwrap().to_be_bytes());
            file.extend(*kind);
            file.extend(vec![0; length + 4]);
        }
        file
    }

    #[test]
    fn palette_with_partial_or_too_many_entries_is_detected() {
        for (length, is_whole) in [(0, true), (3, true), (768, true), (13, false), (2, false), (771, false)] {
            let chunks: [(&[u8; 4], usize); 3] = [(b"gAMA", 4), (b"PLTE", length), (b"IDAT", 9)];
            assert_eq!(palettes_are_whole(&file(INDEXED, &chunks)), is_whole, "{length}");
            assert!(palettes_are_whole(&file(2, &chunks)), "{length}");
        }
        let two: [(&[u8; 4], usize); 2] = [(b"PLTE", 3), (b"PLTE", 4)];
        assert!(!palettes_are_whole(&file(INDEXED, &two)));
    }

    #[test]
    fn dimensions_are_read_from_an_intact_header() {
        assert_eq!(dimensions(&file(2, &[])), Some((9, 7)));
        assert_eq!(dimensions(&file(2, &[])[..23]), None);
        let mut damaged = file(2, &[]);
        damaged[17] ^= 1;
        assert_eq!(dimensions(&damaged), None, "the header's checksum is wrong");
        // Cut off after the fields, it still gives its size.
        assert_eq!(dimensions(&file(2, &[])[..29]), Some((9, 7)));
    }

    #[test]
    fn missing_end_of_a_png_file_is_completed() {
        let whole = [file(2, &[(b"IDAT", 9)]), END.to_vec()].concat();
        let sum = crc32fast::hash(&[&b"IDAT"[..], &[0; 9]].concat()).to_be_bytes();
        let start = whole.len() - 12 - 4;
        let whole = [&whole[..start], &sum, END].concat();
        assert_eq!(with_end(&whole), Cow::Borrowed(&whole));
        assert_eq!(with_end(&[&whole[..], b"trailer"].concat()).len(), whole.len() + 7);
        // Without some or all of the end, or of the checksum before it.
        for missing in 1..=16 {
            assert_eq!(with_end(&whole[..whole.len() - missing]), &whole[..], "{missing}");
        }
        // Missing data is not invented.
        let cut = with_end(&whole[..whole.len() - 17]).into_owned();
        assert_eq!(cut.len(), whole.len() - 1);
        assert!(cut.ends_with(END));
    }

    proptest! {
        #[test]
        fn random_bytes_are_read_as_png_without_a_panic(bytes: Vec<u8>) {
            let _ = dimensions(&bytes);
            let _ = with_end(&bytes);
            let _ = with_end(&[file(2, &[]), bytes.clone()].concat());
            let _ = palettes_are_whole(&[file(INDEXED, &[]), bytes].concat());
        }
    }
}
