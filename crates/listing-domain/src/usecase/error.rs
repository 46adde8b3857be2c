//! Why a use-case did not do what was asked. Each error tells its kind, which
//! an outer layer maps to its own codes, and a text for the caller; the cause
//! chain is for the log.

use std::time::Duration;

use crate::idempotency::KeyUse;
use crate::ids::GenerationId;
use crate::marketplace::Platform;
use crate::ports::{
    AccountStoreError, BoxError, PersonStoreError, PhotoError, PhotoProblem, QuotaError, StoreError,
    WriterError,
};
use crate::violation::Violation;

/// The kinds of failure, closed so that a mapping can be exhaustive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// What was asked is not acceptable; the text says what is.
    Invalid,
    /// The caller is not known.
    Unauthenticated,
    /// The caller is known, but may not ask for that.
    Forbidden,
    /// The quota is exhausted.
    QuotaExhausted,
    /// What is named does not exist.
    NotFound,
    /// What is asked conflicts with what is.
    Conflict,
    /// An idempotency key was used for another request.
    KeyReused,
    /// Too much is going on; later it will go.
    Busy,
    /// Too much of what the caller asked for failed lately; later it will go.
    TooManyFailures,
    /// The listings could not be generated.
    GenerationFailed,
    /// Something inside failed.
    Internal,
}

impl StoreError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Unavailable(_) => ErrorKind::Busy,
            Self::Inconsistent(_) => ErrorKind::Internal,
        }
    }
}

/// Why a caller was not let in.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// No key, or one that is malformed, unknown or revoked: the caller is not
    /// told which.
    #[error("the API key is missing, invalid or revoked")]
    Refused,
    /// The key could not be looked up.
    #[error(transparent)]
    Store(#[from] AccountStoreError),
}

impl AuthError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Refused => ErrorKind::Unauthenticated,
            Self::Store(AccountStoreError::Store(error)) => error.kind(),
            Self::Store(
                AccountStoreError::EmailTaken
                | AccountStoreError::TooManyKeys(_)
                | AccountStoreError::LastAdministrator
                | AccountStoreError::Overtaken,
            ) => ErrorKind::Internal,
        }
    }
}

/// Why no listings were written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// No photo shows anything and nothing is stated: any listing would be invented.
    #[error("{} photos show hardly anything", .0.len())]
    NothingShown(Vec<PhotoProblem>),
    /// Neither the photos nor the seller say what is for sale, not even roughly.
    #[error("{photos} photos do not show what is for sale")]
    NotRecognized {
        /// The number of photos.
        photos: usize,
        /// The best guesses by their names in the language of the request, most likely first.
        guesses: Vec<String>,
    },
    /// The writer failed.
    #[error(transparent)]
    Writer(#[from] WriterError),
    /// The writer left out a marketplace.
    #[error("the draft has no text for {0}")]
    MissingText(Platform),
    /// So many calls to AI services failed for the account today that none is made any more.
    #[error(
        "{limit} calls to AI services have failed for this account today, which is the most: retry when the next \
         day begins in UTC"
    )]
    TooManyFailures {
        /// The number of calls that may fail.
        limit: u32,
        /// When the next day begins.
        retry_after: Duration,
    },
}

impl WriteError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NothingShown(_) | Self::NotRecognized { .. } => ErrorKind::Invalid,
            Self::Writer(WriterError::Busy { .. }) => ErrorKind::Busy,
            Self::TooManyFailures { .. } => ErrorKind::TooManyFailures,
            Self::Writer(_) | Self::MissingText(_) => ErrorKind::GenerationFailed,
        }
    }
}

/// Why no listings were generated. Nothing is charged in any of these cases.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// Photos that cannot be used, or a processor that failed.
    #[error(transparent)]
    Photos(#[from] PhotoError),
    /// No unit is left, or the ledger failed.
    #[error(transparent)]
    Quota(#[from] QuotaError),
    /// The account's settings could not be read.
    #[error(transparent)]
    Settings(#[from] PersonStoreError),
    /// The listings could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// What was written could not be given the form in which it goes out.
    #[error("what was written could not be rendered")]
    Render(#[source] BoxError),
}

impl GenerateError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Photos(PhotoError::Unusable(_)) => ErrorKind::Invalid,
            Self::Photos(PhotoError::Busy { .. }) => ErrorKind::Busy,
            Self::Quota(QuotaError::Store(error)) | Self::Settings(PersonStoreError::Store(error)) => {
                error.kind()
            }
            // It was deleted after its key was looked at.
            Self::Quota(QuotaError::UnknownAccount) => ErrorKind::Unauthenticated,
            Self::Quota(QuotaError::Exhausted) => ErrorKind::QuotaExhausted,
            Self::Quota(QuotaError::KeyUsed(KeyUse::OtherRequest)) => ErrorKind::KeyReused,
            Self::Quota(QuotaError::KeyUsed(_)) => ErrorKind::Conflict,
            Self::Photos(PhotoError::Failed(_))
            | Self::Quota(QuotaError::UnknownReservation)
            | Self::Settings(_) => ErrorKind::Internal,
            Self::Write(error) => error.kind(),
            Self::Render(_) => ErrorKind::GenerationFailed,
        }
    }

    /// When there is use in asking again, where whoever was too busy has said so.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Photos(PhotoError::Busy { retry_after })
            | Self::Write(
                WriteError::Writer(WriterError::Busy { retry_after })
                | WriteError::TooManyFailures { retry_after, .. },
            ) => Some(*retry_after),
            Self::Photos(_) | Self::Quota(_) | Self::Settings(_) | Self::Write(_) | Self::Render(_) => None,
        }
    }
}

/// Why listings were not written again. Nothing is counted in any of these cases, but for [`RewriteError::Overtaken`].
#[derive(Debug, thiserror::Error)]
pub enum RewriteError {
    /// The account has no such generation.
    #[error("no generation {0} is kept")]
    NoSuchGeneration(GenerationId),
    /// It was written again as often as that is allowed.
    #[error("the generation was written again {limit} times, which is as often as it can be")]
    NoneLeft {
        /// How often that is.
        limit: u32,
    },
    /// Others revised it again and again meanwhile.
    #[error("the generation is being changed elsewhere: try again")]
    Overtaken,
    /// The listings could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The stored answer could not be read.
    #[error("the stored answer could not be read")]
    Read(#[source] BoxError),
    /// What was written could not be put into what is stored.
    #[error("what was written could not be merged into what is stored")]
    Merge(#[source] BoxError),
    /// The history failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RewriteError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NoSuchGeneration(_) => ErrorKind::NotFound,
            Self::NoneLeft { .. } | Self::Overtaken => ErrorKind::Conflict,
            Self::Write(error) => error.kind(),
            Self::Merge(_) => ErrorKind::GenerationFailed,
            Self::Read(_) => ErrorKind::Internal,
            Self::Store(error) => error.kind(),
        }
    }

    /// When there is use in asking again, where that is known.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Write(WriteError::TooManyFailures { retry_after, .. }) => Some(*retry_after),
            _ => None,
        }
    }
}

/// Why the usage of an account could not be told.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct UsageError(#[from] pub QuotaError);

impl UsageError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match &self.0 {
            // It was deleted after its key was looked at.
            QuotaError::UnknownAccount => ErrorKind::Unauthenticated,
            QuotaError::Exhausted => ErrorKind::QuotaExhausted,
            QuotaError::Store(error) => error.kind(),
            QuotaError::KeyUsed(_) | QuotaError::UnknownReservation => ErrorKind::Internal,
        }
    }
}

/// Why comparables could not be added.
#[derive(Debug, thiserror::Error)]
pub enum ComparableError {
    /// No generation is kept under that identity.
    #[error("no generation {0} is kept")]
    NoSuchGeneration(GenerationId),
    /// Nobody knows what the generation was written for.
    #[error("it is not known what the generation {0} was written for: no price can be told of it")]
    UnknownProduct(GenerationId),
    /// The stored answer could not be read.
    #[error("the stored answer could not be read")]
    Read(#[source] BoxError),
    /// What is told of it cannot be.
    #[error(transparent)]
    Invalid(#[from] Violation),
    /// The store of comparables or the history failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ComparableError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NoSuchGeneration(_) => ErrorKind::NotFound,
            Self::UnknownProduct(_) => ErrorKind::Conflict,
            Self::Invalid(_) => ErrorKind::Invalid,
            Self::Read(_) => ErrorKind::Internal,
            Self::Store(error) => error.kind(),
        }
    }
}

/// Why an account or its keys could not be managed.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// No account has that e-mail or identity.
    #[error("there is no account {0}")]
    NoSuchAccount(String),
    /// The account has no such active key.
    #[error("the account has no active key {0}")]
    NoSuchKey(String),
    /// More than one active key is called like that.
    #[error("more than one active key is called {0}; name it by its id")]
    AmbiguousKey(String),
    /// The payment's credits went to another account.
    #[error("the payment {0} was granted to another account: nothing was added to this one")]
    PaymentOfAnother(String),
    /// The account has no such payment, or it was refunded before.
    #[error("the account has no payment {0} that could be refunded")]
    NoSuchPayment(String),
    /// Something about the request's numbers cannot be.
    #[error("{0}")]
    OutOfRange(String),
    /// The account store refused or failed.
    #[error(transparent)]
    Store(#[from] AccountStoreError),
    /// The store of entitlements failed.
    #[error(transparent)]
    Entitlements(#[from] StoreError),
    /// The ledger refused or failed.
    #[error(transparent)]
    Quota(#[from] QuotaError),
}

impl AccountError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NoSuchAccount(_)
            | Self::NoSuchKey(_)
            | Self::NoSuchPayment(_)
            | Self::Quota(QuotaError::UnknownAccount) => ErrorKind::NotFound,
            Self::AmbiguousKey(_) | Self::OutOfRange(_) => ErrorKind::Invalid,
            Self::PaymentOfAnother(_)
            | Self::Store(
                AccountStoreError::EmailTaken
                | AccountStoreError::TooManyKeys(_)
                | AccountStoreError::LastAdministrator,
            ) => ErrorKind::Conflict,
            Self::Store(AccountStoreError::Overtaken) => ErrorKind::Unauthenticated,
            Self::Store(AccountStoreError::Store(error))
            | Self::Entitlements(error)
            | Self::Quota(QuotaError::Store(error)) => error.kind(),
            Self::Quota(QuotaError::Exhausted | QuotaError::KeyUsed(_) | QuotaError::UnknownReservation) => {
                ErrorKind::Internal
            }
        }
    }
}
