//! Why a service found nothing out.

use std::time::Duration;

use listing_outbound::{Attempt, Fault, Open, ServiceError};

/// How long there is no use in asking a service that does not accept the credentials: until
/// somebody has looked after them.
const REFUSED_FOR: Duration = Duration::from_mins(5);
/// How long a service is left alone that says it is asked too often, and not how long to wait.
const BUSY_FOR: Duration = Duration::from_mins(1);

/// Why a service found nothing out.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A call brought no answer.
    #[error(transparent)]
    Call(#[from] Fault),
    /// The service does not accept the credentials.
    #[error("the credentials are not accepted: {0}")]
    Refused(ServiceError),
    /// It was not asked, because it fails.
    #[error(transparent)]
    LeftAlone(#[from] Open),
    /// It was not asked, because it may not be asked more often.
    #[error("the calls that the settings allow are used up")]
    Spent,
}

impl Failure {
    /// A word for it in metrics.
    pub(crate) const fn outcome(&self) -> &'static str {
        match self {
            Self::Call(fault) => outcome_of(fault),
            Self::Refused(_) => "refused",
            Self::LeftAlone(_) => "left_alone",
            Self::Spent => "spent",
        }
    }

    /// What it says of the service; `None` where the service was not asked.
    pub(crate) fn attempt(&self) -> Option<Attempt> {
        match self {
            Self::Call(Fault::Service(error)) => Some(match (error.status, error.retry_after) {
                (_, Some(wait)) => Attempt::OutOfOrder(wait),
                (429, None) => Attempt::OutOfOrder(BUSY_FOR),
                (408 | 500..=599, None) => Attempt::Failed,
                // What is wrong with one question says nothing of the others.
                _ => Attempt::Worked,
            }),
            Self::Call(Fault::NotSent(_)) | Self::LeftAlone(_) | Self::Spent => None,
            Self::Call(_) => Some(Attempt::Failed),
            Self::Refused(error) => {
                Some(Attempt::OutOfOrder(error.retry_after.unwrap_or_default().max(REFUSED_FOR)))
            }
        }
    }

    /// Whether it was told before, by what leaves a service alone.
    pub(crate) const fn is_told(&self) -> bool {
        matches!(self, Self::LeftAlone(_) | Self::Spent)
    }
}

/// A word in metrics for how a call ended.
pub(crate) const fn outcome_of(fault: &Fault) -> &'static str {
    match fault {
        Fault::Unreachable(_) => "unreachable",
        Fault::TimedOut => "timeout",
        Fault::TooLarge(_) | Fault::Malformed(_) => "malformed",
        Fault::NotSent(_) => "not_sent",
        Fault::Service(error) => match error.status {
            401 | 403 => "refused",
            429 => "rate_limited",
            408 | 500..=599 => "unavailable",
            _ => "rejected",
        },
    }
}
