//! The port of the rate limiter.

use std::net::IpAddr;
use std::time::Duration;

use async_trait::async_trait;

use crate::ids::AccountId;
use crate::token::TokenDigest;

/// Limits requests in any 60 seconds, exactly: a request is accepted when fewer than the limit were accepted
/// less than [`RateDecision::WINDOW`] ago. Setting the clock back frees nothing.
///
/// The limiter never fails: an adapter that has lost its store limits locally, more strictly rather than
/// less, and logs it.
#[async_trait]
pub trait RateLimiter: Send + Sync {
    /// Accepts and counts one request of `key`, unless that would exceed `limit` accepted requests in a
    /// [`RateDecision::WINDOW`]. Refused requests are not counted. When the limit changes, as with a plan,
    /// requests accepted under the old limit still count.
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision;

    /// Returns the state of `key`, without counting a request.
    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision;
}

/// The subject of a limit: all requests with an equal key count together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateKey {
    /// An account, all its keys together.
    Account(AccountId),
    /// All clients at an address that send no valid key.
    Address(IpAddr),
    /// Page views in the web app.
    Pages(RateSubject),
    /// Sign-in attempts.
    SignIn(RateSubject),
    /// Mail that people request, such as sign-in links.
    Mail(RateSubject),
    /// Passwords compared or hashed for clients at an address that are already known by a browser, session or
    /// link.
    Password(IpAddr),
}

/// The subject whose page views, sign-in attempts or mail are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateSubject {
    /// An account, for signed-in people.
    Account(AccountId),
    /// A client's address.
    Address(IpAddr),
    /// A digest: of a named email, with or without an account, or of a known browser.
    Named(TokenDigest),
}

/// The outcome of a request to the limiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateDecision {
    /// The maximum number of requests accepted in any [`RateDecision::WINDOW`].
    pub limit: u32,
    /// Requests that would still be accepted now, after this one.
    pub remaining: u32,
    /// The time until the whole limit is free again, without further requests; zero when it is free now.
    pub reset_after: Duration,
    /// `None` for an accepted request (in a peek: for one that would be accepted), else the wait until the
    /// next one is accepted. With a limit of zero, which accepts nothing, it is the whole window.
    pub retry_after: Option<Duration>,
}

impl RateDecision {
    /// The length of the period to which a limit applies.
    pub const WINDOW: Duration = Duration::from_mins(1);

    /// Returns true for an accepted request.
    pub const fn is_accepted(&self) -> bool {
        self.retry_after.is_none()
    }
}
