//! The rules for choosing a password, and the stored hash.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

/// A valid new password: long enough, and not among those that attackers try first.
///
/// It may contain any characters, and nothing is cut off. RFC 8265 (`OpaqueString`) makes it the same from
/// any keyboard: composed (NFC), every non-ASCII blank a space.
///
/// It deliberately has no `Debug`, `Display` or serialization.
#[derive(Clone)]
pub struct Password(String);

/// A reason to refuse a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPassword {
    /// Too short to resist guessing.
    #[error("a password must have at least {} characters", Password::MIN_CHARS)]
    TooShort,
    /// Longer than any typed password.
    #[error("a password must have at most {} characters", Password::MAX_CHARS)]
    TooLong,
    /// Among the first that attackers try.
    #[error("this password is too common: choose another one")]
    Common,
}

impl Password {
    /// The minimum length, in characters.
    pub const MIN_CHARS: usize = 10;
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 256;

    /// Accepts a new password of an email's owner.
    pub fn choose(text: &str, email: &str) -> Result<Self, InvalidPassword> {
        let chars = text.chars().count();
        if chars < Self::MIN_CHARS {
            return Err(InvalidPassword::TooShort);
        }
        if chars > Self::MAX_CHARS {
            return Err(InvalidPassword::TooLong);
        }
        let text = normalized(text);
        if common::is_common(&text, email) { Err(InvalidPassword::Common) } else { Ok(Self(text)) }
    }

    /// The passwords to try at sign-in: the normalized text, and the text as typed if different. Only the
    /// length is checked, so that huge texts are never hashed.
    pub fn typed(text: &str) -> Result<Vec<Self>, InvalidPassword> {
        if text.chars().nth(Self::MAX_CHARS).is_some() {
            return Err(InvalidPassword::TooLong);
        }
        let mut passwords = vec![Self(normalized(text)), Self(text.to_owned())];
        passwords.dedup_by(|one, other| one.0 == other.0);
        Ok(passwords)
    }

    /// The text, for the hashing adapter.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

fn normalized(text: &str) -> String {
    // Only non-ASCII blanks: a tab stays a tab.
    let spaces = text.chars().map(|c| if !c.is_ascii() && is_blank(c) { ' ' } else { c });
    spaces.nfc().collect()
}

/// Unicode's category `Zs`.
const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}

/// A slow hash with its salt and parameters, as a PHC string.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a PHC string.
    pub const fn new(phc: String) -> Self {
        Self(phc)
    }

    /// The PHC string, for storage and the hasher.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash")
    }
}

mod common;

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Vec<String> {
        Password::typed(text).unwrap().iter().map(|password| password.reveal().to_owned()).collect()
    }

    #[test]
    fn a_password_is_equal_in_any_spelling_of_accents_and_blanks() {
        let chosen = Password::choose("e\u{301}te\u{301}\u{A0}a\u{300} Berck", "ann@example.com").unwrap();
        assert_eq!(chosen.reveal(), "été à Berck");
        assert_eq!(typed("été à Berck"), ["été à Berck"]);
        let decomposed = "e\u{301}te\u{301} a\u{300} Berck";
        assert_eq!(typed(decomposed), ["été à Berck", decomposed]);
    }

    #[test]
    fn other_characters_stay_unchanged() {
        for text in ["Ｆｕｌｌ ｗｉｄｔｈ", "ſharp ß", "a\tb", "  two blanks ", "🌊 ﬁ"] {
            assert_eq!(typed(text), [text]);
        }
    }

    #[test]
    fn the_length_of_a_typed_password_counts_before_normalization() {
        assert!(Password::typed(&"e\u{301}".repeat(129)).is_err());
        assert!(Password::typed(&"e\u{301}".repeat(128)).is_ok());
    }
}
