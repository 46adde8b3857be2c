//! The error type that all stores share.

use super::BoxError;

/// A failure of a store. The failed method stored nothing.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store does not answer now. A retry may help.
    #[error("the store is not available")]
    Unavailable(#[source] BoxError),
    /// A stored value, or one about to be stored, breaks a rule of the store.
    #[error("the store is inconsistent")]
    Inconsistent(#[source] BoxError),
}
