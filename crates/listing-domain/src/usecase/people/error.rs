//! Why somebody was not let in, or nothing was changed for them.

use std::time::Duration;

use super::super::{AccountError, ErrorKind};
use crate::account::{Email, InvalidEmail};
use crate::password::InvalidPassword;
use crate::ports::{AccountStoreError, PasswordHasherError, PersonStoreError, QuotaError, StoreError};

/// Why somebody was not let in, or nothing was changed for them.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    /// The e-mail or the password is not right, or the account is shut: nobody is told which.
    #[error("the e-mail or the password is not right")]
    Refused,
    /// Too many tried lately.
    #[error("there were too many tries")]
    TooManyTries {
        /// When there is use in trying again.
        retry_after: Duration,
    },
    /// Nobody can open an account, or only whoever was invited.
    #[error("no account can be opened here without an invitation")]
    RegistrationClosed,
    /// An account could be opened, but for an e-mail that the identity provider vouches for.
    #[error("the identity provider does not say that the e-mail is verified")]
    EmailNotVouched,
    /// The link was used, or its time is over.
    #[error("the link was used, or its time is over")]
    LinkGone,
    /// The link has to be opened in the browser in which it was asked for.
    #[error("the link has to be opened in the browser in which it was asked for")]
    OtherBrowser,
    /// The current password is not right.
    #[error("the current password is not right")]
    WrongPassword,
    /// Access to the account was taken back while this was under way.
    #[error("access to the account changed meanwhile: sign in and try again")]
    Overtaken,
    /// What was typed is no e-mail.
    #[error(transparent)]
    InvalidEmail(#[from] InvalidEmail),
    /// What was typed cannot be chosen as a password.
    #[error(transparent)]
    InvalidPassword(#[from] InvalidPassword),
    /// The invitation is for another e-mail, this one.
    #[error("the invitation is for {0}")]
    InvitedAs(Email),
    /// What was typed to show that it is meant is not the e-mail of the account.
    #[error("this is not the e-mail of the account")]
    OtherEmail,
    /// Another account has the e-mail.
    #[error("this e-mail cannot be used: another account has it")]
    EmailTaken,
    /// An account has the e-mail that the provider tells, but is not linked to the identity.
    #[error("an account with this e-mail is not linked to this identity yet")]
    NotLinked,
    /// The identity belongs to another account.
    #[error("this identity is linked to another account already")]
    IdentityTaken,
    /// Somebody without a password did not sign in just now.
    #[error("whoever has no password has to sign in anew for this")]
    SignInAnew,
    /// Nothing else would let them in.
    #[error("this is the only way to sign in to the account")]
    OnlyWayIn,
    /// There is no such account.
    #[error("there is no such account")]
    NoSuchAccount,
    /// The account does not administer the service.
    #[error("this account does not administer the service")]
    NotAdministrator,
    /// Administrators do this to the accounts of others only.
    #[error("an administrator cannot do this to their own account")]
    OwnAccount,
    /// Nobody else could administer the service.
    #[error("the last administrator stays one: make another one first")]
    LastAdministrator,
    /// Something is too busy.
    #[error("the service is busy")]
    Busy(#[source] crate::ports::BoxError),
    /// Something failed.
    #[error("something failed inside")]
    Failed(#[source] crate::ports::BoxError),
}

impl PersonError {
    /// The kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Refused | Self::WrongPassword | Self::Overtaken => ErrorKind::Unauthenticated,
            Self::TooManyTries { .. } | Self::Busy(_) => ErrorKind::Busy,
            Self::RegistrationClosed | Self::EmailNotVouched | Self::OtherBrowser | Self::SignInAnew => {
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
