//! The processor-time budget of an account: the time its requests used, minus what it earned since.

use std::time::Duration;

use tokio::time::Instant;

const MINUTE: Duration = Duration::from_mins(1);

/// An admitted request may exceed the budget, which delays the next one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    per_minute: Duration,
    used: Duration,
    as_of: Instant,
}

impl Budget {
    pub(super) fn new(per_minute: Duration, now: Instant) -> Self {
        Self { per_minute, used: Duration::ZERO, as_of: now }
    }

    /// Replaces the budget. Time that was already used still counts.
    pub(super) fn set(&mut self, per_minute: Duration, now: Instant) {
        self.settle(now);
        self.per_minute = per_minute;
    }

    pub(super) fn charge(&mut self, time: Duration, now: Instant) {
        self.settle(now);
        self.used += time;
    }

    /// `None` if the account may start another request now.
    pub(super) fn time_until_clear(&mut self, now: Instant) -> Option<Duration> {
        self.settle(now);
        let over = self.used.checked_sub(self.per_minute).filter(|over| !over.is_zero())?;
        Some(over.div_f64(self.share()))
    }

    pub(super) fn is_clear(&mut self, now: Instant) -> bool {
        self.settle(now);
        self.used.is_zero()
    }

    /// The processor time earned per second, in seconds.
    fn share(&self) -> f64 {
        self.per_minute.as_secs_f64() / MINUTE.as_secs_f64()
    }

    fn settle(&mut self, now: Instant) {
        let allowed = now.saturating_duration_since(self.as_of).mul_f64(self.share());
        self.used = self.used.saturating_sub(allowed);
        self.as_of = now;
    }
}
