//! Converts the errors of use cases to error answers.

use listing_domain::idempotency::KeyUse;
use listing_domain::ports::{PhotoError, PhotoProblem, QuotaError, StoreError};
use listing_domain::request::Violation;
use listing_domain::usecase::{
    AuthError, BatchError, ComparableError, EditError, ErrorKind, GenerateError, ItemPhotoProblem,
    RewriteError, TrayError, UsageError, WebhookError, WriteError,
};

use crate::error::{ApiError, BUSY_RETRY, Failure};

impl Failure for GenerateError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }

    fn shown(&self) -> ApiError {
        match self {
            Self::Photos(PhotoError::Unusable(problems))
            | Self::Write(WriteError::NothingShown(problems)) => {
                let violation = |problem: &PhotoProblem| {
                    Violation::new(format!("photos[{}]", problem.index), &problem.message)
                };
                ApiError::violations(&problems.iter().map(violation).collect::<Vec<_>>())
            }
            Self::Write(WriteError::NotRecognized { photos, guesses }) => {
                let message = not_recognized(guesses);
                let violation = |index| Violation::new(format!("photos[{index}]"), &message);
                ApiError::violations(&(0..*photos).map(violation).collect::<Vec<_>>())
            }
            Self::Quota(QuotaError::KeyUsed(KeyUse::Running)) => {
                ApiError::from_failure(self.kind(), self).retry_after(BUSY_RETRY)
            }
            _ => {
                let shown = ApiError::from_failure(self.kind(), self);
                match self.retry_after() {
                    Some(wait) => shown.retry_after(wait),
                    None => shown,
                }
            }
        }
    }
}

/// For photos that do not show the item for sale, with the best guesses.
fn not_recognized(guesses: &[String]) -> String {
    let quoted: Vec<String> = guesses.iter().map(|guess| format!("\"{guess}\"")).collect();
    let guesses = if quoted.is_empty() {
        String::new()
    } else {
        format!(", for example one of the best guesses: {}", quoted.join(", "))
    };
    format!("does not show what is for sale: send it as attributes.name{guesses}")
}

impl Failure for BatchError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }

    fn shown(&self) -> ApiError {
        match self {
            Self::Photos(problems) => {
                let violation = |problem: &ItemPhotoProblem| {
                    let ItemPhotoProblem { item, photo } = problem;
                    Violation::new(format!("items[{item}].photos[{}]", photo.index), &photo.message)
                };
                ApiError::violations(&problems.iter().map(violation).collect::<Vec<_>>())
            }
            Self::Preparation(PhotoError::Busy { retry_after }) => {
                ApiError::from_failure(self.kind(), self).retry_after(*retry_after)
            }
            _ => ApiError::from_failure(self.kind(), self),
        }
    }
}

impl Failure for TrayError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }

    fn shown(&self) -> ApiError {
        match self {
            Self::Preparation(PhotoError::Busy { retry_after }) => {
                ApiError::from_failure(self.kind(), self).retry_after(*retry_after)
            }
            _ => ApiError::from_failure(self.kind(), self),
        }
    }
}

impl Failure for RewriteError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }

    fn shown(&self) -> ApiError {
        match self {
            Self::NoSuchGeneration(_) => return ApiError::absent("generation"),
            Self::Quota(QuotaError::KeyUsed(KeyUse::Running)) => {
                return ApiError::from_failure(self.kind(), self).retry_after(BUSY_RETRY);
            }
            _ => {}
        }
        let shown = ApiError::from_failure(self.kind(), self);
        match self.retry_after() {
            Some(wait) => shown.retry_after(wait),
            None => shown,
        }
    }
}

impl Failure for EditError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }

    fn shown(&self) -> ApiError {
        match self {
            Self::NoSuchGeneration(_) => ApiError::absent("generation"),
            Self::NoSuchListing(_) => ApiError::absent("listing"),
            Self::Overtaken | Self::Answer(_) | Self::Store(_) => ApiError::from_failure(self.kind(), self),
        }
    }
}

impl Failure for ComparableError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }

    fn shown(&self) -> ApiError {
        match self {
            Self::NoSuchGeneration(_) => ApiError::absent("generation"),
            Self::Invalid(violation) => ApiError::violations(std::slice::from_ref(violation)),
            Self::UnknownProduct(_) | Self::Read(_) | Self::Store(_) => {
                ApiError::from_failure(self.kind(), self)
            }
        }
    }
}

impl Failure for UsageError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }
}

impl Failure for WebhookError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }

    fn shown(&self) -> ApiError {
        match self {
            Self::Unknown(_) => ApiError::absent("webhook"),
            Self::Invalid(violation) => ApiError::violations(std::slice::from_ref(violation)),
            _ => ApiError::from_failure(self.kind(), self),
        }
    }
}

impl Failure for StoreError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }
}

impl Failure for AuthError {
    fn failure_kind(&self) -> ErrorKind {
        self.kind()
    }
}
