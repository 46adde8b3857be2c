//! Decodes the scans of a JPEG file (ITU-T T.81, annexes F and G), completely or not at all.

use super::huffman::{Bits, Huffman};
use super::idct::{self, Block, ZIGZAG, in_block_order};
use super::structure::{Component, Damaged, Frame, Scan, ScanPart, Structure};
use crate::raster::pixels::index;

/// A component (brightness or one color) during decoding.
struct Part {
    component: Component,
    /// Width and height, in samples.
    size: (u32, u32),
    /// Blocks in a row, padded to whole MCUs (the smallest coded units).
    stride: usize,
    /// Empty unless several scans contribute to the coefficients.
    blocks: Vec<Block>,
    /// The offset of the samples in the buffer.
    start: usize,
    quantization: Option<[u16; 64]>,
}

/// Clears `buffer`, and writes the samples of one component after those of another. Missing data is an error,
/// even if an end marker follows it.
pub(super) fn decode(file: &[u8], structure: &Structure<'_>, buffer: &mut Vec<u8>) -> Result<(), Damaged> {
    let frame = &structure.frame;
    let mut parts: Vec<Part> =
        frame.components.iter().map(|component| Part::new(frame, *component)).collect();
    let mut end = 0;
    for part in &mut parts {
        part.start = end;
        end += part.samples();
    }
    buffer.clear();
    buffer.reserve_exact(end);
    if !frame.progressive {
        buffer.resize(end, 0);
    }
    let mut tables = Tables { structure, built: (0..structure.huffman.len()).map(|_| None).collect() };
    for scan in &structure.scans {
        decode_scan(file, scan, frame, &mut parts, &mut tables, buffer)?;
    }
    for part in &mut parts {
        part.finish(frame, buffer)?;
    }
    Ok(())
}

impl Part {
    fn new(frame: &Frame, component: Component) -> Self {
        let (across, down) = frame.blocks(&component);
        let count = if frame.progressive { index(across) * index(down) } else { 0 };
        Self {
            component,
            size: frame.samples(&component),
            stride: index(across),
            blocks: vec![[0; 64]; count],
            start: 0,
            quantization: None,
        }
    }

    fn samples(&self) -> usize {
        index(self.size.0) * index(self.size.1)
    }

    /// The visible blocks in a row, and the visible rows of blocks.
    fn shown(&self) -> (usize, usize) {
        (index(self.size.0.div_ceil(8)), index(self.size.1.div_ceil(8)))
    }

    /// Writes only samples inside the picture.
    fn show(
        &self,
        (x, y): (usize, usize),
        block: &Block,
        factors: &[u16; 64],
        buffer: &mut [u8],
    ) -> Result<(), Damaged> {
        let (width, height) = (index(self.size.0), index(self.size.1));
        let (left, top) = (x * 8, y * 8);
        if left >= width || top >= height {
            return Ok(());
        }
        let samples = idct::samples(block, factors)?;
        let shown = (width - left).min(8);
        let rows = buffer[self.start + top * width..].chunks_mut(width).take((height - top).min(8));
        for (row, samples) in rows.zip(samples.as_chunks::<8>().0) {
            row[left..left + shown].copy_from_slice(&samples[..shown]);
        }
        Ok(())
    }

    /// Converts the stored coefficients, if any, to samples, and frees their memory.
    fn finish(&mut self, frame: &Frame, buffer: &mut Vec<u8>) -> Result<(), Damaged> {
        let factors = self.quantization.ok_or(Damaged)?;
        if frame.progressive {
            let blocks = std::mem::take(&mut self.blocks);
            buffer.resize(self.start + self.samples(), 0);
            let (across, down) = self.shown();
            for (y, row) in blocks.chunks_exact(self.stride).take(down).enumerate() {
                for (x, block) in row.iter().take(across).enumerate() {
                    self.show((x, y), block, &factors, buffer)?;
                }
            }
        }
        Ok(())
    }
}

/// Huffman tables, each built on first use.
struct Tables<'a> {
    structure: &'a Structure<'a>,
    built: Vec<Option<Huffman>>,
}

impl Tables<'_> {
    fn make(&mut self, slot: Option<usize>) -> Result<(), Damaged> {
        let slot = slot.ok_or(Damaged)?;
        if self.built[slot].is_none() {
            self.built[slot] = Some(Huffman::new(self.structure.huffman[slot])?);
        }
        Ok(())
    }

    fn get(&self, slot: Option<usize>) -> Result<&Huffman, Damaged> {
        slot.and_then(|slot| self.built[slot].as_ref()).ok_or(Damaged)
    }
}

struct State<'a> {
    bits: Bits<'a>,
    /// The mean (DC coefficient) of each component's last block; the next is coded as a difference from it.
    means: [i32; 4],
    /// Following blocks without new coefficients in this scan's band.
    empty_blocks: u32,
}

fn decode_scan(
    file: &[u8],
    scan: &Scan,
    frame: &Frame,
    parts: &mut [Part],
    tables: &mut Tables<'_>,
    buffer: &mut [u8],
) -> Result<(), Damaged> {
    let has_new_means = scan.band.0 == 0 && scan.approximation.0 == 0;
    let has_details = scan.band.1 > 0;
    for ScanPart { component, dc, ac, quantization } in &scan.parts {
        if has_new_means {
            tables.make(*dc)?;
        }
        if has_details {
            tables.make(*ac)?;
        }
        let part = &mut parts[*component];
        if part.quantization.is_none() {
            let slot = quantization.ok_or(Damaged)?;
            part.quantization = Some(in_block_order(&tables.structure.quantization[slot]));
        }
    }
    let (columns, rows) = match *scan.parts.as_slice() {
        [only] => parts[only.component].shown(),
        _ => (index(frame.units().0), index(frame.units().1)),
    };
    let mut state = State { bits: Bits::new(&file[scan.data.clone()]), means: [0; 4], empty_blocks: 0 };
    let mut until_restart = scan.restart_interval;
    let mut restarts = 0_u8;
    for y in 0..rows {
        for x in 0..columns {
            if scan.restart_interval > 0 {
                if until_restart == 0 {
                    state.bits.restart(restarts)?;
                    (state.means, state.empty_blocks) = ([0; 4], 0);
                    restarts = (restarts + 1) % 8;
                    until_restart = scan.restart_interval;
                }
                until_restart -= 1;
            }
            for scan_part in &scan.parts {
                decode_unit(scan, *scan_part, (x, y), parts, tables, &mut state, buffer)?;
            }
        }
    }
    Ok(())
}

/// Decodes the blocks of one component in an MCU.
fn decode_unit(
    scan: &Scan,
    scan_part: ScanPart,
    (x, y): (usize, usize),
    parts: &mut [Part],
    tables: &Tables<'_>,
    state: &mut State<'_>,
    buffer: &mut [u8],
) -> Result<(), Damaged> {
    let part = &mut parts[scan_part.component];
    let (across, down) = match scan.parts.len() {
        1 => (1, 1),
        _ => (index(part.component.across), index(part.component.down)),
    };
    for row in 0..down {
        for column in 0..across {
            let (x, y) = (x * across + column, y * down + row);
            if part.blocks.is_empty() {
                let mut block = [0; 64];
                let mean = &mut state.means[scan_part.component];
                sequential(
                    &mut state.bits,
                    mean,
                    (tables.get(scan_part.dc)?, tables.get(scan_part.ac)?),
                    &mut block,
                )?;
                let factors = part.quantization.ok_or(Damaged)?;
                part.show((x, y), &block, &factors, buffer)?;
            } else {
                let at = y * part.stride + x;
                let block = part.blocks.get_mut(at).ok_or(Damaged)?;
                progressive(scan, scan_part, tables, state, block)?;
            }
        }
    }
    Ok(())
}

fn sequential(
    bits: &mut Bits<'_>,
    mean: &mut i32,
    (dc, ac): (&Huffman, &Huffman),
    block: &mut Block,
) -> Result<(), Damaged> {
    *mean = mean.wrapping_add(difference(bits, dc)?);
    block[0] = low_half(*mean);
    let mut at = 1;
    while at < 64 {
        let value = bits.value(ac)?;
        let (run, size) = (usize::from(value >> 4), u32::from(value & 15));
        if size == 0 {
            if run < 15 {
                break;
            }
            at += 16;
            continue;
        }
        at += run;
        let coefficient = bits.signed(size)?;
        *block.get_mut(zigzag_position(at)?).ok_or(Damaged)? = low_half(coefficient);
        at += 1;
    }
    Ok(())
}

fn progressive(
    scan: &Scan,
    scan_part: ScanPart,
    tables: &Tables<'_>,
    state: &mut State<'_>,
    block: &mut Block,
) -> Result<(), Damaged> {
    let low = scan.approximation.1;
    match (scan.band.0, scan.approximation.0) {
        (0, 0) => {
            let mean = &mut state.means[scan_part.component];
            *mean = mean.wrapping_add(difference(&mut state.bits, tables.get(scan_part.dc)?)?);
            block[0] = low_half(mean.wrapping_shl(low.into()));
            Ok(())
        }
        (0, _) => {
            if state.bits.bit()? {
                block[0] |= 1 << low;
            }
            Ok(())
        }
        (_, 0) => first_of_band(scan, tables.get(scan_part.ac)?, state, block),
        _ => refine_band(scan, tables.get(scan_part.ac)?, state, block),
    }
}

fn first_of_band(
    scan: &Scan,
    table: &Huffman,
    state: &mut State<'_>,
    block: &mut Block,
) -> Result<(), Damaged> {
    if state.empty_blocks > 0 {
        state.empty_blocks -= 1;
        return Ok(());
    }
    let mut at = scan.band.0;
    while at <= scan.band.1 {
        let value = state.bits.value(table)?;
        let (run, size) = (value >> 4, u32::from(value & 15));
        if size > 0 {
            at += usize::from(run);
            let coefficient = state.bits.signed(size)? << scan.approximation.1;
            block[zigzag_position(at)?] = low_half(coefficient);
            at += 1;
        } else if run == 15 {
            at += 16;
        } else {
            state.empty_blocks = run_of_blocks(run, &mut state.bits)? - 1;
            break;
        }
    }
    Ok(())
}

fn refine_band(
    scan: &Scan,
    table: &Huffman,
    state: &mut State<'_>,
    block: &mut Block,
) -> Result<(), Damaged> {
    let (mut at, last) = scan.band;
    let step = 1_i16 << scan.approximation.1;
    while state.empty_blocks == 0 && at <= last {
        let value = state.bits.value(table)?;
        let (run, size) = (value >> 4, value & 15);
        let new = match size {
            0 if run < 15 => {
                state.empty_blocks = run_of_blocks(run, &mut state.bits)?;
                break;
            }
            0 => 0,
            1 => {
                if state.bits.bit()? {
                    step
                } else {
                    -step
                }
            }
            _ => return Err(Damaged),
        };
        let mut zeros_left = run;
        while at <= last {
            let coefficient = &mut block[zigzag_position(at)?];
            if *coefficient == 0 {
                if zeros_left == 0 {
                    break;
                }
                zeros_left -= 1;
            } else {
                refine(coefficient, step, &mut state.bits)?;
            }
            at += 1;
        }
        if new != 0 {
            if at > last {
                return Err(Damaged);
            }
            block[zigzag_position(at)?] = new;
        }
        at += 1;
    }
    if state.empty_blocks > 0 {
        for at in at..=last {
            let coefficient = &mut block[zigzag_position(at)?];
            if *coefficient != 0 {
                refine(coefficient, step, &mut state.bits)?;
            }
        }
        state.empty_blocks -= 1;
    }
    Ok(())
}

/// Reads a bit, and if it is set, adds `step` to the magnitude of a coefficient that is not zero.
fn refine(coefficient: &mut i16, step: i16, bits: &mut Bits<'_>) -> Result<(), Damaged> {
    if bits.bit()? && *coefficient & step == 0 {
        *coefficient = coefficient.wrapping_add(if *coefficient > 0 { step } else { -step });
    }
    Ok(())
}

/// The number of blocks without further coefficients, including the current one.
fn run_of_blocks(size: u8, bits: &mut Bits<'_>) -> Result<u32, Damaged> {
    Ok((1 << size) + bits.number(size.into())?.cast_unsigned())
}

fn difference(bits: &mut Bits<'_>, table: &Huffman) -> Result<i32, Damaged> {
    let size = bits.value(table)?;
    if size > 15 { Err(Damaged) } else { bits.signed(size.into()) }
}

fn zigzag_position(at: usize) -> Result<usize, Damaged> {
    ZIGZAG.get(at).map(|position| usize::from(*position)).ok_or(Damaged)
}

fn low_half(value: i32) -> i16 {
    let [low, high, ..] = value.to_le_bytes();
    i16::from_le_bytes([low, high])
}
