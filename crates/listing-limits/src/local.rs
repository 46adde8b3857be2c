//! Limits the rate of requests in a single process.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ports::{Clock, RateDecision, RateKey, RateLimiter, RateSubject};

use crate::log::RequestLog;

/// Separately locked parts, so that requests of different keys rarely wait for each other.
const SHARDS: usize = 16;
/// The maximum of stored addresses, and of stored names (emails, browsers). Accounts need no limit here,
/// because creating them is limited.
const MAX_ADDRESSES: usize = 100_000;
/// The part of a full shard's keys that is evicted at once, as a divisor. A flood of addresses then does not
/// search the shard for each.
const EVICTED_FRACTION: usize = 8;

/// A rate limiter that stores the moment of each accepted request of the last minute in memory.
///
/// It is exact for accounts, and for addresses while fewer than 100,000 are active within a minute. Beyond
/// that, it evicts the addresses whose last request is oldest, and their counts begin at zero again.
pub struct LocalLimiter {
    clock: Arc<dyn Clock>,
    window: Duration,
    hasher: RandomState,
    shards: [Mutex<Shard>; SHARDS],
}

impl LocalLimiter {
    /// Creates a limiter without stored requests.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self::with(clock, RateDecision::WINDOW, MAX_ADDRESSES)
    }

    pub(crate) fn with_window(clock: Arc<dyn Clock>, window: Duration) -> Self {
        Self::with(clock, window, MAX_ADDRESSES)
    }

    fn with(clock: Arc<dyn Clock>, window: Duration, max_addresses: usize) -> Self {
        let shard = || Mutex::new(Shard::new(window, max_addresses.div_ceil(SHARDS)));
        Self { clock, window, hasher: RandomState::new(), shards: std::array::from_fn(|_| shard()) }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Decides like [`RateLimiter::take`]. An accepted request counts from `since`, or else from now.
    pub(crate) fn take_since(&self, key: RateKey, limit: u32, since: Option<Timestamp>) -> RateDecision {
        let mut shard = self.shard(key);
        // The clock is read while the lock is held, so that the moments of a log are in order.
        let now = self.clock.now();
        let since = since.unwrap_or(now);
        shard.sweep_when_due(now);
        if let Some(log) = shard.logs_for(key).get_mut(&key) {
            return log.take_since(since, now, limit);
        }
        let mut log = RequestLog::new(self.window);
        let decision = log.take_since(since, now, limit);
        if decision.is_accepted() {
            shard.insert(key, log);
        }
        decision
    }

    pub(crate) fn peek_now(&self, key: RateKey, limit: u32) -> RateDecision {
        let mut shard = self.shard(key);
        let now = self.clock.now();
        match shard.logs_for(key).get_mut(&key) {
            Some(log) => log.decide(now, limit),
            None => RequestLog::new(self.window).decide(now, limit),
        }
    }

    fn shard(&self, key: RateKey) -> MutexGuard<'_, Shard> {
        let [low, ..] = self.hasher.hash_one(key).to_le_bytes();
        // Only a panic while locked poisons it, and the shard is still valid then.
        self.shards[usize::from(low) % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl RateLimiter for LocalLimiter {
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
        self.take_since(key, limit, None)
    }

    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
        self.peek_now(key, limit)
    }
}

struct Shard {
    accounts: HashMap<RateKey, RequestLog>,
    addresses: HashMap<RateKey, RequestLog>,
    /// Emails and known browsers, which no flood of addresses evicts.
    names: HashMap<RateKey, RequestLog>,
    max_addresses: usize,
    window: Duration,
    swept_at: Timestamp,
}

impl Shard {
    fn new(window: Duration, max_addresses: usize) -> Self {
        Self {
            accounts: HashMap::new(),
            addresses: HashMap::new(),
            names: HashMap::new(),
            max_addresses,
            window,
            swept_at: Timestamp::UNIX_EPOCH,
        }
    }

    fn logs_for(&mut self, key: RateKey) -> &mut HashMap<RateKey, RequestLog> {
        match key {
            RateKey::Account(_) | RateKey::Pages(RateSubject::Account(_)) => &mut self.accounts,
            // Any caller can choose these names, so their number has to be limited.
            RateKey::Pages(RateSubject::Named(_))
            | RateKey::SignIn(RateSubject::Named(_))
            | RateKey::Mail(RateSubject::Named(_)) => &mut self.names,
            RateKey::Address(_)
            | RateKey::Pages(_)
            | RateKey::SignIn(_)
            | RateKey::Mail(_)
            | RateKey::Password(_) => &mut self.addresses,
        }
    }

    fn insert(&mut self, key: RateKey, log: RequestLog) {
        self.logs_for(key).insert(key, log);
        for logs in [&mut self.addresses, &mut self.names] {
            if logs.len() > self.max_addresses {
                evict_quietest(logs);
            }
        }
    }

    /// Drops keys without counted requests, at most once per window.
    fn sweep_when_due(&mut self, now: Timestamp) {
        if now.duration_since(self.swept_at).unsigned_abs() < self.window {
            return;
        }
        self.swept_at = now;
        for logs in [&mut self.accounts, &mut self.addresses, &mut self.names] {
            logs.retain(|_, log| !log.is_idle(now));
            logs.shrink_to(logs.len() * 2);
        }
    }
}

/// Evicts a fraction of the keys, at least one: those whose last requests are oldest.
fn evict_quietest(logs: &mut HashMap<RateKey, RequestLog>) {
    let mut quiet_since: Vec<_> = logs.iter().map(|(key, log)| (log.last(), *key)).collect();
    let evicted = (quiet_since.len() / EVICTED_FRACTION).max(1).min(quiet_since.len());
    if let Some(last) = evicted.checked_sub(1) {
        quiet_since.select_nth_unstable_by_key(last, |(since, _)| *since);
    }
    for (_, key) in quiet_since.drain(..evicted) {
        logs.remove(&key);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};

    use listing_domain::ids::AccountId;
    use listing_domain::token::TokenDigest;
    use listing_testkit::FixedClock;
    use listing_testkit::contract::rate_limiter_contract;
    use uuid::Uuid;

    use super::*;

    fn account(number: u128) -> RateKey {
        RateKey::Account(AccountId::new(Uuid::from_u128(number)))
    }

    fn address(number: u32) -> RateKey {
        RateKey::Address(IpAddr::V4(Ipv4Addr::from_bits(number)))
    }

    fn clock() -> Arc<FixedClock> {
        Arc::new(FixedClock::at("2026-11-21T10:00:00Z"))
    }

    impl LocalLimiter {
        fn remembered(&self) -> usize {
            let lengths = self.shards.iter().map(|shard| {
                let shard = shard.lock().unwrap();
                shard.accounts.len() + shard.addresses.len() + shard.names.len()
            });
            lengths.sum()
        }
    }

    #[tokio::test]
    async fn a_local_limiter_meets_the_rate_limiter_contract() {
        rate_limiter_contract(async |clock: Arc<FixedClock>| LocalLimiter::new(clock)).await;
    }

    #[tokio::test]
    async fn many_threads_together_get_exactly_the_limit() {
        const THREADS: usize = 64;
        let limiter = Arc::new(LocalLimiter::new(clock()));
        let (start, accepted) = (Arc::new(Barrier::new(THREADS)), Arc::new(AtomicU32::new(0)));
        let runtime = tokio::runtime::Handle::current();
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                let (limiter, start) = (Arc::clone(&limiter), Arc::clone(&start));
                let (accepted, runtime) = (Arc::clone(&accepted), runtime.clone());
                std::thread::spawn(move || {
                    start.wait();
                    for _ in 0..100 {
                        let decision = runtime.block_on(limiter.take(account(1), 60));
                        accepted.fetch_add(u32::from(decision.is_accepted()), Ordering::Relaxed);
                    }
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(accepted.load(Ordering::Relaxed), 60);
    }

    #[tokio::test]
    async fn a_clock_that_was_ahead_for_a_while_locks_out_no_client() {
        let clock = clock();
        let limiter = LocalLimiter::new(clock.clone());
        let right = clock.now();
        clock.advance(Duration::from_hours(24));
        assert!(limiter.take(account(1), 1).await.is_accepted());
        clock.set(right);
        let refused = limiter.take(account(1), 1).await;
        assert_eq!(refused.retry_after, Some(RateDecision::WINDOW));
        clock.advance(RateDecision::WINDOW);
        assert!(limiter.take(account(1), 1).await.is_accepted());
    }

    #[test]
    fn a_request_counts_from_its_arrival() {
        let clock = clock();
        let limiter = LocalLimiter::new(clock.clone());
        let arrived = clock.now();
        clock.advance(Duration::from_millis(40));
        let decision = limiter.take_since(account(1), 1, Some(arrived));
        assert_eq!(decision.reset_after, Duration::from_millis(59_960));
        clock.advance(Duration::from_millis(59_959));
        assert_eq!(limiter.peek_now(account(1), 1).retry_after, Some(Duration::from_millis(1)));
        clock.advance(Duration::from_millis(1));
        assert!(limiter.peek_now(account(1), 1).is_accepted());
    }

    #[tokio::test]
    async fn keys_without_requests_for_a_minute_are_dropped() {
        let clock = clock();
        let limiter = LocalLimiter::new(clock.clone());
        for number in 0..1_000 {
            limiter.take(account(number), 5).await;
            limiter.take(address(u32::try_from(number).unwrap()), 5).await;
        }
        assert_eq!(limiter.remembered(), 2_000);
        clock.advance(RateDecision::WINDOW);
        for number in 1_000..1_200 {
            limiter.take(account(number), 5).await;
        }
        assert_eq!(limiter.remembered(), 200);
    }

    #[tokio::test]
    async fn lookups_and_refusals_store_nothing() {
        let limiter = LocalLimiter::new(clock());
        limiter.peek(account(1), 5).await;
        limiter.take(address(1), 0).await;
        assert_eq!(limiter.remembered(), 0);
    }

    #[tokio::test]
    async fn a_flood_of_addresses_evicts_no_email() {
        let clock = clock();
        let limiter = LocalLimiter::with(clock.clone(), RateDecision::WINDOW, 160);
        let email = RateKey::SignIn(RateSubject::Named(TokenDigest::of("ann@example.com")));
        assert!(limiter.take(email, 1).await.is_accepted());
        for number in 0..5_000 {
            clock.advance(Duration::from_millis(1));
            let from = RateSubject::Address(IpAddr::V4(Ipv4Addr::from_bits(number)));
            limiter.take(RateKey::SignIn(from), 1).await;
        }
        assert!(!limiter.take(email, 1).await.is_accepted());
        for number in 0..5_000 {
            let named = RateSubject::Named(TokenDigest::of(&number.to_string()));
            limiter.take(RateKey::SignIn(named), 1).await;
        }
        assert!(limiter.remembered() <= 320, "{}", limiter.remembered());
    }

    #[tokio::test]
    async fn a_flood_of_addresses_has_bounded_memory_and_evicts_no_account() {
        let clock = clock();
        let limiter = LocalLimiter::with(clock.clone(), RateDecision::WINDOW, 160);
        for number in 0..100 {
            limiter.take(account(number), 1).await;
        }
        for number in 0..5_000 {
            clock.advance(Duration::from_millis(1));
            assert!(limiter.take(address(number), 1).await.is_accepted());
            assert!(!limiter.take(address(number), 1).await.is_accepted(), "new addresses stay");
        }
        assert!(limiter.remembered() <= 260, "{}", limiter.remembered());
        for number in 0..100 {
            assert!(!limiter.take(account(number), 1).await.is_accepted());
        }
    }
}
