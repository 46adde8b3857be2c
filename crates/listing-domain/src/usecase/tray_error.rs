use super::ErrorKind;
use crate::batch::BatchPolicy;
use crate::ports::{PhotoError, StoreError};
use crate::tray::TrayRefusal;

/// A failure to change a tray or to start a batch of it. Nothing is charged.
#[derive(Debug, thiserror::Error)]
pub enum TrayError {
    /// The step is impossible.
    #[error("the photos cannot be arranged like this: {0}")]
    Refused(TrayRefusal),
    /// Another request changed the tray meanwhile.
    #[error("another request changed the photos meanwhile: look at them again")]
    Overtaken,
    /// The tray has no photos.
    #[error("there are no photos")]
    Empty,
    /// The photos could not be prepared.
    #[error(transparent)]
    Preparation(PhotoError),
    /// The service stores no generations, so that a batch would have no results.
    #[error("this service stores no generations: request each item by itself")]
    NoHistory,
    /// The account was suspended or deleted meanwhile.
    #[error("the account is suspended or deleted")]
    NoAccount,
    /// The account has as many running batches as it may have.
    #[error(
        "the account has {} running batches, which is the limit: wait until one has ended",
        BatchPolicy::MAX_RUNNING
    )]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl TrayError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Refused(_) | Self::Empty | Self::Preparation(PhotoError::Unusable(_)) => ErrorKind::Invalid,
            Self::Overtaken | Self::NoHistory | Self::TooMany => ErrorKind::Conflict,
            Self::NoAccount => ErrorKind::Unauthenticated,
            Self::Preparation(PhotoError::Busy { .. }) => ErrorKind::Busy,
            Self::Preparation(PhotoError::Failed(_)) => ErrorKind::Internal,
            Self::Store(error) => error.kind(),
        }
    }
}
