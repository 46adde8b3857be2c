//! Reads the picture sizes that a HEIF file states, before any program decodes it.
//!
//! Boxes are those of ISO/IEC 14496-12; `ispe` is the size of a picture or tile (ISO/IEC 23008-12, 6.5.3).

/// The length of an `ispe` box: its length, name, version, width and height.
const BOX: usize = 20;

/// Returns the largest stated width and height.
pub(crate) fn largest(file: &[u8]) -> Option<(u32, u32)> {
    let sizes = memchr::memmem::find_iter(file, b"ispe").filter_map(|at| size(file, at));
    sizes.max_by_key(|(width, height)| u64::from(*width) * u64::from(*height))
}

fn size(file: &[u8], name_at: usize) -> Option<(u32, u32)> {
    let bytes = file.get(name_at.checked_sub(4)?..)?.get(..BOX)?;
    let word = |at: usize| bytes[at..].first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
    let is_box = word(0).and_then(|length| usize::try_from(length).ok()) == Some(BOX) && word(8) == Some(0);
    word(12).zip(word(16)).filter(|_| is_box)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ispe(width: u32, height: u32) -> Vec<u8> {
        [&[0, 0, 0, 20][..], b"ispe", &[0; 4], &width.to_be_bytes(), &height.to_be_bytes()].concat()
    }

    #[test]
    fn largest_picture_size_of_a_heif_file_is_returned() {
        assert_eq!(largest(&[ispe(512, 512), ispe(4032, 3024), ispe(320, 240)].concat()), Some((4032, 3024)));
        assert_eq!(largest(&[&ispe(9, 7)[..], b"mdat", &ispe(70, 50)].concat()), Some((70, 50)));
        assert_eq!(largest(include_bytes!("probe.heic")), Some((64, 64)));
    }

    #[test]
    fn data_that_only_looks_like_a_box_is_ignored() {
        for file in
            [&b""[..], b"ispe", b"\0\0\0\x14ispe\0\0\0", b"\0\0\0\x15ispe\0\0\0\0\0\0\0\x01\0\0\0\x01\0"]
        {
            assert_eq!(largest(file), None, "{file:?}");
        }
    }
}
