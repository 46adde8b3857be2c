use std::fmt;

/// The name of an uploaded file: 1 to [`PhotoName::MAX_CHARS`] printable characters without a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PhotoName(String);

impl PhotoName {
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 80;

    /// The name of a file that has none.
    const UNNAMED: &str = "photo";

    /// Takes the part after the last slash, without control characters and marks of the writing direction,
    /// and shortens it.
    pub fn new(text: &str) -> Self {
        let last = text.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_hidden = |c: char| {
            c.is_control()
                || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        let name: String = last.chars().filter(|c| !is_hidden(*c)).take(Self::MAX_CHARS).collect();
        let name = name.trim();
        Self(if name.is_empty() { Self::UNNAMED } else { name }.to_owned())
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PhotoName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_a_photo_has_no_path_and_no_hidden_characters() {
        for (text, name) in [
            ("IMG_0042.jpg", "IMG_0042.jpg"),
            ("C:\\photos\\veste d’été.png", "veste d’été.png"),
            ("../../etc/passwd", "passwd"),
            (" a\u{0}b\u{202e}gpj.exe ", "abgpj.exe"),
            ("folder/", "photo"),
            ("", "photo"),
        ] {
            assert_eq!(PhotoName::new(text).as_str(), name, "{text:?}");
        }
        let longest = PhotoName::new(&"é".repeat(500));
        assert_eq!(longest.as_str().chars().count(), PhotoName::MAX_CHARS);
        assert_eq!(PhotoName::new(longest.as_str()), longest);
    }
}
