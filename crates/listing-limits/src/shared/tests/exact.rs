//! Several instances while Redis answers, in real time.

use std::net::{IpAddr, Ipv4Addr};

use listing_domain::ports::RateLimiter as _;
use listing_testkit::FixedClock;

use super::*;
use crate::RedisUrlError;

const LIMIT: u32 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instances_together_accept_exactly_the_limit_in_any_window() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let instances = [connected(&redis, 1, short()).await, connected(&redis, 2, short()).await];
    let crowd = Crowd::storm(&instances, LIMIT, Duration::from_millis(4_500));
    let accepted = crowd.accepted().await;
    assert!(instances.iter().all(|limiter| !limiter.is_degraded()));
    assert_never_more(LIMIT, &accepted);
    // Five windows fit into that time. A stalled machine may miss some.
    assert!(accepted.len() >= 20, "{}", accepted.len());
}

#[tokio::test]
async fn a_request_after_the_retry_time_is_accepted_by_any_instance() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let (one, other) = (connected(&redis, 1, short()).await, connected(&redis, 2, short()).await);
    let (mut rounds, mut keys) = (0, 0);
    while rounds < 6 {
        keys += 1;
        let key = RateKey::Account(AccountId::new(Uuid::from_u128(keys)));
        let begun = Instant::now();
        for limiter in [&other, &one, &other] {
            assert!(limiter.take(key, 3).await.is_accepted());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // The other instance decides below. It accepted the oldest request, which must not count there longer
        // than in Redis.
        let Some(wait) = one.take(key, 3).await.retry_after else {
            // The machine stalled, and the requests no longer count.
            assert!(begun.elapsed() >= crowd::WINDOW, "three requests use up the limit");
            continue;
        };
        let started = Instant::now();
        while started.elapsed() < wait {
            tokio::task::yield_now().await;
        }
        let decision = other.take(key, 3).await;
        assert!(decision.is_accepted(), "round {rounds}: {decision:?} after {wait:?}");
        rounds += 1;
    }
    assert!(!one.is_degraded() && !other.is_degraded());
}

#[tokio::test]
async fn instances_with_different_clocks_share_an_exact_limit() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let clock = Arc::new(FixedClock::at("1999-12-31T23:59:59Z"));
    let lost_in_time = limiter(&redis, clock, 1, tuning());
    until("the limiter is connected", || !lost_in_time.is_degraded()).await;
    let other = connected(&redis, 2, tuning()).await;
    assert_eq!(take(&lost_in_time, 3, 5).await.0, 3);
    let (accepted, last) = take(&other, 3, 5).await;
    assert_eq!((accepted, last.remaining), (2, 0));
    assert_eq!(take(&lost_in_time, 1, 5).await.0, 0);
}

#[tokio::test]
async fn key_names_hold_no_secret_and_every_key_expires() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let limiter = connected(&redis, 1, steady()).await;
    take(&limiter, 2, 5).await;
    limiter.take(RateKey::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1))), 5).await;
    let names = ["00000000-0000-0000-0000-000000000007", "192.0.2.1"].map(|key| format!("ptl:rate:{key}"));
    for name in &names {
        assert_eq!(redis.command(&format!("EXISTS {name}")), ":1", "{name}");
    }
    assert_eq!(redis.command(&format!("LLEN {}", names[0])), ":2");
    let left: u64 = redis.command(&format!("PTTL {}", names[0])).trim_start_matches(':').parse().unwrap();
    assert!((1..=61_000).contains(&left), "{left} ms");
    // The third key is the set of instances.
    assert_eq!(redis.command("DBSIZE"), ":3");
}

#[tokio::test]
async fn redis_drops_an_idle_key_a_second_after_its_window() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let limiter = connected(&redis, 1, short()).await;
    take(&limiter, 2, 5).await;
    let name = format!("ptl:rate:{}", Uuid::from_u128(7));
    let left: i64 = redis.command(&format!("PTTL {name}"))[1..].parse().unwrap();
    // Redis returns -2 if the machine stalled and the key has already expired.
    assert!(left == -2 || (1..=2_000).contains(&left), "{left} ms");
    until("the key vanishes", || redis.command(&format!("EXISTS {name}")) == ":0").await;
}

#[tokio::test]
async fn a_peek_stores_nothing_in_redis() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let limiter = connected(&redis, 1, steady()).await;
    limiter.peek(account(), 5).await;
    limiter.take(account(), 0).await;
    assert_eq!(redis.command("DBSIZE"), ":1", "only the set of instances is stored");
}

#[tokio::test]
async fn instances_are_counted_while_they_send_heartbeats() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let (one, other) = (connected(&redis, 1, tuning()).await, connected(&redis, 2, tuning()).await);
    until("both instances know each other", || one.link.instances() == 2 && other.link.instances() == 2)
        .await;
    drop(other);
    until("one instance is left", || one.link.instances() == 1).await;
}

#[tokio::test]
async fn an_invalid_url_is_refused_without_repeating_it() {
    for url in ["", "redis", "http://a:hunter2@b/", "redis://a:hunter2@h:port/", "redis://a:hunter2@h/x"] {
        let refused = RedisLimiter::connect(url, RedisLimiter::WAIT, Arc::new(RealClock), &SeededIds::new(1));
        let error = refused.err().unwrap_or_else(|| panic!("{url} is accepted"));
        assert_eq!(error, RedisUrlError::Malformed, "{url}");
        assert!(!format!("{error} {error:?}").contains("hunter2"));
    }
    let encrypted = RedisLimiter::connect(
        "rediss://a:hunter2@h/",
        RedisLimiter::WAIT,
        Arc::new(RealClock),
        &SeededIds::new(1),
    );
    assert_eq!(encrypted.err(), Some(RedisUrlError::Encrypted));
}
