//! Tests that a prepared photo contains only the picture, without metadata.

use super::files::{Jpeg, exif, quarters};
use super::prepare;

const CANARY: &[u8] = b"canary-48.8566-2.3522";

/// EXIF (camera, GPS), XMP, a comment, a profile and bytes after the end.
fn photo_with_everything() -> Vec<u8> {
    let exif = [exif(1), CANARY.to_vec()].concat();
    let mut profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    profile.extend(CANARY);
    let file =
        Jpeg { exif: Some(exif), profile: Some(profile), ..Jpeg::default() }.encode(&quarters(300, 200));
    let segment = |marker: u8, payload: &[u8]| {
        let length = u16::try_from(payload.len() + 2).unwrap().to_be_bytes();
        [&[0xFF, marker], &length[..], payload].concat()
    };
    let xmp = segment(0xE1, &[b"http://ns.adobe.com/xap/1.0/\0", CANARY].concat());
    let comment = segment(0xFE, CANARY);
    [&file[..2], &xmp, &comment, &file[2..], CANARY].concat()
}

fn header_markers(file: &[u8]) -> Vec<u8> {
    let mut markers = Vec::new();
    let mut at = 2;
    while file[at + 1] != 0xDA {
        assert_eq!(file[at], 0xFF);
        markers.push(file[at + 1]);
        at += 2 + usize::from(u16::from_be_bytes([file[at + 2], file[at + 3]]));
    }
    markers
}

#[tokio::test]
async fn metadata_and_trailing_bytes_are_removed() {
    let file = photo_with_everything();
    let reader = exif::Reader::new();
    let before = reader.read_from_container(&mut std::io::Cursor::new(&file)).unwrap();
    assert!(before.get_field(exif::Tag::GPSLatitudeRef, exif::In::PRIMARY).is_some());

    let jpeg = prepare(&file).await.jpeg;
    assert!(matches!(
        reader.read_from_container(&mut std::io::Cursor::new(&jpeg)),
        Err(exif::Error::NotFound(_))
    ));
    assert!(!jpeg.windows(CANARY.len()).any(|window| window == CANARY));
    // JFIF header, tables, frame: no other APPn, no comment.
    let markers = header_markers(&jpeg);
    assert!(markers.iter().all(|marker| matches!(marker, 0xE0 | 0xDB | 0xC0 | 0xC4)), "{markers:02X?}");
    let end = memchr::memmem::find(&jpeg, &[0xFF, 0xD9]).unwrap();
    assert_eq!(end + 2, jpeg.len(), "bytes follow the end of the image");
}
