//! The accepted requests of one key.

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::ports::RateDecision;

/// When the requests of one key were accepted, oldest first; those that count
/// no more are dropped at the next look.
#[derive(Debug, Default)]
pub(crate) struct RequestLog(VecDeque<Timestamp>);

impl RequestLog {
    /// Decides about a request at `now`, without counting it.
    ///
    /// A request counts from its moment on for one window, its end excluded:
    /// of any half-open window, none holds more than the limit.
    pub(crate) fn decide(&mut self, now: Timestamp, limit: u32) -> RateDecision {
        self.forget_before(now);
        let used = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        RateDecision {
            limit,
            remaining: limit.saturating_sub(used),
            reset_after: self.0.back().map_or(Duration::ZERO, |last| left_of_window(*last, now)),
            retry_after: self.retry_after(now, limit),
        }
    }

    /// Decides about a request at `now` and counts it if it is accepted.
    pub(crate) fn take(&mut self, now: Timestamp, limit: u32) -> RateDecision {
        let decision = self.decide(now, limit);
        if !decision.is_accepted() {
            return decision;
        }
        self.0.push_back(now);
        RateDecision { remaining: decision.remaining - 1, reset_after: RateDecision::WINDOW, ..decision }
    }

    /// When the last request was accepted.
    pub(crate) fn last(&self) -> Option<Timestamp> {
        self.0.back().copied()
    }

    /// Whether no request counts any more at `now`.
    pub(crate) fn is_idle(&self, now: Timestamp) -> bool {
        self.last().is_none_or(|last| left_of_window(last, now).is_zero())
    }

    /// How long until the next request is accepted; `None` when it is now.
    fn retry_after(&self, now: Timestamp, limit: u32) -> Option<Duration> {
        // Room is made when the last one that is too many leaves: the oldest,
        // or a later one when the limit was lowered meanwhile.
        let too_many = self.0.len().checked_sub(usize::try_from(limit).unwrap_or(usize::MAX))?;
        // With a limit of zero nothing that leaves makes room.
        Some(self.0.get(too_many).map_or(RateDecision::WINDOW, |at| left_of_window(*at, now)))
    }

    fn forget_before(&mut self, now: Timestamp) {
        while self.0.front().is_some_and(|at| left_of_window(*at, now).is_zero()) {
            self.0.pop_front();
        }
        // A clock that was set back makes no room, but it must not lock a key
        // up until its old time comes again: what seems to lie ahead is now.
        for at in self.0.iter_mut().rev().take_while(|at| **at > now) {
            *at = now;
        }
    }
}

/// How long a request of `at` still counts at `now`.
fn left_of_window(at: Timestamp, now: Timestamp) -> Duration {
    let age = Duration::try_from(now.duration_since(at)).unwrap_or_default();
    RateDecision::WINDOW.saturating_sub(age)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A step of a caller: milliseconds of waiting, the limit then, and whether
    /// the request is counted or only asked about.
    fn steps() -> impl Strategy<Value = Vec<(i64, u32, bool)>> {
        let wait = prop_oneof![Just(0), Just(1), 1..5_000_i64, 59_990..60_010_i64];
        proptest::collection::vec((wait, 0..6_u32, prop::bool::weighted(0.9)), 1..200)
    }

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millisecond(1_800_000_000_000 + milliseconds).unwrap()
    }

    proptest! {
        /// The log against a list of all accepted requests that is counted
        /// through every time.
        #[test]
        fn decisions_are_those_of_the_definition(steps in steps()) {
            let mut log = RequestLog::default();
            let mut accepted: Vec<i64> = Vec::new();
            let mut now = 0;
            for (wait, limit, counted) in steps {
                now += wait;
                let in_window = |end: i64| accepted.iter().filter(|then| end - **then < 60_000).count();
                let used = u32::try_from(in_window(now)).unwrap();
                let decision =
                    if counted { log.take(at(now), limit) } else { log.decide(at(now), limit) };
                prop_assert_eq!(decision.is_accepted(), used < limit);
                if let Some(wait) = decision.retry_after {
                    let wait = i64::try_from(wait.as_millis()).unwrap();
                    prop_assert!(wait > 0);
                    if limit > 0 {
                        let limit = usize::try_from(limit).unwrap();
                        prop_assert!(in_window(now + wait) < limit, "too early");
                        prop_assert!(in_window(now + wait - 1) >= limit, "too late");
                    }
                } else if counted {
                    accepted.push(now);
                }
                let counts_now = used + u32::from(counted && decision.is_accepted());
                prop_assert_eq!(decision.remaining, limit.saturating_sub(counts_now));
            }
        }

        /// However requests come, and however the clock is set meanwhile, a log
        /// holds no more than the limit.
        #[test]
        fn a_log_is_bounded(moments in proptest::collection::vec(0..200_000_i64, 1..300)) {
            let mut log = RequestLog::default();
            for moment in moments {
                log.take(at(moment), 5);
                prop_assert!(log.0.len() <= 5);
                prop_assert!(log.0.iter().is_sorted());
            }
        }
    }
}
