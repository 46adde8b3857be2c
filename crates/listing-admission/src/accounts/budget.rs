//! Counts the processor time of an account, minus its allowance since then.

use std::time::Duration;

use tokio::time::Instant;

/// The period of a budget.
const MINUTE: Duration = Duration::from_mins(1);

/// An account's processor time. Admitted work may overrun it, which delays the next admission.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// The allowance for a minute.
    per_minute: Duration,
    used: Duration,
    as_of: Instant,
}

impl Budget {
    pub(super) fn new(per_minute: Duration, now: Instant) -> Self {
        Self { per_minute, used: Duration::ZERO, as_of: now }
    }

    /// Changes the budget with the plan; earlier use still counts.
    pub(super) fn set(&mut self, per_minute: Duration, now: Instant) {
        self.settle(now);
        self.per_minute = per_minute;
    }

    pub(super) fn charge(&mut self, time: Duration, now: Instant) {
        self.settle(now);
        self.used += time;
    }

    /// Time until the account may use more; `None` for now.
    pub(super) fn time_until_clear(&mut self, now: Instant) -> Option<Duration> {
        self.settle(now);
        let over = self.used.checked_sub(self.per_minute).filter(|over| !over.is_zero())?;
        Some(over.div_f64(self.share()))
    }

    pub(super) fn is_clear(&mut self, now: Instant) -> bool {
        self.settle(now);
        self.used.is_zero()
    }

    /// The allowance for a second, in seconds.
    fn share(&self) -> f64 {
        self.per_minute.as_secs_f64() / MINUTE.as_secs_f64()
    }

    fn settle(&mut self, now: Instant) {
        let allowed = now.saturating_duration_since(self.as_of).mul_f64(self.share());
        self.used = self.used.saturating_sub(allowed);
        self.as_of = now;
    }
}
