//! The error type of the use cases for people.

use std::time::Duration;

use super::super::{AccountError, ErrorKind};
use crate::account::{Email, InvalidEmail};
use crate::password::InvalidPassword;
use crate::ports::{AccountStoreError, PasswordHasherError, PersonStoreError, QuotaError, StoreError};

/// A refusal or failure of a use case for people.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    /// The email or password is wrong, or the account is suspended. The error does not reveal the cause.
    #[error("wrong email or password")]
    Refused,
    /// There were too many attempts recently.
    #[error("too many attempts")]
    TooManyAttempts {
        /// The time to wait before a retry.
        retry_after: Duration,
    },
    /// Registration is closed, or needs an invitation.
    #[error("registration is closed or requires an invitation")]
    RegistrationClosed,
    /// The identity provider does not vouch for the email, which registration requires.
    #[error("the identity provider does not report the email as verified")]
    EmailNotVerified,
    /// The link was used or has expired.
    #[error("the link was already used or has expired")]
    LinkGone,
    /// The link must be opened in the browser that requested it.
    #[error("the link must be opened in the browser that requested it")]
    OtherBrowser,
    /// The current password is wrong.
    #[error("the current password is wrong")]
    WrongPassword,
    /// Access to the account was taken back during the request.
    #[error("access to the account changed meanwhile: sign in and try again")]
    Overtaken,
    /// The typed text is not an email.
    #[error(transparent)]
    InvalidEmail(#[from] InvalidEmail),
    /// The typed text is not acceptable as a password.
    #[error(transparent)]
    InvalidPassword(#[from] InvalidPassword),
    /// The invitation is for this other email.
    #[error("the invitation is for {0}")]
    InvitedAs(Email),
    /// The email typed as a confirmation is not the account's.
    #[error("this is not the account's email")]
    OtherEmail,
    /// Another account has the email.
    #[error("another account already has this email")]
    EmailTaken,
    /// An account has the email that the identity provider reports, but is not linked to the
    /// identity.
    #[error("an account with this email is not linked to this identity yet")]
    NotLinked,
    /// The identity is linked to another account.
    #[error("this identity is already linked to another account")]
    IdentityTaken,
    /// An account without a password needs a very recent sign-in.
    #[error("sign in again to continue: this account has no password")]
    SignInAgain,
    /// The owner would have no other way to sign in.
    #[error("cannot unlink the account's only sign-in method")]
    OnlyWayIn,
    /// There is no such account.
    #[error("there is no such account")]
    NoSuchAccount,
    /// The account is not an administrator.
    #[error("this account is not an administrator")]
    NotAdministrator,
    /// Administrators can do this only to other accounts.
    #[error("an administrator cannot do this to their own account")]
    OwnAccount,
    /// The account is the only administrator.
    #[error("the last administrator cannot be removed: make another one first")]
    LastAdministrator,
    /// A dependency is overloaded or unavailable.
    #[error("the service is busy")]
    Busy(#[source] crate::ports::BoxError),
    /// An internal failure.
    #[error("internal error")]
    Failed(#[source] crate::ports::BoxError),
}

impl PersonError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Refused | Self::WrongPassword | Self::Overtaken => ErrorKind::Unauthenticated,
            Self::TooManyAttempts { .. } | Self::Busy(_) => ErrorKind::Busy,
            Self::RegistrationClosed | Self::EmailNotVerified | Self::OtherBrowser | Self::SignInAgain => {
                ErrorKind::Forbidden
            }
            Self::LinkGone | Self::NoSuchAccount => ErrorKind::NotFound,
            Self::InvalidEmail(_)
            | Self::InvalidPassword(_)
            | Self::InvitedAs(_)
            | Self::OtherEmail
            | Self::OwnAccount => ErrorKind::Invalid,
            Self::EmailTaken
            | Self::NotLinked
            | Self::IdentityTaken
            | Self::OnlyWayIn
            | Self::NotAdministrator
            | Self::LastAdministrator => ErrorKind::Conflict,
            Self::Failed(_) => ErrorKind::Internal,
        }
    }
}

impl From<StoreError> for PersonError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::Busy(error.into()),
            StoreError::Inconsistent(_) => Self::Failed(error.into()),
        }
    }
}

impl From<PersonStoreError> for PersonError {
    fn from(error: PersonStoreError) -> Self {
        match error {
            PersonStoreError::EmailTaken => Self::EmailTaken,
            PersonStoreError::IdentityTaken => Self::IdentityTaken,
            PersonStoreError::LastAdministrator => Self::LastAdministrator,
            PersonStoreError::Store(error) => error.into(),
        }
    }
}

impl From<PasswordHasherError> for PersonError {
    fn from(error: PasswordHasherError) -> Self {
        match error {
            PasswordHasherError::Busy => Self::Busy(error.into()),
            PasswordHasherError::Failed(_) => Self::Failed(error.into()),
        }
    }
}

impl From<AccountStoreError> for PersonError {
    fn from(error: AccountStoreError) -> Self {
        match error {
            AccountStoreError::EmailTaken => Self::EmailTaken,
            AccountStoreError::LastAdministrator => Self::LastAdministrator,
            AccountStoreError::Overtaken => Self::Overtaken,
            AccountStoreError::TooManyKeys(_) => Self::Failed(error.into()),
            AccountStoreError::Store(error) => error.into(),
        }
    }
}

impl From<QuotaError> for PersonError {
    fn from(error: QuotaError) -> Self {
        match error {
            QuotaError::UnknownAccount => Self::NoSuchAccount,
            QuotaError::Exhausted | QuotaError::KeyUsed(_) | QuotaError::UnknownReservation => {
                Self::Failed(error.into())
            }
            QuotaError::Store(error) => error.into(),
        }
    }
}

impl From<AccountError> for PersonError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Store(error) => error.into(),
            AccountError::Entitlements(error) => error.into(),
            AccountError::Quota(error) => error.into(),
            error if error.kind() == ErrorKind::NotFound => Self::NoSuchAccount,
            error => Self::Failed(error.into()),
        }
    }
}
