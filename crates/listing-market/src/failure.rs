//! Defines the failures of a market data service.

use std::time::Duration;

use listing_outbound::{Attempt, Fault, Open, ServiceError};

/// Pause after a service refuses the credentials, which an operator must correct.
const REFUSED_PAUSE: Duration = Duration::from_mins(5);
/// Pause after a service reports too many calls without a wait.
const BUSY_PAUSE: Duration = Duration::from_mins(1);

/// A failure of a market data service.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A call brought no answer.
    #[error(transparent)]
    Call(#[from] Fault),
    /// The service does not accept the credentials.
    #[error("the service rejected the credentials: {0}")]
    Refused(ServiceError),
    /// The service was not called, because its circuit breaker is open.
    #[error(transparent)]
    CircuitOpen(#[from] Open),
    /// The service was not called, because its limits are used up.
    #[error("the call limit in the settings is reached")]
    LimitReached,
}

impl Failure {
    /// The failure's outcome in metrics.
    pub(crate) const fn outcome(&self) -> &'static str {
        match self {
            Self::Call(fault) => outcome_of(fault),
            Self::Refused(_) => "refused",
            Self::CircuitOpen(_) => "left_alone",
            Self::LimitReached => "spent",
        }
    }

    /// The result for the circuit breaker; `None` if the service was not called.
    pub(crate) fn attempt(&self) -> Option<Attempt> {
        match self {
            Self::Call(Fault::Service(error)) => Some(match (error.status, error.retry_after) {
                (_, Some(wait)) => Attempt::OutOfOrder(wait),
                (429, None) => Attempt::OutOfOrder(BUSY_PAUSE),
                (408 | 500..=599, None) => Attempt::Failed,
                // An error in one request says nothing about the others.
                _ => Attempt::Worked,
            }),
            Self::Call(Fault::NotSent(_)) | Self::CircuitOpen(_) | Self::LimitReached => None,
            Self::Call(_) => Some(Attempt::Failed),
            Self::Refused(error) => {
                Some(Attempt::OutOfOrder(error.retry_after.unwrap_or_default().max(REFUSED_PAUSE)))
            }
        }
    }

    /// Returns `true` if the circuit breaker or the limits have already logged the cause.
    pub(crate) const fn is_logged(&self) -> bool {
        matches!(self, Self::CircuitOpen(_) | Self::LimitReached)
    }
}

/// The outcome of a failed call in metrics.
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
