//! Recognizes common file types that are not accepted, by their first bytes.

use listing_domain::ports::PhotoType;

/// Brands (format codes at the start of ISO base media files, ISO/IEC 14496-12) of pictures in HEVC (ISO/IEC
/// 23008-12), and of pictures without a stated codec.
const HEIC_BRANDS: [&[u8; 4]; 10] =
    [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"];
const AVIF_BRANDS: [&[u8; 4]; 2] = [b"avif", b"avis"];
/// Files have fewer than ten.
const MAX_BRANDS: usize = 32;
/// The maximum offset of an SVG document's first element.
const SVG_HEAD: usize = 1024;

pub(super) fn recognise(file: &[u8]) -> Option<PhotoType> {
    match file {
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => Some(by_brands(file)),
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Some(PhotoType::Tiff),
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some(PhotoType::Bmp),
        [b'%', b'P', b'D', b'F', b'-', ..] => Some(PhotoType::Pdf),
        [0x1A, 0x45, 0xDF, 0xA3, ..] => Some(PhotoType::Video),
        _ => is_svg(file).then_some(PhotoType::Svg),
    }
}

/// AVIF files also have HEIF's general brands, so AVIF's are checked first.
fn by_brands(file: &[u8]) -> PhotoType {
    let size = file.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
    let end = usize::try_from(size).unwrap_or(usize::MAX).min(file.len());
    // The major brand, its version, and the compatible ones.
    let words = file.get(8..end).unwrap_or_default().as_chunks::<4>().0;
    let brands = || words.iter().take(MAX_BRANDS);
    if brands().any(|brand| AVIF_BRANDS.contains(&brand)) {
        PhotoType::Avif
    } else if brands().any(|brand| HEIC_BRANDS.contains(&brand)) {
        PhotoType::Heic
    } else {
        PhotoType::Video
    }
}

fn is_svg(file: &[u8]) -> bool {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    let head = text.get(..SVG_HEAD).unwrap_or(text);
    head.starts_with(b"<svg") || (head.starts_with(b"<?xml") && memchr::memmem::find(head, b"<svg").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_types_are_recognized_by_their_first_bytes() {
        let check = |file: &[u8], expected| assert_eq!(recognise(file), expected, "{file:?}");
        check(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Some(PhotoType::Heic));
        check(b"\0\0\0\x1cftypmif1\0\0\0\0mif1heicmiaf", Some(PhotoType::Heic));
        check(b"\0\0\0\x18ftypmsf1\0\0\0\0msf1hevc", Some(PhotoType::Heic));
        check(b"\0\0\0\x10ftyphevx\0\0\0\0", Some(PhotoType::Heic));
        check(b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", Some(PhotoType::Avif));
        check(b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf", Some(PhotoType::Avif));
        check(b"\0\0\0\x18ftypavis\0\0\0\0msf1avis", Some(PhotoType::Avif));
        // Bytes after the box are not its brands.
        check(b"\0\0\0\x10ftypqt  \0\0\0\0heicheic", Some(PhotoType::Video));
        check(b"\0\0\0\x18ftypmp42\0\0\0\0isommp42", Some(PhotoType::Video));
        check(b"\xFF\xFF\xFF\xFFftyp", Some(PhotoType::Video));
        check(b"II*\0\x08\0\0\0", Some(PhotoType::Tiff));
        check(b"MM\0*\0\0\0\x08", Some(PhotoType::Tiff));
        check(b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0", Some(PhotoType::Bmp));
        check(b"BMW for sale", None);
        check(b"%PDF-1.7", Some(PhotoType::Pdf));
        check(b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", Some(PhotoType::Svg));
        check(b"\xEF\xBB\xBF\n<?xml version=\"1.0\"?>\n<svg/>", Some(PhotoType::Svg));
        check(b"<?xml version=\"1.0\"?><html/>", None);
        for unknown in [&b""[..], b"PK\x03\x04", b"\xFF\xD8", b"RIFF\x10\0\0\0WAVEfmt "] {
            check(unknown, None);
        }
    }
}
