//! Keys of services.

use std::fmt;

use reqwest::header::{HeaderValue, InvalidHeaderValue};

/// A key of a service. It has no `Debug` that would show it.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// Wraps a key.
    pub const fn new(key: String) -> Self {
        Self(key)
    }

    /// The key itself, for what is sent to its service.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// A header's value that no log of the HTTP library shows.
    ///
    /// # Errors
    /// When the key has what no header may hold.
    pub fn header(&self, prefix: &str) -> Result<HeaderValue, InvalidHeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{prefix}{}", self.0))?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}
