use std::iter;
use std::ops::Range;

use image::metadata::Orientation;
use jiff::civil::{Date, DateTime, Time};

use crate::raster::pixels::CameraNotes;

/// In JPEG files, and in some files of other formats.
const PREFIX: &[u8] = b"Exif\0";

/// Reads a TIFF file (EXIF 3.0, section 4.5), perhaps after the prefix. An unreadable block means upright, at
/// an unknown time.
pub(super) fn read(block: Option<&[u8]>) -> CameraNotes {
    let reader = block.and_then(Reader::new);
    let orientation = reader.as_ref().and_then(Reader::orientation).unwrap_or(Orientation::NoTransforms);
    CameraNotes { orientation, taken_at: reader.as_ref().and_then(Reader::taken_at) }
}

mod tag {
    pub(super) const ORIENTATION: u16 = 0x0112;
    /// The position of the directory with the times.
    pub(super) const EXIF_DIRECTORY: u16 = 0x8769;
    pub(super) const DATE_TIME_ORIGINAL: u16 = 0x9003;
    pub(super) const SUB_SEC_TIME_ORIGINAL: u16 = 0x9291;
}

/// Values up to this many bytes are in the entry itself, longer ones at the position there.
const IN_ENTRY: usize = 4;

/// Reads "2026:05:01 14:03:09". Cameras whose clock was never set write spaces or zeros.
fn date_time(text: &[u8], fraction: &[u8]) -> Option<DateTime> {
    let number = |range: Range<usize>| {
        let digits = text.get(range)?;
        let is_number = digits.iter().all(u8::is_ascii_digit);
        is_number.then(|| digits.iter().fold(0_i16, |number, digit| number * 10 + i16::from(digit - b'0')))
    };
    let two = |at: usize| number(at..at + 2).and_then(|number| i8::try_from(number).ok());
    let date = Date::new(number(0..4)?, two(5)?, two(8)?).ok()?;
    let time = Time::new(two(11)?, two(14)?, two(17)?, nanoseconds(fraction)).ok()?;
    Some(date.to_datetime(time))
}

/// Reads the digits after the decimal point; zero without digits.
fn nanoseconds(digits: &[u8]) -> i32 {
    let digits = digits.iter().copied().take_while(u8::is_ascii_digit).chain(iter::repeat(b'0'));
    digits.take(9).fold(0, |number, digit| number * 10 + i32::from(digit - b'0'))
}

struct Reader<'a> {
    tiff: &'a [u8],
    is_little: bool,
}

impl<'a> Reader<'a> {
    fn new(block: &'a [u8]) -> Option<Self> {
        // The byte after the prefix is padding.
        let tiff = block.strip_prefix(PREFIX).map_or(block, |rest| rest.get(1..).unwrap_or_default());
        let is_little = match tiff.get(..4)? {
            b"II*\0" => true,
            b"MM\0*" => false,
            _ => return None,
        };
        Some(Self { tiff, is_little })
    }

    fn orientation(&self) -> Option<Orientation> {
        let entry = self.entry(self.u32(4)?, tag::ORIENTATION)?;
        if self.u32(entry + 4)? != 1 {
            return None;
        }
        let value = match self.u16(entry + 2)? {
            // A byte, a short and a long, each at the beginning of its four bytes.
            1 => u32::from(*self.tiff.get(entry + 8)?),
            3 => u32::from(self.u16(entry + 8)?),
            4 => self.u32(entry + 8)?,
            _ => return None,
        };
        u8::try_from(value).ok().and_then(Orientation::from_exif)
    }

    fn taken_at(&self) -> Option<DateTime> {
        let pointer = self.entry(self.u32(4)?, tag::EXIF_DIRECTORY)?;
        let directory = self.u32(pointer + 8)?;
        let fraction = self.text(directory, tag::SUB_SEC_TIME_ORIGINAL).unwrap_or_default();
        date_time(self.text(directory, tag::DATE_TIME_ORIGINAL)?, fraction)
    }

    fn text(&self, directory: u32, tag: u16) -> Option<&'a [u8]> {
        let entry = self.entry(directory, tag)?;
        let length = usize::try_from(self.u32(entry + 4)?).ok()?;
        let start =
            if length <= IN_ENTRY { entry + 8 } else { usize::try_from(self.u32(entry + 8)?).ok()? };
        let is_text = self.u16(entry + 2)? == 2;
        self.tiff.get(start..start.checked_add(length)?).filter(|_| is_text)
    }

    /// The position of a tag's first entry in the directory at this position.
    fn entry(&self, directory: u32, tag: u16) -> Option<usize> {
        let directory = usize::try_from(directory).ok()?;
        let count = usize::from(self.u16(directory)?);
        let mut entries = (0..count).map_while(|number| directory.checked_add(2 + 12 * number));
        entries.find(|entry| self.u16(*entry) == Some(tag))
    }

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

    fn orientation(block: Option<&[u8]>) -> Orientation {
        read(block).orientation
    }

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

    /// A directory with the pointer to the directory of the times, whose fractions of a second are one value of
    /// up to four bytes.
    fn block_of_time(time: &[u8], fraction: &[u8]) -> Vec<u8> {
        let entry = |tag: u16, kind: u16, count: usize, value: u32| {
            let count = u32::try_from(count).unwrap();
            [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value.to_be_bytes()].concat()
        };
        let mut inline = [0; 4];
        inline[..fraction.len()].copy_from_slice(fraction);
        let first = entry(0x8769, 4, 1, 26);
        let fraction = entry(0x9291, 2, fraction.len(), u32::from_be_bytes(inline));
        let times = [entry(0x9003, 2, time.len(), 56), fraction].concat();
        let head = [&b"MM\0*"[..], &8_u32.to_be_bytes(), &1_u16.to_be_bytes(), &first, &[0; 4]].concat();
        [&head[..], &2_u16.to_be_bytes(), &times, &[0; 4], time].concat()
    }

    #[test]
    fn capture_time_is_read_with_its_fraction() {
        for (fraction, expected) in [
            (&b""[..], "2026-05-01T14:03:09"),
            (b"25\0", "2026-05-01T14:03:09.25"),
            (b"007", "2026-05-01T14:03:09.007"),
            (b"  ", "2026-05-01T14:03:09"),
        ] {
            let block = block_of_time(b"2026:05:01 14:03:09\0", fraction);
            assert_eq!(read(Some(&block)).taken_at, Some(expected.parse().unwrap()), "{fraction:?}");
        }
    }

    #[test]
    fn impossible_capture_time_is_unknown() {
        for time in [
            &b"0000:00:00 00:00:00\0"[..],
            b"    :  :     :  :  \0",
            b"2026:13:01 14:03:09\0",
            b"2026:05:01",
            b"",
        ] {
            assert_eq!(read(Some(&block_of_time(time, b""))).taken_at, None, "{time:?}");
        }
        let whole = block_of_time(b"2026:05:01 14:03:09\0", b"");
        assert_eq!(read(Some(&whole[..whole.len() - 1])).taken_at, None);
    }

    proptest! {
        #[test]
        fn random_bytes_are_read_as_exif_without_a_panic(bytes: Vec<u8>) {
            let _ = read(Some(&bytes));
            let _ = read(Some(&[b"II*\0", &bytes[..]].concat()));
        }
    }
}
