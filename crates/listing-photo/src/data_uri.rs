//! Reads the data URI of an upload.

use base64_simd::STANDARD;

use crate::refusal::Refusal;

const SCHEME: &str = "data:image/";
const ENCODING: &str = ";base64,";

/// Returns the base64 text of a data URI shaped `data:image/<subtype>;base64,<data>`.
///
/// The subtype may be any media type token: the content decides the type. The prefix is case-insensitive (RFC
/// 2397, RFC 9110).
pub(crate) fn base64_text(data_uri: &str) -> Result<&str, Refusal> {
    let rest = strip_prefix_ignoring_case(data_uri, SCHEME).ok_or(Refusal::NotADataUri)?;
    let subtype_length = rest.bytes().take_while(|byte| is_token_byte(*byte)).count();
    if subtype_length == 0 {
        return Err(Refusal::NotADataUri);
    }
    let rest = rest.get(subtype_length..).ok_or(Refusal::NotADataUri)?;
    strip_prefix_ignoring_case(rest, ENCODING).ok_or(Refusal::NotADataUri)
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, tail) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(tail)
}

/// RFC 6838, section 4.2.
const fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_')
}

/// Decodes base64 text to `file`, after a check of the text's length.
///
/// Only the canonical spelling is accepted (standard alphabet, padded, no line breaks), so that two texts are
/// equal exactly if their photos are equal.
pub(crate) fn decode(text: &str, max_bytes: usize, file: &mut Vec<u8>) -> Result<(), Refusal> {
    if !text.len().is_multiple_of(4) {
        return Err(Refusal::NotBase64);
    }
    let padding = text.bytes().rev().take(2).take_while(|byte| *byte == b'=').count();
    let size = (text.len() / 4 * 3).saturating_sub(padding);
    if size > max_bytes {
        return Err(Refusal::TooLarge { max_bytes });
    }
    file.clear();
    STANDARD.decode_append(text, file).map_err(|_| Refusal::NotBase64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(data_uri: &str) -> Result<Vec<u8>, Refusal> {
        let mut file = vec![7; 3];
        decode(base64_text(data_uri)?, 6, &mut file).map(|()| file)
    }

    #[test]
    fn only_valid_prefixes_of_data_uris_are_accepted() {
        for accepted in [
            "data:image/jpeg;base64,QUJD",
            "DATA:IMAGE/JPEG;BASE64,QUJD",
            "data:image/svg+xml;base64,QUJD",
            "data:image/vnd.ms-photo;base64,QUJD",
        ] {
            assert_eq!(read(accepted).as_deref(), Ok(&b"ABC"[..]), "{accepted}");
        }
        for refused in [
            "",
            "QUJD",
            "data:",
            "data:image/jpeg,QUJD",
            "data:image/;base64,QUJD",
            "data:image/jpeg;base64QUJD",
            "data:image/jpeg; base64,QUJD",
            "data:image/jpeg;charset=utf-8;base64,QUJD",
            "data:image/jp\u{e9}g;base64,QUJD",
            "data:text/plain;base64,QUJD",
            " data:image/jpeg;base64,QUJD",
            "https://example.com/photo.jpg",
        ] {
            assert_eq!(read(refused), Err(Refusal::NotADataUri), "{refused}");
        }
    }

    #[test]
    fn only_canonical_base64_is_accepted() {
        for (text, expected) in [
            ("", Ok(&b""[..])),
            ("QQ==", Ok(b"A")),
            ("QUI=", Ok(b"AB")),
            ("+/+/", Ok(b"\xfb\xff\xbf")),
            ("-_-_", Err(Refusal::NotBase64)),
            ("QQ", Err(Refusal::NotBase64)),
            ("QR==", Err(Refusal::NotBase64)),
            ("QU=I", Err(Refusal::NotBase64)),
            ("====", Err(Refusal::NotBase64)),
            ("QUJD\n", Err(Refusal::NotBase64)),
            ("QU\nJDQU", Err(Refusal::NotBase64)),
            ("QUJDQUJDQUJD", Err(Refusal::TooLarge { max_bytes: 6 })),
        ] {
            let uri = format!("data:image/png;base64,{text}");
            assert_eq!(read(&uri).as_deref(), expected.as_ref().copied(), "{text:?}");
        }
    }

    #[test]
    fn upload_over_the_size_limit_takes_no_memory() {
        let mut file = Vec::new();
        let text = "A".repeat(4 * 1_000_000);
        assert!(decode(&text, 1_000_000, &mut file).is_err());
        assert_eq!(file.capacity(), 0);
    }

    proptest! {
        #[test]
        fn encoded_bytes_decode_to_the_same_bytes(bytes: Vec<u8>) {
            let mut file = Vec::new();
            prop_assert_eq!(decode(&STANDARD.encode_to_string(&bytes), bytes.len(), &mut file), Ok(()));
            prop_assert_eq!(file, bytes);
        }

        #[test]
        fn any_text_is_read_as_a_data_uri_without_a_panic(text in ".{0,64}") {
            let _ = read(&text);
            let _ = read(&format!("data:image/png;base64,{text}"));
        }
    }
}
