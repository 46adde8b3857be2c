//! Runs the contract that all rate limiters meet, on the contract's own clock.

use async_trait::async_trait;
use listing_domain::ports::RateLimiter;
use listing_testkit::FixedClock;
use listing_testkit::contract::rate_limiter_contract;

use super::*;
use crate::shared::scripts::Operation;

/// Fails the test unless Redis answers each call.
struct Undegraded(RedisLimiter);

#[async_trait]
impl RateLimiter for Undegraded {
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
        let decision = self.0.take(key, limit).await;
        assert!(!self.0.is_degraded());
        decision
    }

    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
        let decision = self.0.peek(key, limit).await;
        assert!(!self.0.is_degraded());
        decision
    }
}

struct SharedOnly(RedisLimiter);

#[async_trait]
impl RateLimiter for SharedOnly {
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
        self.0.decide(key, limit, Operation::Take).await.expect("no answer from Redis")
    }

    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
        self.0.decide(key, limit, Operation::Peek).await.expect("no answer from Redis")
    }
}

/// Redis is empty, and both use the given clock.
async fn fresh(redis: &ThrowawayRedis, clock: Arc<FixedClock>) -> RedisLimiter {
    redis.flush();
    let tuning = Tuning { shared_clock: Some(clock.clone()), ..tuning() };
    let limiter = limiter(redis, clock, 1, tuning);
    until("the limiter is connected", || !limiter.is_degraded()).await;
    limiter
}

#[tokio::test]
async fn a_limiter_with_redis_meets_the_rate_limiter_contract() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    rate_limiter_contract(async |clock| Undegraded(fresh(&redis, clock).await)).await;
}

#[tokio::test]
async fn decisions_of_redis_alone_meet_the_rate_limiter_contract() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    rate_limiter_contract(async |clock| SharedOnly(fresh(&redis, clock).await)).await;
}

#[tokio::test]
async fn a_limiter_that_never_reached_redis_meets_the_rate_limiter_contract() {
    log::install();
    rate_limiter_contract(async |clock: Arc<FixedClock>| {
        RedisLimiter::connect("redis://127.0.0.1:1", RedisLimiter::WAIT, clock, &SeededIds::new(1)).unwrap()
    })
    .await;
}

#[tokio::test]
async fn a_redis_clock_that_was_ahead_for_a_while_locks_out_no_client() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let clock = Arc::new(FixedClock::at("2026-11-21T10:00:00Z"));
    let limiter = SharedOnly(fresh(&redis, clock.clone()).await);
    let right = clock.now();
    clock.advance(Duration::from_hours(24));
    assert!(limiter.take(account(), 1).await.is_accepted());
    clock.set(right);
    assert_eq!(limiter.take(account(), 1).await.retry_after, Some(RateDecision::WINDOW));
    clock.advance(RateDecision::WINDOW);
    assert!(limiter.take(account(), 1).await.is_accepted());
}
