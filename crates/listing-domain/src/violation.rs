//! Errors in requests.

/// A field that breaks a rule, with a text that helps to fix it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {message}")]
pub struct Violation {
    field: String,
    message: String,
}

impl Violation {
    /// A violation for `field` (with its position, as in `photos[2]`). `message` says what is accepted, as in
    /// "must be an array".
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }

    /// The same violation of a field inside the object at `path`.
    #[must_use]
    pub fn within(self, path: &str) -> Self {
        Self { field: format!("{path}.{}", self.field), message: self.message }
    }
}
