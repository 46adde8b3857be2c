//! Passwords: what may be one, and what is kept of it.

use std::fmt;

/// A password that may be chosen: long enough, and none of those that everybody tries first.
/// Any characters may stand in it, and nothing is cut off.
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
        if common::is_common(text, email) { Err(InvalidPassword::Common) } else { Ok(Self(text.to_owned())) }
    }

    /// A text that somebody types to sign in; it may be anything but longer than any password.
    ///
    /// # Errors
    /// [`InvalidPassword::TooLong`], so that nobody has novels hashed.
    pub fn typed(text: &str) -> Result<Self, InvalidPassword> {
        let fits = text.chars().nth(Self::MAX_CHARS).is_none();
        if fits { Ok(Self(text.to_owned())) } else { Err(InvalidPassword::TooLong) }
    }

    /// The text, for the adapter that hashes it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
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
