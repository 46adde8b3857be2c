//! What is wrong with a request.

/// One thing that is wrong with a request, said so that its sender can mend it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {message}")]
pub struct Violation {
    field: String,
    message: String,
}

impl Violation {
    /// A violation of `field` (with its position, as `photos[2]`) and what is
    /// accepted there, as in "must be an array".
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}
