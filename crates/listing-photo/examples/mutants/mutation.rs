//! Mutants: valid photo files, damaged in one to four ways that depend only on the mutant's number.

use crate::seeds::{Seed, crc32};

const MAX_EDITS: usize = 4;
const MAX_BYTES: usize = 16 * 1024;

pub(crate) struct Mutant {
    pub(crate) kind: &'static str,
    pub(crate) file: Vec<u8>,
}

pub(crate) fn mutant(seeds: &[Seed], number: u64) -> Mutant {
    let mut chance = Chance(number);
    let seed = &seeds[chance.below(seeds.len())];
    let mut file = seed.file.clone();
    for _ in 0..=chance.below(MAX_EDITS) {
        damage(&mut file, seeds, &mut chance);
    }
    file.truncate(MAX_BYTES);
    // A decoder stops at a wrong checksum.
    if seed.name.starts_with("png") && chance.below(8) > 0 {
        repair_checksums(&mut file);
    }
    Mutant { kind: seed.name, file }
}

fn damage(file: &mut Vec<u8>, seeds: &[Seed], chance: &mut Chance) {
    if file.is_empty() {
        return;
    }
    let at = chance.below(file.len());
    let length = (1 + chance.below(64)).min(file.len() - at);
    match chance.below(12) {
        0..=2 => file[at] ^= 1 << chance.below(8),
        3 => file[at] = chance.byte(),
        // Boundary values, at which arithmetic errors are likely.
        4 => file[at] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][chance.below(6)],
        5 => file.truncate(at),
        6 => drop(file.drain(at..at + length)),
        7 => {
            let part = file[at..at + length].to_vec();
            file.splice(at..at, part);
        }
        8 => {
            let bytes: Vec<u8> = (0..length).map(|_| chance.byte()).collect();
            file.splice(at..at, bytes);
        }
        // A part of another photo, possibly of another kind.
        9 => {
            let other = &seeds[chance.below(seeds.len())].file;
            let from = chance.below(other.len());
            let to = (from + length).min(other.len());
            file.splice(at..at + length, other[from..to].iter().copied());
        }
        10 => change_a_number(file, chance),
        _ => repeat_a_segment(file, chance),
    }
}

/// Changes two or four bytes where a segment's length or a picture's side is likely.
fn change_a_number(file: &mut [u8], chance: &mut Chance) {
    let starts = segment_starts(file);
    let at = match starts.len() {
        0 => chance.below(file.len()),
        count => starts[chance.below(count)] + chance.below(12),
    };
    let values: [u32; 8] = [0, 1, 2, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, 3 + u32::from(chance.byte())];
    let value = values[chance.below(values.len())];
    let bytes = if chance.below(2) == 0 { value.to_be_bytes() } else { value.to_le_bytes() };
    let width = 2 + 2 * chance.below(2);
    let number = if chance.below(2) == 0 { &bytes[..width] } else { &bytes[4 - width..] };
    for (old, new) in file.iter_mut().skip(at).zip(number) {
        *old = *new;
    }
}

/// Copies one segment or chunk to the place before another one.
fn repeat_a_segment(file: &mut Vec<u8>, chance: &mut Chance) {
    let starts = segment_starts(file);
    if starts.is_empty() {
        return;
    }
    let which = chance.below(starts.len());
    let end = starts.get(which + 1).copied().unwrap_or(file.len());
    let segment = file[starts[which]..end].to_vec();
    let to = starts[chance.below(starts.len())];
    file.splice(to..to, segment);
}

/// Returns the offsets of JPEG markers, and of other formats' chunks, which have names of four letters.
fn segment_starts(file: &[u8]) -> Vec<usize> {
    let is_name = |bytes: &[u8]| bytes.iter().all(|byte| byte.is_ascii_alphabetic() || b" 8".contains(byte));
    // The length precedes the name in PNG files, and follows it in WebP files.
    let before = if file.starts_with(b"\x89PNG") { 4 } else { 0 };
    if file.starts_with(&[0xFF, 0xD8]) {
        let is_marker = |at: &usize| file[*at] == 0xFF && (0xC0..0xFF).contains(&file[at + 1]);
        return (0..file.len().saturating_sub(1)).filter(is_marker).collect();
    }
    let names = (before..file.len().saturating_sub(4)).filter(|at| is_name(&file[*at..at + 4]));
    names.map(|at| at - before).collect()
}

fn repair_checksums(file: &mut [u8]) {
    let mut at = 8;
    while let Some(length) = file.get(at..).and_then(|rest| rest.first_chunk()) {
        let Ok(length) = usize::try_from(u32::from_be_bytes(*length)) else { return };
        let end = at.saturating_add(8).saturating_add(length);
        let Some(content) = file.get(at + 4..end) else { return };
        let sum = crc32(content).to_be_bytes();
        if let Some(stored) = file.get_mut(end..end + 4) {
            stored.copy_from_slice(&sum);
        }
        at = end + 4;
    }
}

/// `SplitMix64`.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    /// `end` is not 0.
    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end.max(1)).unwrap_or_default()
    }
}
