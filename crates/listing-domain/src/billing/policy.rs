use std::time::Duration;

use jiff::SignedDuration;

/// The rules of payments that a host can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillingPolicy {
    /// The time for which a plan goes on after the end of a paid period, while the renewal is not paid or not
    /// known.
    pub grace: SignedDuration,
}

impl Default for BillingPolicy {
    fn default() -> Self {
        Self { grace: SignedDuration::from_hours(7 * 24) }
    }
}

impl BillingPolicy {
    /// The time for which a claim of a subject lasts, longer than all requests to the provider for it.
    pub const LEASE: SignedDuration = SignedDuration::from_mins(5);
    /// The retention of events. Providers repeat a delivery for days, and list undelivered ones for 30 days.
    pub const EVENT_RETENTION: SignedDuration = SignedDuration::from_hours(60 * 24);
    /// The pause between two comparisons with the provider.
    pub const RECONCILIATION: Duration = Duration::from_hours(24);
    /// The time for which a comparison still looks at a plan that ended, longer than the pause between two.
    pub const RECENTLY_ENDED: SignedDuration = SignedDuration::from_hours(48);
    /// The age of the oldest undelivered event that a comparison asks for.
    pub const UNDELIVERED: SignedDuration = SignedDuration::from_hours(29 * 24);
    /// The number of listed orders and parked subjects.
    pub const MAX_LISTED: u32 = 100;

    /// Returns the pause after a number of failures: ten seconds, doubled by each failure up to an hour.
    pub fn pause_after(failures: u32) -> SignedDuration {
        let seconds = 10_i64 << failures.min(10);
        SignedDuration::from_secs(seconds).min(SignedDuration::from_hours(1))
    }
}
