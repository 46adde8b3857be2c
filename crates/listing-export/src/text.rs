//! Texts in the forms that importers accept.

use unicode_normalization::UnicodeNormalization as _;

use crate::cell::{is_sign, is_skipped};

/// Returns the text on one line, without control characters, words separated by single spaces.
pub(crate) fn one_line(text: &str) -> String {
    let is_between = |c: char| c.is_whitespace() || c.is_control();
    text.split(is_between).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the text with `\n` as its only control character. A tab becomes a space.
pub(crate) fn clean_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n").replace('\t', " ");
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

/// Returns at most `max` characters of a text. It cuts between words, unless the last word is longer than a
/// third of the whole.
pub(crate) fn cut(text: &str, max: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(max) else { return text };
    let part = &text[..end];
    match part.rfind(char::is_whitespace) {
        Some(space) if !text[end..].starts_with(char::is_whitespace) && space * 3 > part.len() * 2 => {
            part[..space].trim_end()
        }
        _ => part.trim_end(),
    }
}

/// Returns the text as HTML, with `<br>` for line breaks. A sign that a spreadsheet would take for the
/// beginning of a formula becomes a character reference, which a browser shows as the same sign.
pub(crate) fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 16);
    let mut is_start = true;
    for c in clean_lines(text).chars() {
        let escaped = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            // WooCommerce's importer takes `\\n` for a line break.
            '\\' => "&#92;",
            '\n' => "<br>",
            c if is_start && is_sign(c) => {
                html.extend(["&#", &u32::from(c).to_string(), ";"]);
                continue;
            }
            c => {
                html.push(c);
                // A character reference ends with a semicolon, which starts a cell in some locales.
                is_start = c == ';' || (is_start && is_skipped(c));
                continue;
            }
        };
        html.push_str(escaped);
        is_start = escaped.ends_with(';');
    }
    html
}

/// Returns the ASCII letters and digits of a text, lower case, with hyphens between the words. Accents are
/// dropped. The result may be empty.
pub(crate) fn slug(text: &str) -> String {
    let letters = text.nfkd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect::<String>();
    let words = letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// Returns true for an absolute web address without spaces and control characters.
pub(crate) fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let has_host = rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '['));
    has_host && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>\\^`{}".contains(c))
}

/// Percent-encodes the given characters of a web address.
pub(crate) fn encode(address: &str, signs: &[char]) -> String {
    let mut encoded = String::with_capacity(address.len());
    for c in address.chars() {
        if signs.contains(&c) {
            percent_encode(&mut encoded, c);
        } else {
            encoded.push(c);
        }
    }
    encoded
}

/// Percent-encodes the characters of a web address that no URI has, such as letters with accents.
pub(crate) fn uri(address: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let mut encoded = String::with_capacity(address.len());
    for c in address.chars() {
        if is_allowed(c) {
            encoded.push(c);
        } else {
            percent_encode(&mut encoded, c);
        }
    }
    encoded
}

/// Appends the percent-encoded UTF-8 bytes of a character.
pub(crate) fn percent_encode(encoded: &mut String, c: char) {
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0').to_ascii_uppercase();
        encoded.extend(['%', digit(byte >> 4), digit(byte & 0xf)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::is_safe;

    #[test]
    fn text_is_cut_between_words() {
        assert_eq!(cut("Veste en jean bleue", 19), "Veste en jean bleue");
        assert_eq!(cut("Veste en jean bleue", 16), "Veste en jean");
        assert_eq!(cut("Veste en jean bleue", 13), "Veste en jean");
        assert_eq!(cut("ééééééé", 3), "ééé");
        assert_eq!(cut("a bcdefghijkl", 8), "a bcdefg");
    }

    #[test]
    fn html_has_no_formula_and_shows_the_same_text() {
        for (text, expected) in [
            ("=1+1", "&#61;1+1"),
            ("<-b", "&lt;&#45;b"),
            ("a;=1", "a;&#61;1"),
            ("=-1", "&#61;&#45;1"),
            ("a\r\n- b\0", "a<br>- b"),
            ("\t=1", " &#61;1"),
            ("＝1", "&#65309;1"),
            ("R&D <3", "R&amp;D &lt;3"),
            ("C:\\new", "C:&#92;new"),
        ] {
            assert_eq!(html(text), expected);
            assert!(is_safe(&html(text)), "{text:?}");
        }
    }

    #[test]
    fn slug_has_only_ascii_words() {
        assert_eq!(slug("Robe d’été — Sézane N°5 🧥"), "robe-d-ete-sezane-n-5");
        assert_eq!(slug("../.."), "");
        assert_eq!(slug("外套"), "");
    }

    #[test]
    fn web_addresses_are_recognized() {
        for address in ["https://a.example/x.jpg?y=1", "http://localhost:80/é"] {
            assert!(is_web_address(address), "{address}");
        }
        for text in ["", "ftp://a", "https://", "https://a b", "javascript:x", "https:///x", "/x.jpg"] {
            assert!(!is_web_address(text), "{text}");
        }
        assert_eq!(encode("https://a/~x|y", &['~', '|']), "https://a/%7Ex%7Cy");
    }
}
