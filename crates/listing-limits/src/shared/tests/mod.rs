//! Tests the limiter against a real Redis.

mod contract;
mod crowd;
mod exact;
mod log;
mod outage;

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use listing_domain::ids::AccountId;
use listing_domain::ports::{Clock, RateDecision, RateKey, RateLimiter as _};
use listing_testkit::SeededIds;
use listing_testkit::redis::ThrowawayRedis;
use uuid::Uuid;

use super::link::Timeouts;
use super::{RedisLimiter, Tuning};
use crowd::{Crowd, assert_never_more};

/// Long enough for a machine that is busy with other tests.
const PATIENT: Duration = Duration::from_mins(1);

/// This machine's clock, for tests in real time.
struct RealClock;

impl Clock for RealClock {
    #[expect(clippy::disallowed_methods, reason = "the time of these tests really passes")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

fn account() -> RateKey {
    RateKey::Account(AccountId::new(Uuid::from_u128(7)))
}

/// The service's tuning with slower answers and faster heartbeats.
fn tuning() -> Tuning {
    let heartbeat = Duration::from_millis(100);
    let timeouts = Timeouts { response: PATIENT, retry: Duration::from_millis(50), heartbeat };
    Tuning { timeouts, ..Tuning::for_service(PATIENT) }
}

/// Heartbeats so rare that a busy machine keeps them: every instance counts for the whole test.
fn steady() -> Tuning {
    let timeouts = Timeouts { heartbeat: Duration::from_secs(20), ..tuning().timeouts };
    Tuning { timeouts, ..tuning() }
}

/// Windows short enough for a test to wait.
fn short() -> Tuning {
    Tuning { window: crowd::WINDOW, ..tuning() }
}

/// Makes an instance with its own number, possibly before it reaches Redis.
fn limiter(redis: &ThrowawayRedis, clock: Arc<dyn Clock>, instance: u64, tuning: Tuning) -> RedisLimiter {
    log::install();
    RedisLimiter::with(&redis.url(), clock, &SeededIds::new(instance), tuning).unwrap()
}

/// Makes an instance with its own number, and waits until it is connected.
async fn connected(redis: &ThrowawayRedis, instance: u64, tuning: Tuning) -> Arc<RedisLimiter> {
    let limiter = Arc::new(limiter(redis, Arc::new(RealClock), instance, tuning));
    until("the limiter is connected", || !limiter.is_degraded()).await;
    limiter
}

/// Waits for a condition.
async fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENT, "not within {PATIENT:?}: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Makes `times` requests. Returns how many were accepted, and the last decision.
async fn take(limiter: &RedisLimiter, times: u32, limit: u32) -> (u32, RateDecision) {
    assert!(times > 0);
    let mut accepted = 0;
    let mut last = None;
    for _ in 0..times {
        let decision = limiter.take(account(), limit).await;
        accepted += u32::from(decision.is_accepted());
        last = Some(decision);
    }
    (accepted, last.unwrap())
}
