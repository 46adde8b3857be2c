//! The processor time that an account has used, less what it has been allowed since.

use std::time::Duration;

use tokio::time::Instant;

/// What a budget is for.
const MINUTE: Duration = Duration::from_mins(1);

/// An account's processor time. It may run over, because work that was let in is
/// finished; then it is made up for before anything else is let in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// What it may use in a minute.
    a_minute: Duration,
    used: Duration,
    as_of: Instant,
}

impl Budget {
    pub(super) fn new(a_minute: Duration, now: Instant) -> Self {
        Self { a_minute, used: Duration::ZERO, as_of: now }
    }

    /// Another plan has another budget; what was used before counts.
    pub(super) fn set(&mut self, a_minute: Duration, now: Instant) {
        self.settle(now);
        self.a_minute = a_minute;
    }

    pub(super) fn charge(&mut self, time: Duration, now: Instant) {
        self.settle(now);
        self.used += time;
    }

    /// How long it takes until the account may use more; `None` when it may now.
    pub(super) fn over_for(&mut self, now: Instant) -> Option<Duration> {
        self.settle(now);
        let over = self.used.checked_sub(self.a_minute).filter(|over| !over.is_zero())?;
        Some(over.div_f64(self.share()))
    }

    /// Whether nothing is left to be made up for.
    pub(super) fn is_clear(&mut self, now: Instant) -> bool {
        self.settle(now);
        self.used.is_zero()
    }

    /// The part of a second that it may use in a second.
    fn share(&self) -> f64 {
        self.a_minute.as_secs_f64() / MINUTE.as_secs_f64()
    }

    fn settle(&mut self, now: Instant) {
        let allowed = now.saturating_duration_since(self.as_of).mul_f64(self.share());
        self.used = self.used.saturating_sub(allowed);
        self.as_of = now;
    }
}
