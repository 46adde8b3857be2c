//! Limits while Redis does not answer, and after it answers again.

use listing_domain::ports::RateLimiter as _;

use super::*;
use crate::shared::{RedisCheckError, RedisUrlError};

/// The timeout for answers that the service uses.
fn impatient() -> Tuning {
    Tuning { timeouts: Timeouts { response: RedisLimiter::WAIT, ..tuning().timeouts }, ..tuning() }
}

#[tokio::test]
async fn a_redis_outage_and_its_end_allow_no_extra_requests() {
    let Some(mut redis) = ThrowawayRedis::start() else { return };
    let limiter = connected(&redis, 1, tuning()).await;
    assert_eq!(take(&limiter, 6, 10).await.0, 6);

    redis.kill();
    let (accepted, last) = take(&limiter, 10, 10).await;
    assert!(limiter.is_degraded());
    assert_eq!((accepted, last.limit, last.remaining), (4, 10, 0));
    assert!(!limiter.peek(account(), 10).await.is_accepted());

    redis.restart();
    until("Redis is back", || !limiter.is_degraded()).await;
    let (accepted, last) = take(&limiter, 5, 10).await;
    assert_eq!((accepted, last.limit, last.remaining), (0, 10, 0));
    assert!(last.retry_after.unwrap() <= RateDecision::WINDOW);
    assert!(!limiter.peek(account(), 10).await.is_accepted());
    assert!(!limiter.is_degraded());
    let exists = redis.command("EXISTS ptl:rate:00000000-0000-0000-0000-000000000007");
    assert_eq!(exists, ":0", "refused requests are not counted");
    assert_eq!(take(&limiter, 8, 15).await.0, 5, "earlier accepted requests count under another limit too");
}

#[tokio::test]
async fn without_redis_each_instance_has_its_share_of_the_limit() {
    let Some(mut redis) = ThrowawayRedis::start() else { return };
    // With rare heartbeats, a busy machine misses none. An instance that misses three no longer counts.
    let steady = || {
        let timeouts = Timeouts { heartbeat: Duration::from_secs(2), ..tuning().timeouts };
        Tuning { timeouts, ..tuning() }
    };
    let instances = [
        connected(&redis, 1, steady()).await,
        connected(&redis, 2, steady()).await,
        connected(&redis, 3, steady()).await,
    ];
    until("all instances know each other", || instances.iter().all(|limiter| limiter.link.instances() == 3))
        .await;
    redis.kill();
    for limiter in &instances {
        let (accepted, last) = take(limiter, 10, 10).await;
        assert_eq!((accepted, last.limit, last.remaining), (3, 3, 0));
        assert!(last.retry_after.is_some());
    }
    let small = RateKey::Address([192, 0, 2, 1].into());
    let decision = instances[0].take(small, 2).await;
    assert_eq!((decision.is_accepted(), decision.limit), (true, 1), "the share is at least one");
    let nothing = instances[0].take(small, 0).await;
    assert_eq!((nothing.is_accepted(), nothing.limit), (false, 0), "a zero limit stays zero");
}

#[tokio::test]
async fn a_stalled_redis_delays_only_one_of_many_requests() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    // Long, so that Redis on a busy machine does not seem stopped.
    let response = Duration::from_secs(2);
    let tuning = Tuning { timeouts: Timeouts { response, ..tuning().timeouts }, ..tuning() };
    let limiter = connected(&redis, 1, tuning).await;
    // A request has to notice the outage, not a heartbeat.
    take(&limiter, 1, 200).await;
    redis.pause();
    let paused = Instant::now();
    take(&limiter, 100, 200).await;
    // If each request waited for the timeout, this would take a hundred times as long.
    assert!(paused.elapsed() < response * 50, "100 requests took {:?}", paused.elapsed());
    assert!(limiter.is_degraded());

    redis.resume();
    until("Redis is back", || !limiter.is_degraded()).await;
    let room = limiter.peek(account(), 200).await.remaining;
    assert!(room <= 99, "{room}");
}

#[tokio::test]
async fn a_redis_flush_allows_no_extra_requests_on_one_instance() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let limiter = connected(&redis, 1, tuning()).await;
    assert_eq!(take(&limiter, 12, 10).await.0, 10);
    redis.flush();
    assert_eq!(redis.command("SCRIPT FLUSH"), "+OK");
    let (accepted, last) = take(&limiter, 12, 10).await;
    assert_eq!((accepted, last.remaining), (0, 0));
    assert!(!limiter.is_degraded());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_flush_under_load_allows_no_extra_requests_on_one_instance() {
    let Some(redis) = ThrowawayRedis::start() else { return };
    let limiter = connected(&redis, 1, tuning()).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let limiter = Arc::clone(&limiter);
            tokio::spawn(async move { take(&limiter, 250, 1_000).await.0 })
        })
        .collect();
    while !tasks.iter().all(tokio::task::JoinHandle::is_finished) {
        redis.flush();
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let mut accepted = 0;
    for task in tasks {
        accepted += task.await.unwrap();
    }
    assert_eq!(accepted, 1_000);
    assert!(!limiter.is_degraded());
}

async fn interrupt(redis: &mut ThrowawayRedis) {
    let pause = || tokio::time::sleep(Duration::from_millis(350));
    for _ in 0..3 {
        pause().await;
        redis.kill();
        pause().await;
        redis.restart();
        pause().await;
        redis.flush();
        pause().await;
        redis.pause();
        pause().await;
        redis.resume();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_instance_is_exact_during_redis_failures() {
    let Some(mut redis) = ThrowawayRedis::start() else { return };
    let tuning = Tuning { window: crowd::WINDOW, ..impatient() };
    let limiter = connected(&redis, 1, tuning).await;
    let crowd = Crowd::storm(&[limiter], 10, Duration::from_millis(5_500));
    interrupt(&mut redis).await;
    let accepted = crowd.accepted().await;
    assert_never_more(10, &accepted);
    assert!(accepted.len() >= 30, "the service is never down: {}", accepted.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_instances_accept_the_limit_each_during_redis_failures() {
    let Some(mut redis) = ThrowawayRedis::start() else { return };
    let tuning = || Tuning { window: crowd::WINDOW, ..impatient() };
    let instances = [connected(&redis, 1, tuning()).await, connected(&redis, 2, tuning()).await];
    let crowd = Crowd::storm(&instances, 10, Duration::from_millis(5_500));
    interrupt(&mut redis).await;
    let accepted = crowd.accepted().await;
    assert_never_more(20, &accepted);
    assert!(accepted.len() >= 30, "the service is never down: {}", accepted.len());
}

#[tokio::test]
async fn a_limiter_started_before_redis_counts_its_earlier_requests() {
    let Some(mut redis) = ThrowawayRedis::start() else { return };
    redis.kill();
    let limiter = limiter(&redis, Arc::new(RealClock), 1, tuning());
    let (accepted, last) = take(&limiter, 7, 5).await;
    assert_eq!((accepted, last.limit), (5, 5));
    assert!(limiter.is_degraded());
    redis.restart();
    until("Redis is up", || !limiter.is_degraded()).await;
    assert_eq!(take(&limiter, 5, 5).await.0, 0);
}

#[tokio::test]
async fn losing_and_regaining_redis_are_logged_once_each() {
    let Some(mut redis) = ThrowawayRedis::start() else { return };
    log::clear();
    let limiter = connected(&redis, 1, tuning()).await;
    assert_eq!(log::levels(), ["INFO"]);
    redis.kill();
    take(&limiter, 20, 10).await;
    // Some attempts to connect fail.
    tokio::time::sleep(Duration::from_millis(300)).await;
    take(&limiter, 20, 10).await;
    assert_eq!(log::levels(), ["INFO", "WARN"]);
    redis.restart();
    until("Redis is back", || !limiter.is_degraded()).await;
    take(&limiter, 20, 10).await;
    assert_eq!(log::levels(), ["INFO", "WARN", "INFO"]);
}

#[tokio::test]
async fn a_check_reports_the_state_of_redis() {
    let Some(mut redis) = ThrowawayRedis::start() else { return };
    // On a busy machine, a single answer may be late.
    let mut answered = false;
    for _ in 0..100 {
        match RedisLimiter::check(&redis.url(), RedisLimiter::WAIT).await {
            Ok(took) => {
                assert!(took <= RedisLimiter::WAIT);
                answered = true;
                break;
            }
            Err(error) => assert!(matches!(error, RedisCheckError::TooSlow(_) | RedisCheckError::NotReached)),
        }
    }
    assert!(answered);
    redis.pause();
    let failure = RedisLimiter::check(&redis.url(), RedisLimiter::WAIT).await.unwrap_err();
    assert!(matches!(failure, RedisCheckError::TooSlow(_) | RedisCheckError::NotReached), "{failure}");
    redis.resume();
    redis.kill();
    let failure = RedisLimiter::check(&redis.url(), RedisLimiter::WAIT).await.unwrap_err();
    assert!(matches!(failure, RedisCheckError::Refused(_)), "{failure}");
    let failure = RedisLimiter::check("rediss://localhost", RedisLimiter::WAIT).await.unwrap_err();
    assert_eq!(failure, RedisCheckError::Url(RedisUrlError::Encrypted));
}
