use image::metadata::Orientation;

/// In JPEG files, and in some files of other formats.
const PREFIX: &[u8] = b"Exif\0";

/// Reads a TIFF file (EXIF 3.0, section 4.5), perhaps after the prefix. An unreadable block means upright.
pub(super) fn orientation(block: Option<&[u8]>) -> Orientation {
    block.and_then(read).and_then(Orientation::from_exif).unwrap_or(Orientation::NoTransforms)
}

fn read(block: &[u8]) -> Option<u8> {
    // The byte after the prefix is padding.
    let tiff = block.strip_prefix(PREFIX).map_or(block, |rest| rest.get(1..).unwrap_or_default());
    let reader = Reader {
        tiff,
        is_little: match tiff.get(..4)? {
            b"II*\0" => true,
            b"MM\0*" => false,
            _ => return None,
        },
    };
    let directory = usize::try_from(reader.u32(4)?).ok()?;
    let count = usize::from(reader.u16(directory)?);
    (0..count).find_map(|number| {
        let entry = directory.checked_add(2 + 12 * number)?;
        if reader.u16(entry)? != 0x0112 || reader.u32(entry + 4)? != 1 {
            return None;
        }
        let value = match reader.u16(entry + 2)? {
            // A byte, a short and a long, each at the beginning of its four bytes.
            1 => u32::from(*tiff.get(entry + 8)?),
            3 => u32::from(reader.u16(entry + 8)?),
            4 => reader.u32(entry + 8)?,
            _ => return None,
        };
        u8::try_from(value).ok()
    })
}

struct Reader<'a> {
    tiff: &'a [u8],
    is_little: bool,
}

impl Reader<'_> {
    fn u16(&self, at: usize) -> Option<u16> {
        let bytes = *self.tiff.get(at..)?.first_chunk()?;
        Some(if self.is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    fn u32(&self, at: usize) -> Option<u32> {
        let bytes = *self.tiff.get(at..)?.first_chunk()?;
        Some(if self.is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn block(is_little: bool, kind: u16, value: [u8; 4]) -> Vec<u8> {
        let u16 = |value: u16| if is_little { value.to_le_bytes() } else { value.to_be_bytes() };
        let u32 = |value: u32| if is_little { value.to_le_bytes() } else { value.to_be_bytes() };
        let head: &[u8] = if is_little { b"II*\0" } else { b"MM\0*" };
        [head, &u32(8), &u16(1), &u16(0x0112), &u16(kind), &u32(1), &value, &u32(0)].concat()
    }

    #[test]
    fn exif_is_read_with_and_without_prefix_in_both_byte_orders() {
        for prefix in [&b""[..], b"Exif\0\0", b"Exif\0\xFF"] {
            for (is_little, kind, value) in [
                (true, 3, [6, 0, 0, 0]),
                (false, 3, [0, 6, 0, 0]),
                (true, 4, [6, 0, 0, 0]),
                (false, 4, [0, 0, 0, 6]),
                (false, 1, [6, 0, 0, 0]),
            ] {
                let block = [prefix, &block(is_little, kind, value)].concat();
                assert_eq!(orientation(Some(&block)), Orientation::Rotate90, "{prefix:?} {kind}");
            }
        }
    }

    #[test]
    fn unreadable_exif_means_upright() {
        let good = block(false, 3, [0, 6, 0, 0]);
        for bad in [&b""[..], b"Exif\0", b"Exif\0\0", b"MM\0*\xFF\xFF\xFF\xFF", &good[..19]] {
            assert_eq!(orientation(Some(bad)), Orientation::NoTransforms, "{bad:?}");
        }
        for bad in
            [block(false, 2, [0, 6, 0, 0]), block(false, 3, [0, 9, 0, 0]), block(false, 3, [1, 6, 0, 0])]
        {
            assert_eq!(orientation(Some(&bad)), Orientation::NoTransforms, "{bad:?}");
        }
        assert_eq!(orientation(None), Orientation::NoTransforms);
    }

    proptest! {
        #[test]
        fn random_bytes_are_read_as_exif_without_a_panic(bytes: Vec<u8>) {
            let _ = orientation(Some(&bytes));
            let _ = orientation(Some(&[b"II*\0", &bytes[..]].concat()));
        }
    }
}
