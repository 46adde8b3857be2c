//! Decodes Huffman codes from the bits of a scan (ITU-T T.81, annexes C and F).

use super::standard::HuffmanSpec;
use super::structure::Damaged;

const LOOKUP_BITS: u32 = 9;

pub(super) struct Huffman {
    /// For each possible next [`LOOKUP_BITS`] bits: length and value of the code at their beginning, or 0 if
    /// that code is longer.
    lookup: Box<[(u8, u8); 1 << LOOKUP_BITS]>,
    /// For each code length: one more than the largest code, shifted left to 16 bits.
    ends: [u32; 17],
    /// For each code length: the number to add to a code for the index of its value.
    offsets: [i32; 17],
    values: Vec<u8>,
}

impl Huffman {
    /// Fails if there are too many codes.
    pub(super) fn new(spec: HuffmanSpec<'_>) -> Result<Self, Damaged> {
        let mut table = Self {
            lookup: Box::new([(0, 0); 1 << LOOKUP_BITS]),
            ends: [0; 17],
            offsets: [0; 17],
            values: spec.values.to_vec(),
        };
        let (mut code, mut position) = (0_u32, 0_usize);
        for (length, count) in (1_u8..).zip(spec.counts) {
            let at = usize::from(length);
            let first = code;
            code += u32::from(*count);
            if code > 1 << length {
                return Err(Damaged);
            }
            table.offsets[at] = i32::try_from(position).map_err(|_| Damaged)? - first.cast_signed();
            table.ends[at] = code << (16 - length);
            for (code, value) in (first..code).zip(&spec.values[position..]) {
                table.fill(code, length, *value);
            }
            position += usize::from(*count);
            code <<= 1;
        }
        Ok(table)
    }

    fn fill(&mut self, code: u32, length: u8, value: u8) {
        if u32::from(length) <= LOOKUP_BITS {
            let free = LOOKUP_BITS - u32::from(length);
            for entry in self.lookup.iter_mut().skip(to_index(code << free)).take(1 << free) {
                *entry = (length, value);
            }
        }
    }

    /// Returns the length and value of the code at the beginning of these 16 bits.
    #[inline]
    fn find(&self, bits: u32) -> Result<(u32, u8), Damaged> {
        let (length, value) = self.lookup[to_index(bits >> (16 - LOOKUP_BITS))];
        if length != 0 {
            return Ok((length.into(), value));
        }
        self.find_long(bits)
    }

    #[cold]
    fn find_long(&self, bits: u32) -> Result<(u32, u8), Damaged> {
        for (length, at) in (LOOKUP_BITS + 1..=16).zip(to_index(LOOKUP_BITS) + 1..) {
            if bits < self.ends[at] {
                let code = (bits >> (16 - length)).cast_signed();
                let position = usize::try_from(code + self.offsets[at]).map_err(|_| Damaged)?;
                return self.values.get(position).map(|value| (length, *value)).ok_or(Damaged);
            }
        }
        Err(Damaged)
    }
}

/// The standard reserves a code of only ones.
pub(super) fn has_code_of_ones(spec: HuffmanSpec<'_>) -> bool {
    let mut code = 0_u32;
    (1..).zip(spec.counts).any(|(length, count)| {
        code += u32::from(*count);
        let is_used = *count > 0 && code >= 1 << length;
        code <<= 1;
        is_used
    })
}

/// Missing bits are an error, and are never made up.
pub(super) struct Bits<'a> {
    data: &'a [u8],
    at: usize,
    /// Read in advance, the next bit at the top.
    next: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    pub(super) const fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0, next: 0, count: 0 }
    }

    /// Reads in advance until there are more than 32 bits, or no more before a marker.
    #[inline]
    fn fill(&mut self) {
        if self.count > 32 {
            return;
        }
        let next = self.data.get(self.at..).and_then(|rest| rest.first_chunk::<4>());
        if let Some(bytes) = next.filter(|bytes| !bytes.contains(&0xFF)) {
            self.next |= u64::from(u32::from_be_bytes(*bytes)) << (32 - self.count);
            self.count += 32;
            self.at += 4;
        } else {
            self.fill_by_bytes();
        }
    }

    fn fill_by_bytes(&mut self) {
        while self.count <= 48 {
            let Some(byte) = self.data.get(self.at) else { return };
            let mut after = self.at + 1;
            if *byte == 0xFF {
                while self.data.get(after) == Some(&0xFF) {
                    after += 1;
                }
                if self.data.get(after) != Some(&0) {
                    return;
                }
                after += 1;
            }
            self.next |= u64::from(*byte) << (56 - self.count);
            self.count += 8;
            self.at = after;
        }
    }

    #[inline]
    fn drop(&mut self, count: u32) -> Result<(), Damaged> {
        if count > self.count {
            return Err(Damaged);
        }
        self.next <<= count;
        self.count -= count;
        Ok(())
    }

    /// `count` is at most 16.
    #[inline]
    pub(super) fn number(&mut self, count: u32) -> Result<i32, Damaged> {
        if count == 0 {
            return Ok(0);
        }
        if self.count < count {
            self.fill();
        }
        let number = top(self.next, count);
        self.drop(count)?;
        Ok(number.cast_signed())
    }

    /// EXTEND of ITU-T T.81, F.2.2.1.
    #[inline]
    pub(super) fn signed(&mut self, count: u32) -> Result<i32, Damaged> {
        if count == 0 {
            return Ok(0);
        }
        let number = self.number(count)?;
        Ok(if number < 1 << (count - 1) { number - (1 << count) + 1 } else { number })
    }

    #[inline]
    pub(super) fn bit(&mut self) -> Result<bool, Damaged> {
        Ok(self.number(1)? == 1)
    }

    #[inline]
    pub(super) fn value(&mut self, table: &Huffman) -> Result<u8, Damaged> {
        self.fill();
        let (length, value) = table.find(top(self.next, 16))?;
        self.drop(length)?;
        Ok(value)
    }

    /// Continues after the next restart marker, which must have this number.
    pub(super) fn restart(&mut self, number: u8) -> Result<(), Damaged> {
        (self.next, self.count) = (0, 0);
        loop {
            let rest = self.data.get(self.at..).ok_or(Damaged)?;
            self.at += memchr::memchr(0xFF, rest).ok_or(Damaged)? + 1;
            match self.data.get(self.at) {
                Some(0xFF) => {}
                Some(0) => self.at += 1,
                Some(marker) if *marker == 0xD0 + number => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(Damaged),
            }
        }
    }
}

fn top(bits: u64, count: u32) -> u32 {
    u32::try_from(bits >> (64 - count)).unwrap_or(0)
}

fn to_index(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes 0, 10, 110 and 1110 0000 00 (ten bits), with the values 1 to 4.
    const COUNTS: [u8; 16] = [1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    const SPEC: HuffmanSpec<'_> = HuffmanSpec { counts: &COUNTS, values: &[1, 2, 3, 4] };

    #[test]
    fn short_and_long_codes_give_their_values() {
        let table = Huffman::new(SPEC).unwrap();
        // 0 10 110 1110000000, then 01 as a number.
        let data = [0b0101_1011, 0b1000_0000, 0b0100_0000];
        let mut bits = Bits::new(&data);
        let values: Vec<u8> = (0..4).map(|_| bits.value(&table).unwrap()).collect();
        assert_eq!(values, [1, 2, 3, 4]);
        assert_eq!(bits.number(2), Ok(1));
        // An invalid code.
        assert_eq!(Bits::new(&[0xFE; 9]).value(&table), Err(Damaged));
    }

    #[test]
    fn reading_beyond_the_last_bit_fails() {
        let mut bits = Bits::new(&[0xA5, 0xFF, 0x00, 0xFF, 0xD9, 0x00]);
        assert_eq!(bits.number(16), Ok(0xA5FF));
        assert_eq!(bits.number(1), Err(Damaged));
        let table = Huffman::new(SPEC).unwrap();
        assert_eq!(Bits::new(&[]).value(&table), Err(Damaged));
        // The first bits of a code are not a code.
        let mut bits = Bits::new(&[0b0000_0001]);
        for _ in 0..7 {
            bits.value(&table).unwrap();
        }
        assert_eq!(bits.value(&table), Err(Damaged));
    }

    #[test]
    fn signed_numbers_are_decoded_by_their_first_bit() {
        let mut bits = Bits::new(&[0b0001_1110, 0b1000_0000]);
        assert_eq!(bits.signed(3), Ok(-7));
        assert_eq!(bits.signed(0), Ok(0));
        assert_eq!(bits.signed(4), Ok(15));
        assert_eq!(bits.signed(1), Ok(-1));
        assert_eq!(bits.signed(1), Ok(1));
    }

    #[test]
    fn restart_marker_must_have_the_next_number() {
        let data = [0x12, 0xFF, 0x00, 0xFF, 0xFF, 0xD3, 0x80];
        let mut bits = Bits::new(&data);
        assert_eq!(bits.number(4), Ok(1));
        bits.restart(3).unwrap();
        assert_eq!(bits.bit(), Ok(true));
        assert_eq!(Bits::new(&data).restart(4), Err(Damaged));
        assert_eq!(Bits::new(&[1, 2]).restart(0), Err(Damaged));
    }

    #[test]
    fn tables_with_too_many_codes_are_refused() {
        let mut counts = [0; 16];
        counts[0] = 3;
        assert!(Huffman::new(HuffmanSpec { counts: &counts, values: &[1, 2, 3] }).is_err());
        counts[0] = 2;
        let full = HuffmanSpec { counts: &counts, values: &[1, 2] };
        assert!(has_code_of_ones(full) && Huffman::new(full).is_ok());
        assert!(!has_code_of_ones(SPEC));
    }
}
