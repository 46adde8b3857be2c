//! Passwords: what may be one, and what is kept of it.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

/// A password that may be chosen: long enough, and none of those that everybody tries first.
/// Any characters may stand in it, and nothing is cut off. It is normalised as RFC 8265 says (OpaqueString):
/// composed (NFC), every blank a space, so that it is the same whatever keyboard it is typed on.
///
/// It deliberately has no `Debug`, `Display` or serialisation.
#[derive(Clone)]
pub struct Password(String);

/// Why a text cannot be chosen as a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPassword {
    /// It is too short to keep anybody out.
    #[error("a password has at least {} characters", Password::MIN_CHARS)]
    TooShort,
    /// It is longer than anybody types.
    #[error("a password has at most {} characters", Password::MAX_CHARS)]
    TooLong,
    /// It is one of the first that are tried.
    #[error("this password is among the first that are tried: choose another one")]
    Common,
}

impl Password {
    /// The shortest password that may be chosen.
    pub const MIN_CHARS: usize = 10;
    /// The longest one.
    pub const MAX_CHARS: usize = 256;

    /// Accepts a text that somebody with this e-mail chooses.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn choose(text: &str, email: &str) -> Result<Self, InvalidPassword> {
        let chars = text.chars().count();
        if chars < Self::MIN_CHARS {
            return Err(InvalidPassword::TooShort);
        }
        if chars > Self::MAX_CHARS {
            return Err(InvalidPassword::TooLong);
        }
        let text = normalised(text);
        if common::is_common(&text, email) { Err(InvalidPassword::Common) } else { Ok(Self(text)) }
    }

    /// The passwords that a text may be which somebody types to sign in: normalised, and, where that
    /// differs, as it was typed. It may be anything but longer than any password.
    ///
    /// # Errors
    /// [`InvalidPassword::TooLong`], so that nobody has novels hashed.
    pub fn typed(text: &str) -> Result<Vec<Self>, InvalidPassword> {
        if text.chars().nth(Self::MAX_CHARS).is_some() {
            return Err(InvalidPassword::TooLong);
        }
        let mut passwords = vec![Self(normalised(text)), Self(text.to_owned())];
        passwords.dedup_by(|one, other| one.0 == other.0);
        Ok(passwords)
    }

    /// The text, for the adapter that hashes it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

fn normalised(text: &str) -> String {
    // Blanks beyond ASCII only: a tab stays one.
    let spaces = text.chars().map(|c| if !c.is_ascii() && is_blank(c) { ' ' } else { c });
    spaces.nfc().collect()
}

/// Returns true for a space character (Unicode's category `Zs`).
const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}

/// What is kept of a password: a slow hash with its salt and parameters, as a PHC string.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps what a hasher has made, or what was read back from storage.
    pub const fn new(phc: String) -> Self {
        Self(phc)
    }

    /// The PHC string, for storage and for the hasher.
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
    fn a_password_is_the_same_however_its_accents_and_blanks_are_typed() {
        let chosen = Password::choose("e\u{301}te\u{301}\u{A0}a\u{300} Berck", "ann@example.com").unwrap();
        assert_eq!(chosen.reveal(), "été à Berck");
        assert_eq!(typed("été à Berck"), ["été à Berck"]);
        let decomposed = "e\u{301}te\u{301} a\u{300} Berck";
        assert_eq!(typed(decomposed), ["été à Berck", decomposed]);
    }

    #[test]
    fn nothing_else_is_changed() {
        for text in ["Ｆｕｌｌ ｗｉｄｔｈ", "ſharp ß", "a\tb", "  two blanks ", "🌊 ﬁ"] {
            assert_eq!(typed(text), [text]);
        }
    }

    #[test]
    fn a_text_is_too_long_as_it_is_typed() {
        assert!(Password::typed(&"e\u{301}".repeat(129)).is_err());
        assert!(Password::typed(&"e\u{301}".repeat(128)).is_ok());
    }
}
