//! What went wrong, as pages say it.

use actix_web::http::StatusCode;
use listing_domain::options::Language;
use listing_domain::ports::AccountStoreError;
use listing_domain::usecase::AccountError;
use listing_domain::usecase::people::PersonError;
use listing_http::ApiError;

use crate::lang;
use crate::view::Problem;

impl Problem {
    /// The status of a page that says it: a try too many is told as such whatever was tried, so that
    /// browsers and whoever reads figures can tell.
    pub(crate) const fn status(&self, otherwise: StatusCode) -> StatusCode {
        match self {
            Self::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            _ => otherwise,
        }
    }

    /// What is said of it.
    pub(crate) fn sentence(&self, language: Language) -> String {
        (lang::of(language).values.problem)(self)
    }
}

/// What of a failure is said beside the form; the rest becomes an error page.
pub(crate) fn of_person(error: &PersonError) -> Result<Problem, ApiError> {
    match error {
        PersonError::Refused => Ok(Problem::NotLetIn),
        PersonError::TooManyTries { retry_after } => {
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
        PersonError::SignInAnew => Ok(Problem::SignInAnew),
        PersonError::Overtaken => Ok(Problem::Overtaken),
        PersonError::OnlyWayIn => Ok(Problem::OnlyWayIn),
        PersonError::LastAdministrator => Ok(Problem::LastAdministrator),
        PersonError::RegistrationClosed
        | PersonError::EmailNotVouched
        | PersonError::OtherBrowser
        | PersonError::NotLinked
        | PersonError::NoSuchAccount
        | PersonError::NotAdministrator
        | PersonError::OwnAccount
        | PersonError::Busy(_)
        | PersonError::Failed(_) => Err(ApiError::of_person(error)),
    }
}

/// The same of an account's keys and plans.
pub(crate) fn of_account(error: &AccountError) -> Result<Problem, ApiError> {
    match error {
        AccountError::Store(AccountStoreError::TooManyKeys(most)) => Ok(Problem::TooManyKeys(*most)),
        AccountError::Store(AccountStoreError::Overtaken) => Ok(Problem::Overtaken),
        error => Err(ApiError::of_account(error)),
    }
}

/// The answer to a failed store; its causes go to the log.
pub(crate) fn failed(error: impl Into<PersonError>) -> ApiError {
    ApiError::of_person(&error.into())
}

/// The answer to something inside that failed, and is not a store; its causes go to the log.
pub(crate) fn broken(error: impl std::error::Error + Send + Sync + 'static) -> ApiError {
    ApiError::of_person(&PersonError::Failed(error.into()))
}
