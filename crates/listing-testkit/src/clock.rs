use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::ports::Clock;

/// A clock that only moves when a test moves it.
#[derive(Debug)]
pub struct FixedClock(Mutex<Timestamp>);

impl FixedClock {
    /// A clock at a moment in RFC 3339, such as `2026-11-21T12:00:00Z`.
    pub fn at(moment: &str) -> Self {
        Self::showing(moment.parse().expect("the moment of a fixed clock is in RFC 3339"))
    }

    /// A clock at a moment.
    pub const fn showing(moment: Timestamp) -> Self {
        Self(Mutex::new(moment))
    }

    /// Moves the clock to a moment, possibly back.
    pub fn set(&self, moment: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = moment;
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *now = now.checked_add(by).expect("a test's time stays within the range of timestamps");
    }
}

/// The clock of this machine, for tests and fakes next to a running service.
#[derive(Debug, Clone, Copy)]
pub struct RealClock;

impl Clock for RealClock {
    #[expect(clippy::disallowed_methods, reason = "the time of such a test really passes")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
