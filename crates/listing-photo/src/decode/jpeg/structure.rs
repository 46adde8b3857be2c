//! Reads the structure of a JPEG file (ITU-T T.81, annex B) before anything is decoded. An MCU below is the
//! smallest coded unit: the blocks of all components for one area.
//!
//! Bytes without picture data are ignored: junk between segments, missing or doubled end markers, trailers.

use std::ops::Range;

use super::color::{self, Model};
use super::standard::{self, HuffmanSpec};

/// Encoders write about ten. Each further scan processes the whole picture again, however few bytes it has.
const MAX_SCANS: usize = 32;
/// Encoders write at most four for each scan.
const MAX_TABLES: usize = 512;
/// One (gray), three, or four (printers' inks).
pub(super) const MAX_COMPONENTS: usize = 4;

const SOI: u8 = 0xD8;
const EOI: u8 = 0xD9;

/// The file is damaged or of an unsupported kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Damaged;

#[derive(Debug)]
pub(super) struct Structure<'a> {
    pub(super) frame: Frame,
    pub(super) scans: Vec<Scan>,
    /// The default ones first. Scans refer to them by index.
    pub(super) huffman: Vec<HuffmanSpec<'a>>,
    /// Scans refer to them by index.
    pub(super) quantization: Vec<[u16; 64]>,
    pub(super) model: Model,
    /// An end marker follows the last scan.
    pub(super) has_end: bool,
    /// The first EXIF segment, with its prefix.
    pub(super) exif: Option<&'a [u8]>,
    profile: Vec<&'a [u8]>,
}

/// The completeness of the coefficients in the scans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Every bit of every coefficient.
    Whole,
    /// Every component, but not every bit or coefficient.
    Coarse,
    /// Not every component.
    Lacking,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) progressive: bool,
    pub(super) components: Vec<Component>,
}

/// Brightness, or a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Component {
    id: u8,
    /// The horizontal sampling factor.
    pub(super) across: u32,
    /// The vertical sampling factor.
    pub(super) down: u32,
    /// The slot of the quantization table.
    slot: u8,
}

#[derive(Debug)]
pub(super) struct Scan {
    pub(super) parts: Vec<ScanPart>,
    /// The indexes of the first and last coefficient.
    pub(super) band: (usize, usize),
    /// The lowest bit position of the coefficients after the previous scan, or 0, and after this scan
    /// (successive approximation).
    pub(super) approximation: (u8, u8),
    /// MCUs between restart markers; 0 if there are none.
    pub(super) restart_interval: u32,
    /// The entropy-coded bytes, including restart markers.
    pub(super) data: Range<usize>,
}

/// The indexes of a component, and of its tables when the scan begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScanPart {
    pub(super) component: usize,
    pub(super) dc: Option<usize>,
    pub(super) ac: Option<usize>,
    pub(super) quantization: Option<usize>,
}

impl Frame {
    pub(super) fn most(&self) -> (u32, u32) {
        let most = |factor: fn(&Component) -> u32| self.components.iter().map(factor).max().unwrap_or(1);
        (most(|component| component.across), most(|component| component.down))
    }

    /// Width and height, in samples.
    pub(super) fn samples(&self, component: &Component) -> (u32, u32) {
        let (most_across, most_down) = self.most();
        (
            (self.width * component.across).div_ceil(most_across),
            (self.height * component.down).div_ceil(most_down),
        )
    }

    /// Columns and rows of MCUs in a scan of several components.
    pub(super) fn units(&self) -> (u32, u32) {
        let (most_across, most_down) = self.most();
        (self.width.div_ceil(8 * most_across), self.height.div_ceil(8 * most_down))
    }

    /// Columns and rows of blocks, padded to whole MCUs.
    pub(super) fn blocks(&self, component: &Component) -> (u32, u32) {
        let (across, down) = self.units();
        (across * component.across, down * component.down)
    }

    /// Returns the bytes that decoding takes: all samples, and the coefficients if several scans contribute
    /// to them. A component's coefficients are freed once its samples exist.
    pub(super) fn decode_bytes(&self) -> u64 {
        let samples = |component: &Component| {
            let (width, height) = self.samples(component);
            u64::from(width) * u64::from(height)
        };
        let coefficients = |component: &Component| {
            let (across, down) = self.blocks(component);
            if self.progressive { u64::from(across) * u64::from(down) * 128 } else { 0 }
        };
        let mut held: u64 = self.components.iter().map(coefficients).sum();
        let mut most = held;
        for component in &self.components {
            held += samples(component);
            most = most.max(held);
            held -= coefficients(component);
        }
        most
    }
}

impl Structure<'_> {
    pub(super) fn extent(&self) -> Extent {
        let mut known = [[None; 64]; MAX_COMPONENTS];
        for scan in &self.scans {
            for part in &scan.parts {
                known[part.component][scan.band.0..=scan.band.1].fill(Some(scan.approximation.1));
            }
        }
        let known = &known[..self.frame.components.len()];
        if known.iter().any(|bits| bits[0].is_none()) {
            Extent::Lacking
        } else if known.as_flattened().iter().all(|bit| *bit == Some(0)) {
            Extent::Whole
        } else {
            Extent::Coarse
        }
    }

    /// `None` if a part is missing.
    pub(super) fn profile(&self) -> Option<Vec<u8>> {
        let count = self.profile.len();
        let part = |number: usize| {
            self.profile.iter().find(|part| usize::from(part[0]) == number && usize::from(part[1]) == count)
        };
        let parts: Option<Vec<&[u8]>> =
            (1..=count).map(|number| part(number).map(|part| &part[2..])).collect();
        parts.filter(|parts| !parts.is_empty()).map(|parts| parts.concat())
    }
}

/// There must be exactly one frame. Otherwise a decoder may skip a small frame of an unknown kind, and then
/// decode a large one whose size was never checked.
pub(super) fn read(file: &[u8]) -> Result<Structure<'_>, Damaged> {
    let mut reader = Reader::new(file);
    while let Some(marker) = reader.next_marker() {
        match marker {
            // Restarts, and stray bytes that look like a marker.
            0x01..=0xBF | 0xD0..=0xD7 => {}
            EOI => {
                reader.has_end = true;
                break;
            }
            // Another picture follows one without an end marker.
            SOI if !reader.scans.is_empty() => break,
            SOI => return Err(Damaged),
            _ => {
                // A truncated segment ends the file.
                let Some(segment) = reader.segment() else { break };
                reader.take(marker, segment)?;
            }
        }
    }
    reader.finish()
}

/// Steps through a file from marker to marker.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
    frame: Option<Frame>,
    scans: Vec<Scan>,
    huffman: Vec<HuffmanSpec<'a>>,
    quantization: Vec<[u16; 64]>,
    /// The index of the table that each slot contains at this point.
    dc_slots: [Option<usize>; 4],
    ac_slots: [Option<usize>; 4],
    quantization_slots: [Option<usize>; 4],
    restart_interval: u32,
    hints: color::Hints,
    has_end: bool,
    exif: Option<&'a [u8]>,
    profile: Vec<&'a [u8]>,
}

impl<'a> Reader<'a> {
    fn new(file: &'a [u8]) -> Self {
        Self {
            file,
            at: 2,
            frame: None,
            scans: Vec::new(),
            huffman: standard::TABLES.to_vec(),
            quantization: Vec::new(),
            dc_slots: [Some(0), Some(1), None, None],
            ac_slots: [Some(2), Some(3), None, None],
            quantization_slots: [None; 4],
            restart_interval: 0,
            hints: color::Hints::default(),
            has_end: false,
            exif: None,
            profile: Vec::new(),
        }
    }

    /// Skips other bytes before the marker.
    fn next_marker(&mut self) -> Option<u8> {
        loop {
            self.at += memchr::memchr(0xFF, self.file.get(self.at..)?)? + 1;
            match *self.file.get(self.at)? {
                // Fill bytes: the second may begin the marker.
                0xFF => {}
                0 => self.at += 1,
                marker => {
                    self.at += 1;
                    return Some(marker);
                }
            }
        }
    }

    fn segment(&mut self) -> Option<&'a [u8]> {
        let length: &[u8; 2] = self.file.get(self.at..)?.first_chunk()?;
        let end = self.at + usize::from(u16::from_be_bytes(*length));
        let segment = self.file.get(self.at + 2..end)?;
        self.at = end;
        Some(segment)
    }

    fn take(&mut self, marker: u8, segment: &'a [u8]) -> Result<(), Damaged> {
        match marker {
            0xC4 => self.take_huffman(segment),
            0xDB => self.take_quantization(segment),
            0xC0..=0xC2 => {
                let frame = read_frame(segment, marker == 0xC2)?;
                if self.frame.replace(frame).is_some() { Err(Damaged) } else { Ok(()) }
            }
            // Lossless, hierarchical and arithmetic coding.
            0xC3 | 0xC5..=0xCF => Err(Damaged),
            0xDD => {
                let interval = segment.first_chunk().ok_or(Damaged)?;
                self.restart_interval = u16::from_be_bytes(*interval).into();
                Ok(())
            }
            0xDA => self.take_scan(segment),
            0xE1 if self.exif.is_none() && segment.starts_with(b"Exif\0") => {
                self.exif = Some(segment);
                Ok(())
            }
            0xE2 => {
                if let Some(part) = segment.strip_prefix(b"ICC_PROFILE\0").filter(|part| part.len() > 2) {
                    self.profile.push(part);
                }
                Ok(())
            }
            0xE0 | 0xEE => {
                self.hints.take(marker, segment);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn take_huffman(&mut self, mut rest: &'a [u8]) -> Result<(), Damaged> {
        while let Some((head, after)) = rest.split_first() {
            let (counts, after) = after.split_first_chunk::<16>().ok_or(Damaged)?;
            let count: usize = counts.iter().map(|count| usize::from(*count)).sum();
            let values = after.get(..count).filter(|values| values.len() <= 256).ok_or(Damaged)?;
            rest = &after[count..];
            let slots = match head >> 4 {
                0 => &mut self.dc_slots,
                1 => &mut self.ac_slots,
                _ => return Err(Damaged),
            };
            *slots.get_mut(usize::from(head & 15)).ok_or(Damaged)? = Some(self.huffman.len());
            self.huffman.push(HuffmanSpec { counts, values });
        }
        if self.huffman.len() > MAX_TABLES + standard::TABLES.len() { Err(Damaged) } else { Ok(()) }
    }

    fn take_quantization(&mut self, mut rest: &'a [u8]) -> Result<(), Damaged> {
        while let Some((head, after)) = rest.split_first() {
            let bytes_each = if head >> 4 == 0 { 1 } else { 2 };
            let mut table = [0; 64];
            let entries = after.get(..64 * bytes_each).ok_or(Damaged)?;
            for (value, bytes) in table.iter_mut().zip(entries.chunks_exact(bytes_each)) {
                *value = bytes.iter().fold(0, |value, byte| value << 8 | u16::from(*byte));
            }
            rest = &after[64 * bytes_each..];
            let slot = self.quantization_slots.get_mut(usize::from(head & 15)).ok_or(Damaged)?;
            *slot = Some(self.quantization.len());
            self.quantization.push(table);
        }
        if self.quantization.len() > MAX_TABLES { Err(Damaged) } else { Ok(()) }
    }

    fn take_scan(&mut self, segment: &[u8]) -> Result<(), Damaged> {
        let frame = self.frame.as_ref().ok_or(Damaged)?;
        let (count, rest) = segment.split_first().ok_or(Damaged)?;
        let count = usize::from(*count);
        let (selectors, rest) = rest.split_at_checked(2 * count).ok_or(Damaged)?;
        let [first, last, approximation, ..] = *rest else { return Err(Damaged) };
        let mut parts: Vec<ScanPart> = Vec::with_capacity(count);
        for [id, tables] in selectors.as_chunks::<2>().0 {
            let component =
                frame.components.iter().position(|component| component.id == *id).ok_or(Damaged)?;
            if parts.iter().any(|part| part.component == component) {
                return Err(Damaged);
            }
            let slot = |slots: [Option<usize>; 4], slot: u8| slots.get(usize::from(slot)).copied().flatten();
            // Only sequential files may lack tables of their own.
            let is_allowed = |slot: &usize| !frame.progressive || *slot >= standard::TABLES.len();
            parts.push(ScanPart {
                component,
                dc: slot(self.dc_slots, tables >> 4).filter(is_allowed),
                ac: slot(self.ac_slots, tables & 15).filter(is_allowed),
                quantization: slot(self.quantization_slots, frame.components[component].slot),
            });
        }
        // Those of a sequential file have no meaning, and some cameras write nonsense.
        let (band, approximation) = if frame.progressive {
            ((usize::from(first), usize::from(last)), (approximation >> 4, approximation & 15))
        } else {
            ((0, 63), (0, 0))
        };
        let blocks_in_unit: u32 = parts
            .iter()
            .map(|part| &frame.components[part.component])
            .map(|each| each.across * each.down)
            .sum();
        let is_progression = band.0 == 0 && band.1 == 0 || parts.len() == 1 && 0 < band.0 && band.0 <= band.1;
        let is_valid = !parts.is_empty()
            && (parts.len() == 1 || blocks_in_unit <= 10)
            && (!frame.progressive || is_progression && band.1 < 64 && approximation.1 <= 13)
            && (approximation.0 == 0 || approximation.0 == approximation.1 + 1);
        if !is_valid || self.scans.len() == MAX_SCANS {
            return Err(Damaged);
        }
        let start = self.at;
        self.at = end_of_data(self.file, start);
        self.scans.push(Scan {
            parts,
            band,
            approximation,
            restart_interval: self.restart_interval,
            data: start..self.at,
        });
        Ok(())
    }

    fn finish(self) -> Result<Structure<'a>, Damaged> {
        let frame = self.frame.ok_or(Damaged)?;
        let ids: Vec<u8> = frame.components.iter().map(|component| component.id).collect();
        let model = self.hints.model(&ids).ok_or(Damaged)?;
        Ok(Structure {
            frame,
            scans: self.scans,
            huffman: self.huffman,
            quantization: self.quantization,
            model,
            has_end: self.has_end,
            exif: self.exif,
            profile: self.profile,
        })
    }
}

/// The next marker that is not a restart marker ends the data.
fn end_of_data(file: &[u8], start: usize) -> usize {
    for at in memchr::memchr_iter(0xFF, &file[start..]).map(|at| start + at) {
        match file.get(at + 1) {
            Some(0 | 0xFF | 0xD0..=0xD7) => {}
            Some(_) => return at,
            None => break,
        }
    }
    file.len()
}

fn read_frame(segment: &[u8], progressive: bool) -> Result<Frame, Damaged> {
    let [8, h1, h0, w1, w0, count, rest @ ..] = segment else { return Err(Damaged) };
    let width = u32::from(u16::from_be_bytes([*w1, *w0]));
    let height = u32::from(u16::from_be_bytes([*h1, *h0]));
    let components: Vec<Component> = rest
        .as_chunks::<3>()
        .0
        .iter()
        .take(usize::from(*count))
        .map(|[id, factors, slot]| Component {
            id: *id,
            across: (factors >> 4).into(),
            down: (factors & 15).into(),
            slot: *slot,
        })
        .collect();
    let is_factor = |factor: u32| (1..=4).contains(&factor);
    let are_valid = components.len() == usize::from(*count)
        && matches!(components.len(), 1 | 3 | MAX_COMPONENTS)
        && components.iter().all(|component| is_factor(component.across) && is_factor(component.down));
    if are_valid { Ok(Frame { width, height, progressive, components }) } else { Err(Damaged) }
}

#[cfg(test)]
#[path = "structure_tests.rs"]
mod tests;
