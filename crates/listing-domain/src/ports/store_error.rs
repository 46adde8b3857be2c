//! The failure that all stores share.

use super::BoxError;

/// A failed store: nothing of the step was stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store does not answer now; a retry may help.
    #[error("the store is not available")]
    Unavailable(#[source] BoxError),
    /// Something that is stored, or was about to be, breaks a rule of the store.
    #[error("the store is inconsistent")]
    Inconsistent(#[source] BoxError),
}
