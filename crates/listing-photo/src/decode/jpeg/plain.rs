//! Rewrites the JPEG files that most cameras write for libjpeg-turbo.
//!
//! For some files, libjpeg-turbo reports success but shows a wrong picture: those with a scan for each color,
//! odd sampling, or data missing before the end marker. So it gets only files that it decodes correctly,
//! rewritten with the header that it expects, and with ones (set bits) after the image data. A code of only
//! ones is invalid, so libjpeg-turbo fails at the end of the data instead of making up missing data.

use super::color::Model;
use super::huffman::has_code_of_ones;
use super::structure::{Damaged, Scan, Structure};

/// The side, in pixels, from which the fast decoder is faster than this crate's own.
const MIN_SIDE: u32 = 32;
/// Eight ones, as written in a JPEG file.
const ONES: [u8; 2] = [0xFF, 0x00];
/// The number of [`ONES`] after the data: more than any decoder reads ahead, and longer than any code.
const TRIPWIRE: usize = 24;

/// `None` if the fast decoder may not decode the file correctly.
pub(super) fn rewrite(file: &[u8], structure: &Structure<'_>) -> Option<Vec<u8>> {
    let [scan] = structure.scans.as_slice() else { return None };
    if !is_plain(structure, scan) {
        return None;
    }
    let mut written = Vec::with_capacity(file.len() + 4096);
    written.extend([0xFF, 0xD8]);
    write_header(structure, scan, &mut written)?;
    write_data(&file[scan.data.clone()], restarts(structure, scan), &mut written).ok()?;
    written.extend([0xFF, 0xD9]);
    Some(written)
}

fn is_plain(structure: &Structure<'_>, scan: &Scan) -> bool {
    let frame = &structure.frame;
    let is_usual = match (structure.model, frame.components.as_slice()) {
        (Model::Gray, _) => true,
        (Model::Ycc, [luma, others @ ..]) => {
            matches!((luma.across, luma.down), (1 | 2, 1) | (2, 2))
                && others.iter().all(|other| (other.across, other.down) == (1, 1))
        }
        _ => false,
    };
    let is_in_order = scan.parts.iter().map(|part| part.component).eq(0..frame.components.len());
    is_usual && is_in_order && !frame.progressive && frame.width.min(frame.height) >= MIN_SIDE
}

/// The restart markers of a scan, between its MCUs (the smallest coded units).
fn restarts(structure: &Structure<'_>, scan: &Scan) -> u32 {
    let frame = &structure.frame;
    let (columns, rows) = match structure.model {
        Model::Gray => (frame.width.div_ceil(8), frame.height.div_ceil(8)),
        _ => frame.units(),
    };
    match scan.restart_interval {
        0 => 0,
        interval => (columns * rows - 1) / interval,
    }
}

/// Names the components 1 to 3, and gives each table its own slot.
fn write_header(structure: &Structure<'_>, scan: &Scan, written: &mut Vec<u8>) -> Option<()> {
    let frame = &structure.frame;
    for (slot, part) in (0_u8..).zip(&scan.parts) {
        let table = structure.quantization[part.quantization?];
        let values: Option<Vec<u8>> = table.iter().map(|value| u8::try_from(*value).ok()).collect();
        segment(0xDB, &[&[slot], values?.as_slice()].concat(), written)?;
        for (class, table) in [(0, part.dc?), (0x10, part.ac?)] {
            let spec = structure.huffman[table];
            if has_code_of_ones(spec) {
                return None;
            }
            segment(0xC4, &[&[class | slot], spec.counts.as_slice(), spec.values].concat(), written)?;
        }
    }
    let count = u8::try_from(frame.components.len()).ok()?;
    let [width, height] = [frame.width, frame.height].map(u16::try_from);
    let mut header = vec![8];
    header.extend(height.ok()?.to_be_bytes());
    header.extend(width.ok()?.to_be_bytes());
    header.push(count);
    for (slot, component) in (0_u8..).zip(&frame.components) {
        // The only component of a picture is not sampled, whatever its factors say.
        let factors = if count == 1 { 0x11 } else { component.across << 4 | component.down };
        header.extend([slot + 1, u8::try_from(factors).ok()?, slot]);
    }
    segment(0xC0, &header, written)?;
    let interval = u16::try_from(scan.restart_interval).ok()?;
    segment(0xDD, &interval.to_be_bytes(), written)?;
    let selectors = (0..count).flat_map(|slot| [slot + 1, slot << 4 | slot]);
    segment(0xDA, &[count].into_iter().chain(selectors).chain([0, 63, 0]).collect::<Vec<_>>(), written)
}

fn segment(marker: u8, content: &[u8], written: &mut Vec<u8>) -> Option<()> {
    written.extend([0xFF, marker]);
    written.extend(u16::try_from(content.len() + 2).ok()?.to_be_bytes());
    written.extend(content);
    Some(())
}

/// Writes the image data, with ones before each restart marker and at the end. Fails if restart markers are
/// missing or misnumbered, or if the ones add too much.
fn write_data(data: &[u8], restarts: u32, written: &mut Vec<u8>) -> Result<(), Damaged> {
    let added = usize::try_from(restarts).map_err(|_| Damaged)?.saturating_mul(ONES.len() * TRIPWIRE);
    if added > data.len() / 4 + 4096 {
        return Err(Damaged);
    }
    let mut markers = memchr::memchr_iter(0xFF, data)
        .filter(|at| data.get(at + 1).is_some_and(|marker| (0xD0..=0xD7).contains(marker)));
    let mut start = 0;
    for restart in 0..restarts {
        let number = 0xD0 | restart.to_le_bytes()[0] & 7;
        let at = markers.next().filter(|at| data[at + 1] == number).ok_or(Damaged)?;
        written.extend(&data[start..at]);
        written.extend(ONES.repeat(TRIPWIRE));
        written.extend([0xFF, number]);
        start = at + 2;
    }
    let end = markers.next().unwrap_or(data.len());
    written.extend(&data[start..end]);
    written.extend(ONES.repeat(TRIPWIRE));
    Ok(())
}
