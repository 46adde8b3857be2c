//! Tests of the limiter with a real Redis.

mod contract;
mod crowd;
mod exact;
mod log;
mod outage;

use std::sync::Arc;
use std::time::{Duration, Instant};

use listing_domain::ids::AccountId;
use listing_domain::ports::{Clock, RateDecision, RateKey, RateLimiter as _};
use listing_testkit::redis::ThrowawayRedis;
use listing_testkit::{RealClock, SeededIds};
use uuid::Uuid;

use super::link::Timeouts;
use super::{RedisLimiter, Tuning};
use crowd::{Crowd, assert_never_more};

/// Long enough even if the machine is busy with other tests.
const PATIENT: Duration = Duration::from_mins(1);

fn account() -> RateKey {
    RateKey::Account(AccountId::new(Uuid::from_u128(7)))
}

/// The service's settings with a longer timeout for answers and more frequent heartbeats.
fn tuning() -> Tuning {
    let heartbeat = Duration::from_millis(100);
    let timeouts = Timeouts { response: PATIENT, retry: Duration::from_millis(50), heartbeat };
    Tuning { timeouts, ..Tuning::for_service(PATIENT) }
}

/// Heartbeats so rare that even a busy machine misses none: all instances count as running for the whole
/// test.
fn steady() -> Tuning {
    let timeouts = Timeouts { heartbeat: Duration::from_secs(20), ..tuning().timeouts };
    Tuning { timeouts, ..tuning() }
}

fn short() -> Tuning {
    Tuning { window: crowd::WINDOW, ..tuning() }
}

/// It may not be connected to Redis yet.
fn limiter(redis: &ThrowawayRedis, clock: Arc<dyn Clock>, instance: u64, tuning: Tuning) -> RedisLimiter {
    log::install();
    RedisLimiter::with(&redis.url(), clock, &SeededIds::new(instance), tuning).unwrap()
}

async fn connected(redis: &ThrowawayRedis, instance: u64, tuning: Tuning) -> Arc<RedisLimiter> {
    let limiter = Arc::new(limiter(redis, Arc::new(RealClock), instance, tuning));
    until("the limiter is connected", || !limiter.is_degraded()).await;
    limiter
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENT, "not within {PATIENT:?}: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Returns the number of accepted requests, and the last decision.
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
