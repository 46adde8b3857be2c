//! The keys with which this program signs in to external services.

use std::fmt;

use reqwest::header::{HeaderValue, InvalidHeaderValue};

/// A key for an external service. Its `Debug` hides the key.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// Wraps the text of a key.
    pub const fn new(key: String) -> Self {
        Self(key)
    }

    /// Returns the key itself, to send it to its service.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the key after a prefix as a header value, which the HTTP library hides in its logs.
    ///
    /// # Errors
    /// Fails if the key has characters that are invalid in a header.
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
