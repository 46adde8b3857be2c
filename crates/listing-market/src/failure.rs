use std::time::Duration;

use listing_outbound::{Attempt, Fault, Open, ServiceError};

/// An operator has to correct refused credentials.
const REFUSED_PAUSE: Duration = Duration::from_mins(5);
/// For a service that reports too many calls without a wait time.
const BUSY_PAUSE: Duration = Duration::from_mins(1);

/// A failure of a service.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// No usable response arrived.
    #[error(transparent)]
    Call(#[from] Fault),
    /// The credentials are refused.
    #[error("the service rejected the credentials: {0}")]
    Refused(ServiceError),
    /// The circuit breaker is open.
    #[error(transparent)]
    CircuitOpen(#[from] Open),
    /// Our limit of calls is reached.
    #[error("the call limit in the settings is reached")]
    LimitReached,
}

impl Failure {
    /// The `outcome` label in metrics.
    pub(crate) const fn outcome(&self) -> &'static str {
        match self {
            Self::Call(fault) => outcome_of(fault),
            Self::Refused(_) => "refused",
            Self::CircuitOpen(_) => "left_alone",
            Self::LimitReached => "spent",
        }
    }

    /// For the circuit breaker; `None` if the service was not called.
    pub(crate) fn attempt(&self) -> Option<Attempt> {
        match self {
            Self::Call(Fault::Service(error)) => Some(match (error.status, error.retry_after) {
                (_, Some(wait)) => Attempt::OutOfOrder(wait),
                (429, None) => Attempt::OutOfOrder(BUSY_PAUSE),
                (408 | 500..=599, None) => Attempt::Failed,
                // An error about one request does not mean that others fail.
                _ => Attempt::Worked,
            }),
            Self::Call(Fault::NotSent(_)) | Self::CircuitOpen(_) | Self::LimitReached => None,
            Self::Call(_) => Some(Attempt::Failed),
            Self::Refused(error) => {
                Some(Attempt::OutOfOrder(error.retry_after.unwrap_or_default().max(REFUSED_PAUSE)))
            }
        }
    }

    /// The circuit breaker or the call limits have logged the cause.
    pub(crate) const fn is_logged(&self) -> bool {
        matches!(self, Self::CircuitOpen(_) | Self::LimitReached)
    }
}

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
