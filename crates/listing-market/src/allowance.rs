//! Limits the calls to a service.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use listing_domain::ports::Clock;
use tokio::time::{Instant, sleep_until};

use crate::failure::Failure;

const SECOND: Duration = Duration::from_secs(1);

/// The limits of this process's calls to one service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// The calls in any second.
    pub per_second: u32,
    /// The calls per UTC day.
    pub per_day: u32,
}

/// A call beyond the limit per second waits; beyond that per day it fails, until midnight UTC.
pub(crate) struct Allowance {
    name: &'static str,
    limits: CallLimits,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

struct State {
    /// The starts of the calls of the last second, and of the waiting ones.
    recent: VecDeque<Instant>,
    day: Date,
    today: u32,
}

impl Allowance {
    pub(crate) fn new(name: &'static str, limits: CallLimits, clock: Arc<dyn Clock>) -> Self {
        let day = day_of(&*clock);
        Self { name, limits, clock, state: Mutex::new(State { recent: VecDeque::new(), day, today: 0 }) }
    }

    /// Waits until a call may start; fails if that is not before `until`.
    pub(crate) async fn take(&self, until: Instant) -> Result<(), Failure> {
        let start = self.reserve(until)?;
        sleep_until(start).await;
        Ok(())
    }

    /// Counts a call and returns its start.
    fn reserve(&self, until: Instant) -> Result<Instant, Failure> {
        let (now, day) = (Instant::now(), day_of(&*self.clock));
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.day != day {
            (state.day, state.today) = (day, 0);
        }
        if state.today >= self.limits.per_day {
            return Err(Failure::LimitReached);
        }
        while state.recent.front().is_some_and(|started| *started + SECOND <= now) {
            state.recent.pop_front();
        }
        let per_second = usize::try_from(self.limits.per_second).unwrap_or(usize::MAX);
        let before = state.recent.len().checked_sub(per_second).and_then(|at| state.recent.get(at));
        let start = before.map_or(now, |started| *started + SECOND);
        if start >= until {
            return Err(Failure::LimitReached);
        }
        state.recent.push_back(start);
        state.today += 1;
        if state.today == self.limits.per_day {
            let (source, calls) = (self.name, state.today);
            tracing::warn!(
                source,
                calls,
                "daily call limit of {source} reached: no calls until midnight UTC"
            );
        }
        Ok(start)
    }
}

fn day_of(clock: &dyn Clock) -> Date {
    clock.now().to_zoned(TimeZone::UTC).date()
}

#[cfg(test)]
mod tests {
    use listing_testkit::FixedClock;

    use super::*;

    fn allowance(per_second: u32, per_day: u32) -> (Allowance, Arc<FixedClock>) {
        let clock = Arc::new(FixedClock::at("2026-11-23T23:00:00Z"));
        (Allowance::new("a test", CallLimits { per_second, per_day }, clock.clone()), clock)
    }

    #[tokio::test(start_paused = true)]
    async fn calls_in_any_second_stay_within_the_limit() {
        let (allowance, _) = allowance(3, 1_000);
        let start = Instant::now();
        let mut started = Vec::new();
        for _ in 0..10 {
            allowance.take(start + 9 * SECOND).await.unwrap();
            started.push(start.elapsed().as_millis());
        }
        assert_eq!(started, [0, 0, 0, 1_000, 1_000, 1_000, 2_000, 2_000, 2_000, 3_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_after_the_deadline_is_refused_at_once() {
        let (allowance, _) = allowance(1, 1_000);
        let start = Instant::now();
        allowance.take(start + SECOND / 2).await.unwrap();
        assert!(matches!(allowance.take(start + SECOND / 2).await, Err(Failure::LimitReached)));
        assert_eq!(start.elapsed(), Duration::ZERO);
        // A refused call does not count.
        allowance.take(start + 2 * SECOND).await.unwrap();
        assert_eq!(start.elapsed(), SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn the_daily_limit_resets_at_midnight() {
        let (allowance, clock) = allowance(100, 2);
        let take = async || allowance.take(Instant::now() + SECOND).await.is_ok();
        assert_eq!([take().await, take().await, take().await], [true, true, false]);
        clock.advance(Duration::from_mins(59));
        assert!(!take().await);
        clock.advance(Duration::from_mins(1));
        assert_eq!([take().await, take().await, take().await], [true, true, false]);
    }
}
