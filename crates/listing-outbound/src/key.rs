use std::fmt;

use reqwest::header::{HeaderValue, InvalidHeaderValue};

/// A key for a service. Its `Debug` hides the key.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// Wraps a key.
    pub const fn new(key: String) -> Self {
        Self(key)
    }

    /// Returns the key, to send it to its service.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the key after a prefix as a header, which the HTTP library hides in its logs.
    ///
    /// # Errors
    /// If a character is invalid in headers.
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
