//! Keys of services.

use std::fmt;

use reqwest::header::{HeaderValue, InvalidHeaderValue};

/// A key of a service. Its `Debug` hides it.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// Wraps a key.
    pub const fn new(key: String) -> Self {
        Self(key)
    }

    /// Returns the key itself, for sending to its service.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns a header value that the HTTP library's logs hide.
    ///
    /// # Errors
    /// When the key has characters that are invalid in a header.
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
