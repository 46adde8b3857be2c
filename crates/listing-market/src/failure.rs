//! The failures of calls to a market data service.

use std::time::Duration;

use listing_outbound::{Attempt, Fault, Open, ServiceError};

/// The pause between calls after a service refused the credentials, which an operator has to
/// correct.
const REFUSED_PAUSE: Duration = Duration::from_mins(5);
/// The pause between calls after a service reported too many calls without a wait time.
const BUSY_PAUSE: Duration = Duration::from_mins(1);

/// A failure of a market data service.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The call failed: no usable response arrived.
    #[error(transparent)]
    Call(#[from] Fault),
    /// The service does not accept the credentials.
    #[error("the service rejected the credentials: {0}")]
    Refused(ServiceError),
    /// The service was not called, because its circuit breaker is open.
    #[error(transparent)]
    CircuitOpen(#[from] Open),
    /// The service was not called, because our limit of calls to it is reached.
    #[error("the call limit in the settings is reached")]
    LimitReached,
}

impl Failure {
    /// The value of the `outcome` label with which metrics count the failure.
    pub(crate) const fn outcome(&self) -> &'static str {
        match self {
            Self::Call(fault) => outcome_of(fault),
            Self::Refused(_) => "refused",
            Self::CircuitOpen(_) => "left_alone",
            Self::LimitReached => "spent",
        }
    }

    /// The result that the circuit breaker records; `None` if the service was not called.
    pub(crate) fn attempt(&self) -> Option<Attempt> {
        match self {
            Self::Call(Fault::Service(error)) => Some(match (error.status, error.retry_after) {
                (_, Some(wait)) => Attempt::OutOfOrder(wait),
                (429, None) => Attempt::OutOfOrder(BUSY_PAUSE),
                (408 | 500..=599, None) => Attempt::Failed,
                // An error about one request does not mean that others fail, so the service counts
                // as working.
                _ => Attempt::Worked,
            }),
            Self::Call(Fault::NotSent(_)) | Self::CircuitOpen(_) | Self::LimitReached => None,
            Self::Call(_) => Some(Attempt::Failed),
            Self::Refused(error) => {
                Some(Attempt::OutOfOrder(error.retry_after.unwrap_or_default().max(REFUSED_PAUSE)))
            }
        }
    }

    /// Returns true if the circuit breaker or the call limits have already logged the cause.
    pub(crate) const fn is_logged(&self) -> bool {
        matches!(self, Self::CircuitOpen(_) | Self::LimitReached)
    }
}

/// The value of the `outcome` label with which metrics count a failed call.
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
