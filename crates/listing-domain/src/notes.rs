//! A seller's own sentences, which the listing repeats.

use crate::text::has_words;
use crate::violation::Violation;

/// Measurements, flaws, accessories: at least one word, no control characters except line breaks, at most
/// [`Notes::MAX_CHARS`] characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notes(String);

impl Notes {
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 1_000;

    /// Reads notes; `None` without words. `field` is for the error.
    pub fn parse(field: &str, text: &str) -> Result<Option<Self>, Violation> {
        let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\r');
        let text: String = text.chars().filter(|c| !is_hidden(*c)).collect();
        let text = text.lines().map(line).collect::<Vec<_>>().join("\n").trim().to_owned();
        if !has_words(&text) {
            Ok(None)
        } else if text.chars().count() > Self::MAX_CHARS {
            Err(Violation::new(field, format!("must be at most {} characters", Self::MAX_CHARS)))
        } else {
            Ok(Some(Self(text)))
        }
    }

    /// The text, with lines separated by `\n`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Applies `clean` to each line; `None` if nothing is left.
    pub(crate) fn cleaned(&self, clean: impl Fn(&str) -> String) -> Option<Self> {
        let lines: Vec<String> = self.0.lines().map(clean).collect();
        let text = lines.join("\n").trim().to_owned();
        has_words(&text).then_some(Self(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(text: &str) -> Option<String> {
        Notes::parse("notes", text).unwrap().map(|notes| notes.0)
    }

    #[test]
    fn notes_keep_line_breaks_and_lose_control_characters() {
        assert_eq!(
            notes("  Longueur  62 cm\r\n\n un accroc\u{7} "),
            Some("Longueur 62 cm\n\nun accroc".into())
        );
        assert_eq!(notes(" \n - \n"), None);
    }

    #[test]
    fn notes_longer_than_1000_characters_are_rejected() {
        let longest = "é".repeat(Notes::MAX_CHARS);
        assert_eq!(notes(&longest), Some(longest.clone()));
        let refused = Notes::parse("notes", &format!("{longest}x")).unwrap_err();
        assert_eq!(refused.to_string(), "notes must be at most 1000 characters");
    }
}
