//! Tokens: secrets that stand for somebody or something for a while.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// 256 random bits that whoever holds them may use: a session, a link of a mail, a browser
/// that is known. Written as 64 lower-case hexadecimal digits.
///
/// It deliberately has no `Debug`, `Display` or serialisation; the one way to its text is
/// [`Token::reveal`].
#[derive(Clone)]
pub struct Token(String);

/// A text that does not have the form of a token. Says nothing about the text, so that it
/// may be logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a token is 64 lower-case hexadecimal characters")]
pub struct InvalidToken;

impl Token {
    /// Random bytes in a token.
    pub const SECRET_BYTES: usize = 32;

    /// A token from random bytes of the `IdSource` port.
    pub fn from_secret(secret: [u8; Self::SECRET_BYTES]) -> Self {
        Self(hex(secret))
    }

    /// The text of the token, for the one who is to hold it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored instead of the token. A plain hash is right for 256 random bits.
    pub fn digest(&self) -> TokenDigest {
        TokenDigest(Sha256::digest(self.0.as_bytes()).into())
    }

    /// Another token that only the holder of this one can know, the same for the same
    /// purpose. Nobody can tell this token from it.
    #[must_use]
    pub fn derived(&self, purpose: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(purpose.as_bytes());
        hasher.update([0]);
        hasher.update(self.0.as_bytes());
        Self(hex(hasher.finalize().into()))
    }

    /// Whether a text is this token. Compared by digests, so that the time it takes tells
    /// nothing of where they differ.
    pub fn is(&self, text: &str) -> bool {
        text.parse::<Self>().is_ok_and(|other| other.digest() == self.digest())
    }
}

fn hex(bytes: [u8; Token::SECRET_BYTES]) -> String {
    use fmt::Write as _;
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

impl FromStr for Token {
    type Err = InvalidToken;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_token = text.len() == 2 * Self::SECRET_BYTES
            && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if is_token { Ok(Self(text.to_owned())) } else { Err(InvalidToken) }
    }
}

/// The SHA-256 digest of a token, or of whatever else is only to be recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    /// Wraps a digest that was read back from storage.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The digest of a text that is no secret, such as an e-mail.
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }

    /// The digest's bytes, for storage.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_written_as_it_is_read() {
        let token = Token::from_secret([0xab; 32]);
        assert_eq!(token.reveal(), "ab".repeat(32));
        assert!(token.is(&"ab".repeat(32)));
        for bad in ["", "ab", &"AB".repeat(32), &"ab".repeat(33), &"zz".repeat(32)] {
            assert!(bad.parse::<Token>().is_err() && !token.is(bad), "{bad}");
        }
    }

    #[test]
    fn derived_tokens_differ_by_purpose_and_by_token() {
        let (one, other) = (Token::from_secret([1; 32]), Token::from_secret([2; 32]));
        let texts = [
            one.reveal().to_owned(),
            one.derived("form").reveal().to_owned(),
            one.derived("other").reveal().to_owned(),
            other.derived("form").reveal().to_owned(),
        ];
        for (index, text) in texts.iter().enumerate() {
            assert!(texts.iter().skip(index + 1).all(|later| later != text), "{index}");
        }
        assert!(one.derived("form").is(one.derived("form").reveal()));
    }
}
