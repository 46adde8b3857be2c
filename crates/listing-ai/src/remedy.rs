//! What helps when a call brought no reply.

use std::time::Duration;

use listing_domain::ports::WriterError;

use crate::fault::{Fault, ServiceError};
use crate::wire::WireFormat;

/// How long there is no use in asking a service whose quota is spent.
const SPENT_FOR: Duration = Duration::from_hours(1);
/// How long there is no use in asking a service that refuses the key, or knows
/// no such model: until somebody has looked after it.
const MISCONFIGURED_FOR: Duration = Duration::from_mins(5);
/// What helps against a service's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Asking again soon.
    Again,
    /// Asking again, not so often.
    Later,
    /// Nothing, for a good while.
    LongAfter,
    /// Asking for JSON in another way.
    OtherMode,
    /// Asking something else.
    Nothing,
}

impl ServiceError {
    /// What helps.
    pub fn remedy(&self, format: &dyn WireFormat) -> Remedy {
        if self.should_retry == Some(false) && self.status >= 500 {
            return Remedy::Nothing;
        }
        match self.status {
            429 if self.is_spent() || format.is_spent(self) => Remedy::LongAfter,
            402 if self.retry_after.is_none() => Remedy::LongAfter,
            402 | 429 => Remedy::Later,
            401 | 403 | 404 => Remedy::LongAfter,
            400 | 422 if self.is_about_the_mode() => Remedy::OtherMode,
            408 | 409 | 425 | 500..=599 => Remedy::Again,
            _ if self.should_retry == Some(true) => Remedy::Again,
            _ => Remedy::Nothing,
        }
    }
}

impl Fault {
    /// A word for it in metrics.
    pub(crate) fn outcome(&self, format: &dyn WireFormat) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreachable",
            Self::TimedOut => "timeout",
            Self::TooLarge(_) | Self::Malformed(_) => "malformed",
            Self::NotSent(_) => "not_sent",
            Self::Service(error) => match error.remedy(format) {
                Remedy::Again => "unavailable",
                Remedy::Later => "rate_limited",
                Remedy::LongAfter if matches!(error.status, 402 | 429) => "quota_spent",
                Remedy::LongAfter => "misconfigured",
                Remedy::OtherMode => "mode_refused",
                Remedy::Nothing => "rejected",
            },
        }
    }

    /// The same as the port's error.
    pub(crate) fn into_port_error(self, format: &dyn WireFormat) -> WriterError {
        let error = match self {
            Self::Service(error) => error,
            Self::TimedOut => return WriterError::DeadlineExceeded,
            Self::Unreachable(_) => return WriterError::unavailable(self),
            Self::TooLarge(_) | Self::Malformed(_) => return WriterError::Unusable(self.into()),
            Self::NotSent(_) => return WriterError::Rejected(self.into()),
        };
        match error.remedy(format) {
            Remedy::Again => {
                WriterError::Unavailable { retry_after: error.retry_after, source: error.into() }
            }
            Remedy::Later => {
                WriterError::RateLimited { retry_after: error.retry_after, source: error.into() }
            }
            Remedy::LongAfter => {
                let usual = if matches!(error.status, 402 | 429) { SPENT_FOR } else { MISCONFIGURED_FOR };
                let at_least = error.retry_after.map_or(usual, |said| said.max(usual));
                WriterError::OutOfService { at_least, source: error.into() }
            }
            Remedy::OtherMode | Remedy::Nothing => WriterError::Rejected(error.into()),
        }
    }
}
