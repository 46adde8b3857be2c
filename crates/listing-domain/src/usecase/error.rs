//! The errors of use cases. Each has a kind, which an outer layer maps to its own codes, and a text for the
//! caller. The cause chain is for the log.

use std::time::Duration;

use crate::idempotency::KeyUse;
use crate::ids::GenerationId;
use crate::marketplace::Platform;
use crate::payment::PaymentId;
use crate::ports::{
    AccountStoreError, BoxError, PersonStoreError, PhotoError, PhotoProblem, QuotaError, StoreError,
    WriterError,
};
use crate::violation::Violation;

/// The kinds of failure, closed so that a mapping can be exhaustive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The request is invalid. The error's text says what is valid.
    Invalid,
    /// The caller is not authenticated.
    Unauthenticated,
    /// The caller is authenticated but not permitted to do this.
    Forbidden,
    /// The quota is exhausted.
    QuotaExhausted,
    /// The account, key or generation that the request names does not exist.
    NotFound,
    /// The request conflicts with the current state.
    Conflict,
    /// An idempotency key was used for another request.
    KeyReused,
    /// The service is overloaded. A retry later helps.
    Busy,
    /// Too many of the caller's requests failed lately. A retry later helps.
    TooManyFailures,
    /// The listings could not be generated.
    GenerationFailed,
    /// An internal failure.
    Internal,
}

impl StoreError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Unavailable(_) => ErrorKind::Busy,
            Self::Inconsistent(_) => ErrorKind::Internal,
        }
    }
}

/// A refusal of a caller's API key, or a failure to look it up.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// The key is missing, malformed, unknown or revoked. The caller does not learn which.
    #[error("the API key is missing, invalid or revoked")]
    Refused,
    /// The key could not be looked up.
    #[error(transparent)]
    Store(#[from] AccountStoreError),
}

impl AuthError {
    /// Returns the kind of failure.
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

/// A failure to write listings.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// No photo shows anything and the seller states nothing: any listing would be invented.
    #[error("{} photos show hardly anything", .0.len())]
    NothingShown(Vec<PhotoProblem>),
    /// Neither the photos nor the seller say, even roughly, what is for sale.
    #[error("{photos} photos do not show what is for sale")]
    NotRecognized {
        /// The number of photos in the request.
        photos: usize,
        /// The best guesses, as names in the request's language, most likely first.
        guesses: Vec<String>,
    },
    /// The writer failed.
    #[error(transparent)]
    Writer(#[from] WriterError),
    /// The writer left out a marketplace.
    #[error("the draft has no text for {0}")]
    MissingText(Platform),
    /// So many of the account's calls to AI services failed today that no more are made.
    #[error(
        "{limit} calls to AI services have failed for this account today, which is the limit: retry after \
         midnight UTC"
    )]
    TooManyFailures {
        /// The number of failed calls allowed per day.
        limit: u32,
        /// The wait until the next day begins.
        retry_after: Duration,
    },
}

impl WriteError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NothingShown(_) | Self::NotRecognized { .. } => ErrorKind::Invalid,
            Self::Writer(WriterError::Busy { .. }) => ErrorKind::Busy,
            Self::TooManyFailures { .. } => ErrorKind::TooManyFailures,
            Self::Writer(_) | Self::MissingText(_) => ErrorKind::GenerationFailed,
        }
    }
}

/// Returns the kind of a failure to charge a request.
const fn kind_of_charge(error: &QuotaError) -> ErrorKind {
    match error {
        QuotaError::Store(error) => error.kind(),
        // The account was deleted after its key was checked.
        QuotaError::UnknownAccount => ErrorKind::Unauthenticated,
        QuotaError::Exhausted => ErrorKind::QuotaExhausted,
        QuotaError::KeyUsed(KeyUse::OtherRequest) => ErrorKind::KeyReused,
        QuotaError::KeyUsed(_) => ErrorKind::Conflict,
        QuotaError::UnknownReservation => ErrorKind::Internal,
    }
}

/// A failure to generate listings. None of these cases is charged.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// Some photos are unusable, or the processor failed.
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
    /// The listings could not be rendered.
    #[error("cannot render the written listings")]
    Render(#[source] BoxError),
}

impl GenerateError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Photos(PhotoError::Unusable(_)) => ErrorKind::Invalid,
            Self::Photos(PhotoError::Busy { .. }) => ErrorKind::Busy,
            Self::Quota(error) => kind_of_charge(error),
            Self::Settings(PersonStoreError::Store(error)) => error.kind(),
            Self::Photos(PhotoError::Failed(_)) | Self::Settings(_) => ErrorKind::Internal,
            Self::Write(error) => error.kind(),
            Self::Render(_) => ErrorKind::GenerationFailed,
        }
    }

    /// Returns the time to wait before a retry, if the overloaded part reported one.
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

/// A failure to rewrite listings. None of these cases is charged, and none counts as a rewrite, except
/// [`RewriteError::Overtaken`].
#[derive(Debug, thiserror::Error)]
pub enum RewriteError {
    /// The account has no such generation.
    #[error("there is no generation {0}")]
    NoSuchGeneration(GenerationId),
    /// The generation has reached the rewrite limit.
    #[error("the generation has reached its limit of {limit} rewrites")]
    NoneLeft {
        /// The maximum number of rewrites of a generation.
        limit: u32,
    },
    /// Other requests kept revising the generation meanwhile.
    #[error("another request changed the generation meanwhile: try again")]
    Overtaken,
    /// The unit was returned before the listings were stored, because writing took too long.
    #[error("the unit of the rewrite was returned before its listings were stored")]
    Late,
    /// No unit is left, or the ledger failed.
    #[error(transparent)]
    Quota(#[from] QuotaError),
    /// The account's settings could not be read.
    #[error(transparent)]
    Settings(#[from] PersonStoreError),
    /// The listings could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The stored answer could not be read.
    #[error("cannot read the stored answer")]
    Read(#[source] BoxError),
    /// The rewrite could not be merged into the stored answer.
    #[error("cannot merge the new listings into the stored answer")]
    Merge(#[source] BoxError),
    /// The store of generations failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RewriteError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NoSuchGeneration(_) => ErrorKind::NotFound,
            Self::NoneLeft { .. } | Self::Overtaken => ErrorKind::Conflict,
            Self::Write(error) => error.kind(),
            Self::Merge(_) | Self::Late => ErrorKind::GenerationFailed,
            Self::Quota(error) => kind_of_charge(error),
            Self::Settings(PersonStoreError::Store(error)) | Self::Store(error) => error.kind(),
            Self::Read(_) | Self::Settings(_) => ErrorKind::Internal,
        }
    }

    /// Returns the time to wait before a retry, if known.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Write(
                WriteError::Writer(WriterError::Busy { retry_after })
                | WriteError::TooManyFailures { retry_after, .. },
            ) => Some(*retry_after),
            _ => None,
        }
    }
}

/// A failure to edit listings. Nothing is stored.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The account has no such generation.
    #[error("there is no generation {0}")]
    NoSuchGeneration(GenerationId),
    /// The generation has no listing for the marketplace, or none to restore.
    #[error("the generation has no listing for {0}")]
    NoSuchListing(Platform),
    /// Other requests kept revising the generation meanwhile.
    #[error("another request changed the generation meanwhile: try again")]
    Overtaken,
    /// The stored answer could not be read or rendered.
    #[error("cannot edit the stored answer")]
    Answer(#[source] BoxError),
    /// The store of generations failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl EditError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NoSuchGeneration(_) => ErrorKind::NotFound,
            Self::NoSuchListing(_) => ErrorKind::Invalid,
            Self::Overtaken => ErrorKind::Conflict,
            Self::Answer(_) => ErrorKind::Internal,
            Self::Store(error) => error.kind(),
        }
    }
}

/// A failure to read the usage of an account.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct UsageError(#[from] pub QuotaError);

impl UsageError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match &self.0 {
            // The account was deleted after its key was checked.
            QuotaError::UnknownAccount => ErrorKind::Unauthenticated,
            QuotaError::Exhausted => ErrorKind::QuotaExhausted,
            QuotaError::Store(error) => error.kind(),
            QuotaError::KeyUsed(_) | QuotaError::UnknownReservation => ErrorKind::Internal,
        }
    }
}

/// A failure to add comparables.
#[derive(Debug, thiserror::Error)]
pub enum ComparableError {
    /// No generation is stored under that id.
    #[error("there is no generation {0}")]
    NoSuchGeneration(GenerationId),
    /// The generation's product is unknown.
    #[error("cannot record a sale: the generation {0} has no recognized product")]
    UnknownProduct(GenerationId),
    /// The stored answer could not be read.
    #[error("cannot read the stored answer")]
    Read(#[source] BoxError),
    /// A fact about the sale breaks a rule.
    #[error(transparent)]
    Invalid(#[from] Violation),
    /// The store of comparables or the history failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ComparableError {
    /// Returns the kind of failure.
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

/// A failure to manage an account or its keys.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// No account has that email or id.
    #[error("there is no account {0}")]
    NoSuchAccount(String),
    /// The account has no such active key.
    #[error("the account has no active key {0}")]
    NoSuchKey(String),
    /// More than one active key matches the name.
    #[error("more than one active key is called {0}: give the id instead")]
    AmbiguousKey(String),
    /// The payment's credits went to another account.
    #[error("the payment {0} was granted to another account: nothing was added to this one")]
    PaymentOfOtherAccount(PaymentId),
    /// The payment was not granted to the account.
    #[error("the account has no payment {0}")]
    NoSuchPayment(PaymentId),
    /// Other refunds took all credits of the payment back.
    #[error("all credits of the payment {0} were taken back by earlier refunds")]
    RefundedBefore(PaymentId),
    /// A number in the request is out of range.
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
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NoSuchAccount(_)
            | Self::NoSuchKey(_)
            | Self::NoSuchPayment(_)
            | Self::Quota(QuotaError::UnknownAccount) => ErrorKind::NotFound,
            Self::AmbiguousKey(_) | Self::OutOfRange(_) => ErrorKind::Invalid,
            Self::PaymentOfOtherAccount(_)
            | Self::RefundedBefore(_)
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
