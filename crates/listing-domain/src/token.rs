//! Tokens: temporary secrets.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// 256 random bits, as 64 lower-case hexadecimal digits, for a session, a link or a known browser. Anyone who
/// holds it may use it.
///
/// It deliberately has no `Debug`, `Display` or serialization, only [`Token::reveal`].
#[derive(Clone)]
pub struct Token(String);

/// The error for a text that is not a token. It omits the text, so it may be logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a token is 64 lower-case hexadecimal characters")]
pub struct InvalidToken;

impl Token {
    /// The random bytes in a token.
    pub const SECRET_BYTES: usize = 32;

    /// A token from random bytes of the `IdSource` port.
    pub fn from_secret(secret: [u8; Self::SECRET_BYTES]) -> Self {
        Self(hex(secret))
    }

    /// The text, for its holder.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The digest, stored instead of the token. A plain hash suffices for 256 random bits.
    pub fn digest(&self) -> TokenDigest {
        TokenDigest(Sha256::digest(self.0.as_bytes()).into())
    }

    /// Another token that only this one's holder can know. The same purpose gives the same token, which does
    /// not reveal this one.
    #[must_use]
    pub fn derived(&self, purpose: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(purpose.as_bytes());
        hasher.update([0]);
        hasher.update(self.0.as_bytes());
        Self(hex(hasher.finalize().into()))
    }

    /// True for this token's text. Comparing digests, the time reveals nothing about where texts differ.
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

/// The SHA-256 of a token, or of another text to recognize.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    /// Wraps a stored digest.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The digest of a text that is not secret, such as an email.
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }

    /// The bytes, for storage.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_token_round_trips() {
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
