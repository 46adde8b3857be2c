//! API keys: a secret shown once, and its stored digest.

use std::fmt;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use crate::ids::{AccountId, KeyId};
use crate::principal::Scopes;
use crate::short_line::short_line;

/// An API key: `ptl_` and 64 lower-case hexadecimal digits (256 random bits).
///
/// It deliberately has no `Debug`, `Display` or serialization: every possible leak calls [`ApiKey::reveal`].
pub struct ApiKey(String);

/// The error for a text that is not an API key. It omits the text, so it may be logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an API key is the prefix ptl_ followed by 64 lower-case hexadecimal characters")]
pub struct InvalidKeyShape;

impl ApiKey {
    /// The prefix of every key.
    pub const PREFIX: &'static str = "ptl_";
    pub(crate) const SECRET_BYTES: usize = 32;
    /// The secret's characters that a [`KeyHint`] shows, at its beginning and end.
    const HINT_CHARS: (usize, usize) = (8, 4);

    /// A key from random bytes of the `IdSource` port.
    pub fn from_secret(secret: [u8; Self::SECRET_BYTES]) -> Self {
        use fmt::Write as _;
        let mut text = String::from(Self::PREFIX);
        for byte in secret {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        Self(text)
    }

    /// The key's text, to show to its owner once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The digest, stored instead of the key. A plain hash suffices for 256 random bits, and every request
    /// computes one.
    pub fn digest(&self) -> KeyDigest {
        KeyDigest(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The beginning and end, to distinguish keys in a list.
    pub fn hint(&self) -> KeyHint {
        let (first, last) = Self::HINT_CHARS;
        let (begin, end) = (Self::PREFIX.len() + first, self.0.len() - last);
        KeyHint(format!("{}{}{}", &self.0[..begin], KeyHint::ELLIPSIS, &self.0[end..]))
    }
}

impl FromStr for ApiKey {
    type Err = InvalidKeyShape;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let secret = text.strip_prefix(Self::PREFIX).ok_or(InvalidKeyShape)?;
        let is_secret = secret.len() == 2 * Self::SECRET_BYTES
            && secret.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if is_secret { Ok(Self(text.to_owned())) } else { Err(InvalidKeyShape) }
    }
}

/// The SHA-256 digest of an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyDigest([u8; 32]);

impl KeyDigest {
    /// Wraps a stored digest.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, for storage.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The first characters, `ptl_` and eight digits, and the last four: useless to a thief, but recognizable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyHint(String);

impl KeyHint {
    const ELLIPSIS: char = '…';

    /// True if a text is the hint or the part before its `…`.
    pub fn is(&self, text: &str) -> bool {
        self.0 == text || self.0.split(Self::ELLIPSIS).next() == Some(text)
    }

    /// Wraps a stored hint.
    pub const fn stored(text: String) -> Self {
        Self(text)
    }

    /// The hint as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for KeyHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The owner's name for a key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyName(String);

/// The error for an invalid name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the name of a key must have 1 to {} characters, none of them a control character",
    KeyName::MAX_CHARS
)]
pub struct InvalidKeyName;

impl KeyName {
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 64;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// For a key without a given name.
impl Default for KeyName {
    fn default() -> Self {
        Self("default".to_owned())
    }
}

impl FromStr for KeyName {
    type Err = InvalidKeyName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        short_line(text, Self::MAX_CHARS).map(Self).ok_or(InvalidKeyName)
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A key's validity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    /// Accepted.
    Active,
    /// Expired at this moment.
    Expired(Timestamp),
    /// Revoked at this moment.
    Revoked(Timestamp),
}

/// A key's stored data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRecord {
    /// The id.
    pub id: KeyId,
    /// The owner's account.
    pub account: AccountId,
    /// The owner's name for it.
    pub name: KeyName,
    /// Its first and last characters.
    pub hint: KeyHint,
    /// Its scopes.
    pub scopes: Scopes,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The last use, to within [`KeyRecord::LAST_USE_PRECISION_SECONDS`].
    pub last_used_at: Option<Timestamp>,
    /// The time of expiry, if any.
    pub expires_at: Option<Timestamp>,
    /// The time of revocation, if any. It may lie in the future: a replaced key works until then.
    pub revoked_at: Option<Timestamp>,
}

impl KeyRecord {
    /// Minimum seconds between two writes of the last use, so that a busy key doesn't cost a write per
    /// request.
    pub const LAST_USE_PRECISION_SECONDS: i64 = 60;
    /// The time for which an ended key stays listed.
    pub const ENDED_RETENTION: SignedDuration = SignedDuration::from_hours(90 * 24);
    /// The maximum number of ended keys listed; the oldest are removed first.
    pub const MAX_ENDED: u32 = 200;

    /// The moment from which the key is refused, if known.
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.expires_at.into_iter().chain(self.revoked_at).min()
    }

    /// The validity at a moment.
    pub fn state_at(&self, at: Timestamp) -> KeyState {
        let (expires, revoked) = (self.expires_at, self.revoked_at);
        match self.ends_at().filter(|ends| *ends <= at) {
            None => KeyState::Active,
            Some(end) if expires == Some(end) && revoked != Some(end) => KeyState::Expired(end),
            Some(end) => KeyState::Revoked(end),
        }
    }

    /// The time from creation to expiry, if any.
    pub fn lifetime(&self) -> Option<SignedDuration> {
        self.expires_at.map(|expires| expires.duration_since(self.created_at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_key_has_the_documented_form() {
        let key = ApiKey::from_secret([0xab; 32]);
        assert_eq!(key.reveal().len(), 68);
        assert_eq!(key.reveal(), format!("ptl_{}", "ab".repeat(32)));
        assert_eq!(key.hint().as_str(), "ptl_abababab…abab");
        let hint = key.hint();
        assert!(hint.is("ptl_abababab…abab") && hint.is("ptl_abababab"));
        assert!(!hint.is("") && !hint.is("ptl_") && !hint.is("abab"));
        assert!(key.reveal().parse::<ApiKey>().is_ok());
    }

    #[test]
    fn a_key_is_active_until_it_expires_or_is_revoked() {
        let at = |second: i64| Timestamp::from_second(second).unwrap();
        let key = ApiKey::from_secret([0xab; 32]);
        let state = |expires: Option<i64>, revoked: Option<i64>, now| {
            let record = KeyRecord {
                id: KeyId::new(uuid::Uuid::nil()),
                account: AccountId::new(uuid::Uuid::nil()),
                name: KeyName::default(),
                hint: key.hint(),
                scopes: Scopes::ALL,
                created_at: at(0),
                last_used_at: None,
                expires_at: expires.map(at),
                revoked_at: revoked.map(at),
            };
            record.state_at(at(now))
        };
        for (expires, revoked, now, expected) in [
            (None, None, 9, KeyState::Active),
            (Some(10), None, 9, KeyState::Active),
            (Some(10), None, 10, KeyState::Expired(at(10))),
            (None, Some(10), 9, KeyState::Active),
            (None, Some(10), 10, KeyState::Revoked(at(10))),
            (Some(10), Some(5), 20, KeyState::Revoked(at(5))),
            (Some(10), Some(15), 20, KeyState::Expired(at(10))),
            (Some(10), Some(10), 20, KeyState::Revoked(at(10))),
        ] {
            assert_eq!(state(expires, revoked, now), expected, "{expires:?} {revoked:?} {now}");
        }
    }

    #[test]
    fn a_key_name_is_trimmed_and_bounded() {
        assert_eq!(" the shop ".parse::<KeyName>().unwrap().as_str(), "the shop");
        assert!("é".repeat(64).parse::<KeyName>().is_ok());
        for bad in ["", " ", "a\tb", &"x".repeat(65)] {
            assert_eq!(bad.parse::<KeyName>(), Err(InvalidKeyName), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn a_key_with_one_edited_character_is_refused_or_different(
            secret in any::<[u8; 32]>(), at in 0..68_usize, edit in any::<char>()
        ) {
            let key = ApiKey::from_secret(secret);
            let mut chars: Vec<char> = key.reveal().chars().collect();
            prop_assume!(chars[at] != edit);
            chars[at] = edit;
            let edited: String = chars.into_iter().collect();
            if let Ok(other) = edited.parse::<ApiKey>() {
                prop_assert!(at >= 4 && matches!(edit, '0'..='9' | 'a'..='f'));
                prop_assert_ne!(other.digest(), key.digest());
            }
        }

        #[test]
        fn keys_of_other_lengths_are_refused(text in "ptl_[0-9a-f]{0,63}|ptl_[0-9a-f]{65,80}") {
            prop_assert!(text.parse::<ApiKey>().is_err());
        }
    }
}
