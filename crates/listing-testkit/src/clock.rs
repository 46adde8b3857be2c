//! Provides a clock that only moves when a test moves it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::ports::Clock;

/// A clock that only moves when a test moves it.
#[derive(Debug)]
pub struct FixedClock(Mutex<Timestamp>);

impl FixedClock {
    /// Returns a clock that shows a moment, such as `2026-11-21T12:00:00Z` (RFC 3339).
    ///
    /// # Panics
    /// If the text is not a moment in RFC 3339.
    pub fn at(moment: &str) -> Self {
        Self::showing(moment.parse().expect("the moment of a fixed clock is in RFC 3339"))
    }

    /// Returns a clock that shows a moment.
    pub const fn showing(moment: Timestamp) -> Self {
        Self(Mutex::new(moment))
    }

    /// Moves the clock to a moment, which may be earlier.
    pub fn set(&self, moment: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = moment;
    }

    /// Moves the clock forward by a duration.
    ///
    /// # Panics
    /// If the new time is outside the range of timestamps.
    pub fn advance(&self, by: Duration) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *now = now.checked_add(by).expect("a test's time stays within the range of timestamps");
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
