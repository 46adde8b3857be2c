use proptest::prelude::*;

use super::*;

const EOI: &[u8] = &[0xFF, 0xD9];

/// A frame header for 16 x 8 pixels.
fn frame(marker: u8, factors: &[u8]) -> Vec<u8> {
    let count = u8::try_from(factors.len()).unwrap();
    let mut bytes = vec![0xFF, marker, 0, 8 + 3 * count, 8, 0, 8, 0, 16, count];
    bytes.extend(factors.iter().zip(1..).flat_map(|(factor, id)| [id, *factor, 0]));
    bytes
}

fn scan(components: &[u8], band: [u8; 2], approximation: u8) -> Vec<u8> {
    let count = u8::try_from(components.len()).unwrap();
    let mut bytes = vec![0xFF, 0xDA, 0, 6 + 2 * count, count];
    bytes.extend(components.iter().flat_map(|id| [*id, 0]));
    bytes.extend([band[0], band[1], approximation, 0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]);
    bytes
}

fn file(parts: &[&[u8]]) -> Vec<u8> {
    [&[0xFF, 0xD8], parts.concat().as_slice()].concat()
}

#[test]
fn decoding_memory_includes_the_stored_coefficients() {
    let check = |marker, factors: &[u8], bytes| {
        let file = file(&[&frame(marker, factors)]);
        assert_eq!(read(&file).unwrap().frame.decode_bytes(), bytes, "{marker:02X} {factors:?}");
    };
    check(0xC0, &[0x22, 0x11, 0x11], 128 + 2 * 8 * 4);
    check(0xC0, &[0x11], 128);
    check(0xC0, &[0x11; 4], 4 * 128);
    // One unit of 16 x 16: four blocks of brightness and two of color. The coefficients of brightness are
    // freed before the samples of color exist.
    check(0xC2, &[0x22, 0x11, 0x11], 6 * 128 + 128);
    check(0xC2, &[0x11; 3], 6 * 128 + 128);
}

#[test]
fn component_sizes_follow_their_sampling_factors() {
    let file = file(&[&frame(0xC0, &[0x31, 0x12, 0x21])]);
    let frame = read(&file).unwrap().frame;
    let sizes: Vec<_> = frame.components.iter().map(|component| frame.samples(component)).collect();
    // A third of 16 columns, and half of 8 rows.
    assert_eq!(sizes, [(16, 4), (6, 8), (11, 4)]);
    assert_eq!((frame.units(), frame.blocks(&frame.components[1])), ((1, 1), (1, 2)));
}

#[test]
fn bytes_without_picture_data_are_ignored() {
    let (frame, scan) = (frame(0xC0, &[0x11]), scan(&[1], [0, 63], 0));
    let check = |parts: &[&[u8]], has_end| {
        let file = file(parts);
        let structure = read(&file).unwrap();
        assert_eq!((structure.has_end, structure.extent()), (has_end, Extent::Whole), "{parts:?}");
        let data = &file[structure.scans[0].data.clone()];
        assert!(data.starts_with(&[0x12, 0xFF, 0, 0x34, 0xFF, 0xD0, 0x56]), "{data:?}");
        assert!(data[7..].iter().all(|byte| *byte == 0xFF), "{data:?}");
    };
    check(&[&frame, &scan, EOI], true);
    check(&[&frame, &scan, EOI, b"a video follows"], true);
    check(&[&frame, &scan, &[0xFF, 0xFF], EOI], true);
    check(&[&frame, &scan], false);
    check(&[b"junk", &frame, &[0xFF, 0x00, 0xFF, 0x07, 0xFF, 0xD3, 9], &scan, EOI], true);
    check(&[&frame, &scan, &[0xFF, 0xD8, 0xFF, 0xE0]], false);
    check(&[&frame, &scan, &[0xFF, 0xE1, 0xFF, 0xFF, 1]], false);
    // The end marker of a preview inside a segment is not the photo's.
    check(&[&frame, &[0xFF, 0xE1, 0, 4, 0xFF, 0xD9], &scan], false);
}

#[test]
fn extent_depends_on_the_coefficients_in_the_scans() {
    let frame = frame(0xC2, &[0x11; 3]);
    let (means, band) =
        (scan(&[1, 2, 3], [0, 0], 1), |id, approximation| scan(&[id], [1, 63], approximation));
    let refined = scan(&[1, 2, 3], [0, 0], 0x10);
    let check = |parts: &[&[u8]], expected| assert_eq!(read(&file(parts)).unwrap().extent(), expected);
    check(&[&frame], Extent::Lacking);
    check(&[&frame, &scan(&[1, 2], [0, 0], 0)], Extent::Lacking);
    check(&[&frame, &means, &band(1, 0), &band(2, 0), &band(3, 0)], Extent::Coarse);
    check(&[&frame, &means, &band(1, 0), &band(2, 0), &band(3, 0), &refined], Extent::Whole);
}

#[test]
fn unsupported_structures_are_refused() {
    let (small, large) = (frame(0xC0, &[0x11]), frame(0xC2, &[0x11; 3]));
    let good = scan(&[1], [0, 0], 0);
    for parts in [
        &[&small[..], &large, &good][..],
        &[&frame(0xCB, &[0x11])],
        &[&good],
        &[&frame(0xC0, &[0x11; 2])],
        &[&frame(0xC0, &[0x51])],
        &[&frame(0xC0, &[0x10])],
        &[&large, &scan(&[4], [0, 0], 0)],
        &[&large, &scan(&[1, 1], [0, 0], 0)],
        &[&large, &scan(&[1, 2], [1, 5], 0)],
        &[&large, &scan(&[1], [0, 5], 0)],
        &[&large, &scan(&[1], [9, 5], 0)],
        &[&large, &scan(&[1], [1, 64], 0)],
        &[&large, &scan(&[1], [1, 5], 0x31)],
        &[&frame(0xC0, &[0x44, 0x11, 0x11]), &scan(&[1, 2, 3], [0, 63], 0)],
        &[&large, &good.repeat(MAX_SCANS + 1)],
    ] {
        assert_eq!(read(&file(parts)).err(), Some(Damaged), "{parts:?}");
    }
    // Bytes after the end do not count, nor does a sequential scan's band.
    assert!(read(&file(&[&large, &good, EOI, &small])).is_ok());
    assert!(read(&file(&[&small, &scan(&[1], [17, 17], 0x11)])).is_ok());
}

#[test]
fn color_profile_needs_all_of_its_parts() {
    let part = |number: u8, count: u8, content: &[u8]| {
        let content = [b"ICC_PROFILE\0", &[number, count][..], content].concat();
        [&[0xFF, 0xE2, 0, u8::try_from(content.len() + 2).unwrap()], &content[..]].concat()
    };
    let frame = frame(0xC0, &[0x11]);
    let check = |parts: &[&[u8]], expected: Option<&[u8]>| {
        assert_eq!(read(&file(parts)).unwrap().profile().as_deref(), expected);
    };
    check(&[&frame], None);
    check(&[&part(2, 2, b"cd"), &frame, &part(1, 2, b"ab")], Some(b"abcd"));
    check(&[&part(2, 2, b"cd"), &frame], None);
    check(&[&part(1, 2, b"ab"), &part(1, 2, b"cd"), &frame], None);
}

proptest! {
    #[test]
    fn random_bytes_are_read_as_jpeg_without_a_panic(bytes: Vec<u8>) {
        let _ = read(&bytes);
        let _ = read(&file(&[&frame(0xC2, &bytes.iter().copied().take(60).collect::<Vec<_>>()), &bytes]));
        let _ = read(&file(&[&frame(0xC2, &[0x11; 3]), &bytes, EOI]));
    }
}
