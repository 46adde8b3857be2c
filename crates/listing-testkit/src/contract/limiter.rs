use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use jiff::Timestamp;
use listing_domain::ids::AccountId;
use listing_domain::ports::{Clock, IdSource, RateDecision, RateKey, RateLimiter};

use super::{moment, run_cases};
use crate::{FixedClock, SeededIds};

const SECOND: Duration = Duration::from_secs(1);

struct Gate {
    limiter: Arc<dyn RateLimiter>,
    clock: Arc<FixedClock>,
}

/// The contract of rate limiters. `make` returns an unused limiter that reads the given clock.
pub async fn rate_limiter_contract<L: RateLimiter + 'static>(make: impl AsyncFn(Arc<FixedClock>) -> L) {
    let gate = async || {
        let clock = Arc::new(FixedClock::at("2026-11-21T10:00:00Z"));
        Gate { limiter: Arc::new(make(Arc::clone(&clock)).await), clock }
    };
    run_cases!(gate();
        requests_up_to_the_limit_are_accepted,
        a_refused_request_is_not_counted,
        the_retry_time_is_exact,
        the_limit_holds_for_any_60_seconds,
        looking_up_the_limit_counts_as_no_request,
        keys_have_separate_limits,
        changed_limit_counts_earlier_requests,
        limit_of_zero_refuses_everything,
        a_clock_set_back_allows_no_extra_requests,
        concurrent_requests_share_one_limit,
        random_requests_are_accepted_up_to_the_limit,
    );
}

fn key() -> RateKey {
    RateKey::Account(AccountId::new(SeededIds::new(1).id()))
}

impl Gate {
    async fn take(&self, limit: u32) -> RateDecision {
        self.limiter.take(key(), limit).await
    }

    async fn take_all(&self, limit: u32) {
        for taken in 1..=limit {
            let decision = self.take(limit).await;
            assert_eq!((decision.retry_after, decision.remaining), (None, limit - taken), "request {taken}");
        }
    }
}

async fn requests_up_to_the_limit_are_accepted(gate: Gate) {
    for taken in 1..=10 {
        let decision = gate.take(10).await;
        assert!(decision.is_accepted(), "request {taken}");
        assert_eq!((decision.limit, decision.remaining), (10, 10 - taken), "request {taken}");
        assert_eq!(decision.reset_after, RateDecision::WINDOW, "request {taken}");
        gate.clock.advance(SECOND);
    }
    let refused = gate.take(10).await;
    assert_eq!((refused.limit, refused.remaining), (10, 0));
    assert_eq!(refused.retry_after, Some(Duration::from_secs(50)), "the first request was 10 s ago");
    assert_eq!(refused.reset_after, Duration::from_secs(59), "the last request was 1 s ago");
}

async fn a_refused_request_is_not_counted(gate: Gate) {
    gate.take_all(3).await;
    for _ in 0..59 {
        gate.clock.advance(SECOND);
        assert!(!gate.take(3).await.is_accepted());
    }
    gate.clock.advance(SECOND);
    gate.take_all(3).await;
}

async fn the_retry_time_is_exact(gate: Gate) {
    gate.take(2).await;
    gate.clock.advance(Duration::from_secs(17));
    gate.take(2).await;
    gate.clock.advance(Duration::from_secs(5));
    let wait = gate.take(2).await.retry_after.expect("the limit is reached");
    assert_eq!(wait, Duration::from_secs(38));
    gate.clock.advance(wait.saturating_sub(SECOND));
    let refused = gate.take(2).await;
    assert_eq!(refused.retry_after, Some(SECOND), "one second is left to wait");
    gate.clock.advance(SECOND);
    assert!(gate.take(2).await.is_accepted());
    assert_eq!(gate.take(2).await.retry_after, Some(Duration::from_secs(17)));
}

async fn the_limit_holds_for_any_60_seconds(gate: Gate) {
    // A counter for each calendar minute would let five late requests and five early ones of the next minute
    // pass.
    gate.clock.advance(Duration::from_secs(55));
    gate.take_all(5).await;
    gate.clock.advance(Duration::from_secs(10));
    assert_eq!(gate.take(5).await.retry_after, Some(Duration::from_secs(50)));
    gate.clock.advance(Duration::from_secs(50));
    let decision = gate.take(5).await;
    assert_eq!(
        (decision.is_accepted(), decision.remaining),
        (true, 4),
        "all five requests have left the window"
    );
}

async fn looking_up_the_limit_counts_as_no_request(gate: Gate) {
    let fresh = gate.limiter.peek(key(), 2).await;
    let expected = RateDecision { limit: 2, remaining: 2, reset_after: Duration::ZERO, retry_after: None };
    assert_eq!(fresh, expected);
    for _ in 0..5 {
        assert!(gate.limiter.peek(key(), 2).await.is_accepted());
    }
    gate.take_all(2).await;
    gate.clock.advance(Duration::from_secs(20));
    let full = gate.limiter.peek(key(), 2).await;
    assert_eq!((full.remaining, full.retry_after), (0, Some(Duration::from_secs(40))));
    assert_eq!(full.reset_after, Duration::from_secs(40));
    gate.clock.advance(Duration::from_secs(40));
    assert_eq!(gate.limiter.peek(key(), 2).await, expected);
}

async fn keys_have_separate_limits(gate: Gate) {
    let ids = SeededIds::new(2);
    let keys = [
        RateKey::Account(AccountId::new(ids.id())),
        RateKey::Account(AccountId::new(ids.id())),
        RateKey::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1))),
        RateKey::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2))),
        RateKey::Address("2001:db8::1".parse().expect("the address is valid")),
    ];
    for key in keys {
        assert!(gate.limiter.take(key, 1).await.is_accepted(), "{key:?}");
        assert!(!gate.limiter.take(key, 1).await.is_accepted(), "{key:?}");
    }
}

async fn changed_limit_counts_earlier_requests(gate: Gate) {
    for _ in 0..5 {
        gate.take(60).await;
        gate.clock.advance(SECOND);
    }
    // The plan has changed. Under the new limit of two, there is room once the fourth of the five requests
    // leaves the window.
    let refused = gate.take(2).await;
    assert_eq!((refused.limit, refused.remaining), (2, 0));
    assert_eq!(refused.retry_after, Some(Duration::from_secs(58)));
    assert_eq!(gate.take(60).await.remaining, 54);
}

async fn limit_of_zero_refuses_everything(gate: Gate) {
    let refused = gate.take(0).await;
    assert_eq!((refused.limit, refused.remaining), (0, 0));
    assert_eq!(
        refused.retry_after,
        Some(RateDecision::WINDOW),
        "a limit of zero asks to wait a whole window"
    );
}

async fn a_clock_set_back_allows_no_extra_requests(gate: Gate) {
    gate.clock.advance(Duration::from_secs(30));
    gate.take_all(3).await;
    gate.clock.set(moment("2026-11-21T10:00:00Z"));
    assert!(!gate.take(3).await.is_accepted());
}

async fn concurrent_requests_share_one_limit(gate: Gate) {
    let decisions = join_all((0..200).map(|_| gate.take(60))).await;
    assert_eq!(decisions.iter().filter(|decision| decision.is_accepted()).count(), 60);
    let mut left: Vec<u32> = decisions
        .iter()
        .filter(|decision| decision.is_accepted())
        .map(|decision| decision.remaining)
        .collect();
    left.sort_unstable();
    assert_eq!(left, (0..60).collect::<Vec<_>>(), "each accepted request sees another remaining number");
}

/// Of 2,000 requests after random waits, exactly those must be accepted that come after fewer than the limit
/// in the last 60 seconds.
async fn random_requests_are_accepted_up_to_the_limit(gate: Gate) {
    let chance = SeededIds::new(3);
    let mut accepted: Vec<Timestamp> = Vec::new();
    for step in 0..2_000 {
        gate.clock.advance(Duration::from_millis(chance.below(20) * chance.below(500)));
        let now = gate.clock.now();
        let is_recent = |at: &&Timestamp| now.duration_since(**at).as_millis() < 60_000;
        let limit = if step % 500 < 400 { 10 } else { 25 };
        let recent = u32::try_from(accepted.iter().filter(is_recent).count()).unwrap_or(u32::MAX);
        let decision = gate.take(limit).await;
        assert_eq!(
            decision.is_accepted(),
            recent < limit,
            "request {step}: {recent} of {limit} were accepted in the last 60 s"
        );
        let used = recent + u32::from(decision.is_accepted());
        assert_eq!(decision.remaining, limit.saturating_sub(used), "remaining requests after request {step}");
        if decision.is_accepted() {
            accepted.push(now);
        }
    }
    assert!(accepted.len() < 1_900, "some requests are refused");
}
