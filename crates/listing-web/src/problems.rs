//! Conversions from use-case errors to the problems that pages show.

use actix_web::http::StatusCode;
use listing_domain::options::Language;
use listing_domain::ports::AccountStoreError;
use listing_domain::usecase::AccountError;
use listing_domain::usecase::people::PersonError;
use listing_http::ApiError;

use crate::lang;
use crate::view::Problem;

impl Problem {
    /// Returns the HTTP status of a page with this problem: `otherwise`, except for too many attempts. These
    /// have their own status, so that browsers and metrics can recognize them.
    pub(crate) const fn status(&self, otherwise: StatusCode) -> StatusCode {
        match self {
            Self::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            _ => otherwise,
        }
    }

    pub(crate) fn sentence(&self, language: Language) -> String {
        (lang::texts(language).values.problem)(self)
    }
}

/// Returns the problem to show next to the form, or the error for an error page.
pub(crate) fn from_person_error(error: &PersonError) -> Result<Problem, ApiError> {
    match error {
        PersonError::Refused => Ok(Problem::WrongCredentials),
        PersonError::TooManyAttempts { retry_after } => {
            let over = u64::from(retry_after.subsec_nanos() > 0);
            Ok(Problem::TooOften((retry_after.as_secs() + over).max(1)))
        }
        PersonError::WrongPassword => Ok(Problem::WrongPassword),
        PersonError::EmailTaken => Ok(Problem::EmailTaken),
        PersonError::IdentityTaken => Ok(Problem::IdentityTaken),
        PersonError::LinkGone => Ok(Problem::InvitationGone),
        PersonError::InvalidPassword(error) => Ok(Problem::Password(*error)),
        PersonError::InvalidEmail(_) => Ok(Problem::Email),
        PersonError::InvitedAs(email) => Ok(Problem::InvitedAs(email.to_string())),
        PersonError::OtherEmail => Ok(Problem::OtherEmail),
        PersonError::SignInAgain => Ok(Problem::SignInAgain),
        PersonError::Overtaken => Ok(Problem::Overtaken),
        PersonError::OnlyWayIn => Ok(Problem::OnlyWayIn),
        PersonError::LastAdministrator => Ok(Problem::LastAdministrator),
        PersonError::RegistrationClosed
        | PersonError::EmailNotVerified
        | PersonError::OtherBrowser
        | PersonError::NotLinked
        | PersonError::NoSuchAccount
        | PersonError::NotAdministrator
        | PersonError::OwnAccount
        | PersonError::Busy(_)
        | PersonError::Failed(_) => Err(ApiError::from_person_error(error)),
    }
}

/// Converts an error as [`from_person_error`] does, for an account's keys and plans.
pub(crate) fn from_account_error(error: &AccountError) -> Result<Problem, ApiError> {
    match error {
        AccountError::Store(AccountStoreError::TooManyKeys(most)) => Ok(Problem::TooManyKeys(*most)),
        AccountError::Store(AccountStoreError::Overtaken) => Ok(Problem::Overtaken),
        error => Err(ApiError::from_account_error(error)),
    }
}

/// Returns the response to a database error and logs its causes.
pub(crate) fn store_error(error: impl Into<PersonError>) -> ApiError {
    ApiError::from_person_error(&error.into())
}

/// Returns the response to an internal error outside the database and logs its causes.
pub(crate) fn internal_error(error: impl std::error::Error + Send + Sync + 'static) -> ApiError {
    ApiError::from_person_error(&PersonError::Failed(error.into()))
}
