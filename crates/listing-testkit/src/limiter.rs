use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ports::{Clock, RateDecision, RateKey, RateLimiter};

/// Stores the time of every accepted request.
pub struct MemoryLimiter {
    clock: Arc<dyn Clock>,
    accepted: Mutex<HashMap<RateKey, VecDeque<Timestamp>>>,
}

impl MemoryLimiter {
    /// An unused limiter.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, accepted: Mutex::new(HashMap::new()) }
    }

    fn decide(&self, key: RateKey, limit: u32, counts: bool) -> RateDecision {
        let mut logs = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        let log = logs.entry(key).or_default();
        // A clock set back does not make room.
        let now = log.back().map_or(self.clock.now(), |last| self.clock.now().max(*last));
        log.retain(|at| now < window_end(*at));
        let limit_size = usize::try_from(limit).unwrap_or(usize::MAX);
        // Room comes once this request leaves the window; after the limit was lowered, it is not always the
        // oldest one.
        let blocker = log.len().checked_sub(limit_size).map(|index| log.get(index).copied());
        let retry_after = blocker.map(|at| at.map_or(RateDecision::WINDOW, |at| until(window_end(at), now)));
        if retry_after.is_none() && counts {
            log.push_back(now);
        }
        let used = u32::try_from(log.len()).unwrap_or(u32::MAX);
        let reset_after = log.back().map_or(Duration::ZERO, |last| until(window_end(*last), now));
        RateDecision { limit, remaining: limit.saturating_sub(used), reset_after, retry_after }
    }
}

fn window_end(start: Timestamp) -> Timestamp {
    start.saturating_add(RateDecision::WINDOW).unwrap_or(Timestamp::MAX)
}

fn until(end: Timestamp, now: Timestamp) -> Duration {
    Duration::try_from(end.duration_since(now)).unwrap_or_default()
}

#[async_trait]
impl RateLimiter for MemoryLimiter {
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
        self.decide(key, limit, true)
    }

    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
        self.decide(key, limit, false)
    }
}
