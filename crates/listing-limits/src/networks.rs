//! Counts IPv6 clients not only by network (64 bits), but also by site (48 bits).

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::ports::{RateDecision, RateKey, RateLimiter, RateSubject};

/// The 16-bit groups that name a site. A site of 48 bits has 65,536 networks of 64 bits.
const SITE_GROUPS: usize = 3;
/// The last group of a site's key. A network's is zero, since clients are counted by 64 bits.
const SITE_MARK: u16 = 48;

/// A rate limiter that also counts each IPv6 address for its site, with [ten times](SiteLimiter::MULTIPLE)
/// the limit. Other keys and IPv4 addresses go to the inner limiter unchanged.
pub struct SiteLimiter(Arc<dyn RateLimiter>);

impl SiteLimiter {
    /// The limit of a site, as a multiple of the limit of one of its networks.
    pub const MULTIPLE: u32 = 10;

    /// Creates a limiter that stores its counts in another one.
    pub const fn new(limiter: Arc<dyn RateLimiter>) -> Self {
        Self(limiter)
    }
}

#[async_trait]
impl RateLimiter for SiteLimiter {
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
        let Self(limiter) = self;
        let Some(site) = site_of(key) else { return limiter.take(key, limit).await };
        let site_limit = limit.saturating_mul(Self::MULTIPLE);
        // Only checked here, because refused requests of a network must not use up its site's limit.
        let site_decision = limiter.peek(site, site_limit).await;
        if !site_decision.is_accepted() {
            return refused(site_decision, limit);
        }
        let decision = limiter.take(key, limit).await;
        if !decision.is_accepted() {
            return decision;
        }
        // Other networks of the site may have made requests since the first check.
        let site_decision = limiter.take(site, site_limit).await;
        if site_decision.is_accepted() { decision } else { refused(site_decision, limit) }
    }

    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
        let Self(limiter) = self;
        if let Some(site) = site_of(key) {
            let site_decision = limiter.peek(site, limit.saturating_mul(Self::MULTIPLE)).await;
            if !site_decision.is_accepted() {
                return refused(site_decision, limit);
            }
        }
        limiter.peek(key, limit).await
    }
}

/// Refuses a network because its site is over the limit.
const fn refused(site_decision: RateDecision, limit: u32) -> RateDecision {
    RateDecision { limit, remaining: 0, ..site_decision }
}

fn site_of(key: RateKey) -> Option<RateKey> {
    let site = |address| {
        let IpAddr::V6(address) = address else { return None };
        let mut groups = address.segments();
        groups[SITE_GROUPS..].fill(0);
        groups[groups.len() - 1] = SITE_MARK;
        Some(IpAddr::V6(Ipv6Addr::from(groups)))
    };
    let subject = |subject| match subject {
        RateSubject::Address(address) => site(address).map(RateSubject::Address),
        RateSubject::Account(_) | RateSubject::Named(_) => None,
    };
    match key {
        RateKey::Account(_) => None,
        RateKey::Address(address) => site(address).map(RateKey::Address),
        RateKey::Pages(pages) => subject(pages).map(RateKey::Pages),
        RateKey::SignIn(sign_in) => subject(sign_in).map(RateKey::SignIn),
        RateKey::Mail(mail) => subject(mail).map(RateKey::Mail),
        RateKey::Password(address) => site(address).map(RateKey::Password),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use listing_testkit::FixedClock;
    use listing_testkit::contract::rate_limiter_contract;

    use super::*;
    use crate::LocalLimiter;

    fn limiter(clock: &Arc<FixedClock>) -> SiteLimiter {
        SiteLimiter::new(Arc::new(LocalLimiter::new(clock.clone())))
    }

    fn clock() -> Arc<FixedClock> {
        Arc::new(FixedClock::at("2026-11-21T10:00:00Z"))
    }

    fn sign_in(site: u16, network: u16) -> RateKey {
        let address = Ipv6Addr::new(0x2001, 0xdb8, site, network, 0, 0, 0, 0);
        RateKey::SignIn(RateSubject::Address(address.into()))
    }

    #[tokio::test]
    async fn a_site_limiter_meets_the_rate_limiter_contract() {
        rate_limiter_contract(async |clock: Arc<FixedClock>| limiter(&clock)).await;
    }

    #[tokio::test]
    async fn the_networks_of_a_site_share_ten_times_the_limit() {
        let clock = clock();
        let limiter = limiter(&clock);
        for network in 0..200 {
            assert!(limiter.take(sign_in(1, network), 20).await.is_accepted(), "{network}");
        }
        let refused = limiter.take(sign_in(1, 999), 20).await;
        assert_eq!((refused.limit, refused.remaining), (20, 0));
        assert_eq!(refused.retry_after, Some(RateDecision::WINDOW));
        assert!(!limiter.peek(sign_in(1, 998), 20).await.is_accepted());
        assert!(limiter.take(sign_in(2, 0), 20).await.is_accepted(), "another site has its own limit");
        clock.advance(Duration::from_mins(1));
        assert!(limiter.take(sign_in(1, 999), 20).await.is_accepted());
    }

    /// Delays each check until all checks of a burst have arrived.
    struct Burst(LocalLimiter, tokio::sync::Barrier);

    #[async_trait]
    impl RateLimiter for Burst {
        async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
            self.0.take(key, limit).await
        }

        async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
            let decision = self.0.peek(key, limit).await;
            self.1.wait().await;
            decision
        }
    }

    #[tokio::test]
    async fn a_burst_from_a_site_gets_no_more_than_its_limit() {
        const NETWORKS: u16 = 300;
        let burst = Burst(LocalLimiter::new(clock()), tokio::sync::Barrier::new(NETWORKS.into()));
        let limiter = Arc::new(SiteLimiter::new(Arc::new(burst)));
        let mut tasks = tokio::task::JoinSet::new();
        for network in 0..NETWORKS {
            let limiter = Arc::clone(&limiter);
            tasks.spawn(async move { limiter.take(sign_in(1, network), 20).await });
        }
        let decisions = tasks.join_all().await;
        assert_eq!(decisions.iter().filter(|decision| decision.is_accepted()).count(), 200);
        assert!(decisions.iter().all(|decision| decision.is_accepted() || decision.remaining == 0));
    }

    #[tokio::test]
    async fn refused_requests_of_a_network_do_not_count_for_its_site() {
        let clock = clock();
        let limiter = limiter(&clock);
        for number in 0..1_000 {
            assert_eq!(limiter.take(sign_in(1, 0), 20).await.is_accepted(), number < 20);
        }
        assert!(limiter.take(sign_in(1, 1), 20).await.is_accepted());
    }

    #[tokio::test]
    async fn ipv4_addresses_are_not_counted_by_site() {
        let clock = clock();
        let limiter = limiter(&clock);
        for last in 0..250 {
            let address = IpAddr::from([203, 0, 113, last]);
            assert!(limiter.take(RateKey::Address(address), 1).await.is_accepted());
        }
    }
}
