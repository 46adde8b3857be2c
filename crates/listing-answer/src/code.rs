use std::convert::Infallible;
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A code of a closed list, such as a marketplace's id. A code that only another version of the service knows
/// is retained, so that it does not make a whole response unreadable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Code<T> {
    /// A value of the list.
    Known(T),
    /// A code that only another version of the service knows.
    Other(String),
}

impl<T: Copy> Code<T> {
    /// Returns the value, if this version knows it.
    pub const fn known(&self) -> Option<T> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Other(_) => None,
        }
    }
}

impl<T: Display> Display for Code<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Known(value) => value.fmt(f),
            Self::Other(code) => f.write_str(code),
        }
    }
}

impl<T> From<T> for Code<T> {
    fn from(value: T) -> Self {
        Self::Known(value)
    }
}

impl<T: FromStr> FromStr for Code<T> {
    type Err = Infallible;

    fn from_str(code: &str) -> Result<Self, Infallible> {
        Ok(code.parse().map_or_else(|_| Self::Other(code.to_owned()), Self::Known))
    }
}

impl<T: Display> Serialize for Code<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, T: FromStr> Deserialize<'de> for Code<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Ok(code) = String::deserialize(deserializer)?.parse();
        Ok(code)
    }
}
