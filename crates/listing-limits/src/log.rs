use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::ports::RateDecision;

/// The moments of one key's accepted requests, oldest first. Each decision first drops those that no longer
/// count.
#[derive(Debug)]
pub(crate) struct RequestLog {
    accepted: VecDeque<Timestamp>,
    window: Duration,
}

impl RequestLog {
    /// Only tests use another window than the service.
    pub(crate) const fn new(window: Duration) -> Self {
        Self { accepted: VecDeque::new(), window }
    }

    /// Decides about a request at `now`, without counting it.
    ///
    /// A request counts from its moment until one window later, excluding the end, so no period of that
    /// length has more accepted requests than the limit.
    pub(crate) fn decide(&mut self, now: Timestamp, limit: u32) -> RateDecision {
        self.drop_expired(now);
        let used = u32::try_from(self.accepted.len()).unwrap_or(u32::MAX);
        RateDecision {
            limit,
            remaining: limit.saturating_sub(used),
            reset_after: self.last().map_or(Duration::ZERO, |last| self.time_left(last, now)),
            retry_after: self.retry_after(now, limit),
        }
    }

    /// Decides at `now` about a request that arrived at `since`, from which it counts if it is accepted.
    pub(crate) fn take_since(&mut self, since: Timestamp, now: Timestamp, limit: u32) -> RateDecision {
        let decision = self.decide(now, limit);
        if !decision.is_accepted() {
            return decision;
        }
        let since = since.min(now);
        // The moment is nearly always the last one.
        let is_last = self.last().is_none_or(|last| last <= since);
        let position =
            if is_last { self.accepted.len() } else { self.accepted.partition_point(|at| *at <= since) };
        self.accepted.insert(position, since);
        let reset_after = decision.reset_after.max(self.time_left(since, now));
        RateDecision { remaining: decision.remaining - 1, reset_after, ..decision }
    }

    pub(crate) fn last(&self) -> Option<Timestamp> {
        self.accepted.back().copied()
    }

    pub(crate) fn is_idle(&self, now: Timestamp) -> bool {
        self.last().is_none_or(|last| self.time_left(last, now).is_zero())
    }

    fn retry_after(&self, now: Timestamp, limit: u32) -> Option<Duration> {
        // A request is accepted when the last one over the limit no longer counts: the oldest, or a later one
        // if the limit was lowered.
        let too_many = self.accepted.len().checked_sub(usize::try_from(limit).unwrap_or(usize::MAX))?;
        // With a limit of zero, no request is ever accepted, so the wait is a whole window.
        Some(self.accepted.get(too_many).map_or(self.window, |at| self.time_left(*at, now)))
    }

    fn drop_expired(&mut self, now: Timestamp) {
        while self.accepted.front().is_some_and(|at| self.time_left(*at, now).is_zero()) {
            self.accepted.pop_front();
        }
        // After the clock was set back, moments may be in the future. They are moved to now, so that no key
        // is locked until the clock reaches its old time again.
        for at in self.accepted.iter_mut().rev().take_while(|at| **at > now) {
            *at = now;
        }
    }

    fn time_left(&self, at: Timestamp, now: Timestamp) -> Duration {
        let age = Duration::try_from(now.duration_since(at)).unwrap_or_default();
        self.window.saturating_sub(age)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Milliseconds to wait, the limit, and true to count the request.
    fn steps() -> impl Strategy<Value = Vec<(i64, u32, bool)>> {
        let wait = prop_oneof![Just(0), Just(1), 1..5_000_i64, 59_990..60_010_i64];
        proptest::collection::vec((wait, 0..6_u32, prop::bool::weighted(0.9)), 1..200)
    }

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millisecond(1_800_000_000_000 + milliseconds).unwrap()
    }

    proptest! {
        #[test]
        fn decisions_match_a_simple_count_of_accepted_requests(steps in steps()) {
            let mut log = RequestLog::new(RateDecision::WINDOW);
            let mut accepted: Vec<i64> = Vec::new();
            let mut now = 0;
            for (wait, limit, counted) in steps {
                now += wait;
                let in_window = |end: i64| accepted.iter().filter(|then| end - **then < 60_000).count();
                let used = u32::try_from(in_window(now)).unwrap();
                let decision =
                    if counted { log.take_since(at(now), at(now), limit) } else { log.decide(at(now), limit) };
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

        #[test]
        fn a_log_stores_no_more_moments_than_the_limit(
            moments in proptest::collection::vec((0..200_000_i64, 0..100_i64), 1..300)
        ) {
            let mut log = RequestLog::new(RateDecision::WINDOW);
            for (moment, before) in moments {
                log.take_since(at(moment - before), at(moment), 5);
                prop_assert!(log.accepted.len() <= 5);
                prop_assert!(log.accepted.iter().is_sorted());
            }
        }
    }
}
