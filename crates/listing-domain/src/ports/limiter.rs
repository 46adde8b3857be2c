//! The rate limiter.

use std::net::IpAddr;
use std::time::Duration;

use async_trait::async_trait;

use crate::ids::AccountId;
use crate::token::TokenDigest;

/// Accepts at most so many requests in any 60 seconds, exactly: a request is
/// accepted when fewer than the limit were accepted less than
/// [`RateDecision::WINDOW`] ago. A clock that is set back makes no room.
///
/// It never fails: an adapter that has lost its store limits by itself, more
/// strictly rather than less, and says so in its log.
#[async_trait]
pub trait RateLimiter: Send + Sync {
    /// Asks for one request of `key`, at most `limit` being accepted in any
    /// [`RateDecision::WINDOW`]. A refused request is not counted. The limit
    /// may be another than before, as after a change of plan: what was accepted
    /// under the other one counts.
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision;

    /// How `key` stands, without counting a request.
    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision;
}

/// Who is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateKey {
    /// An account, all its keys together.
    Account(AccountId),
    /// A client without a valid key, by its address.
    Address(IpAddr),
    /// Pages that are looked at.
    Pages(RateSubject),
    /// Tries to sign in.
    SignIn(RateSubject),
    /// Mail that somebody has sent.
    Mail(RateSubject),
    /// Passwords that are compared or hashed for clients at an address who are known already: by a
    /// browser, a session or a link.
    Password(IpAddr),
}

/// Whose pages, tries or mail are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateSubject {
    /// An account's.
    Account(AccountId),
    /// An address's.
    Address(IpAddr),
    /// Those that name an e-mail, whether it has an account or not, or that come from a browser
    /// that is known: by its digest.
    Named(TokenDigest),
}

/// How a request fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateDecision {
    /// Requests accepted in any window.
    pub limit: u32,
    /// Requests that would still be accepted now, after this one.
    pub remaining: u32,
    /// Until all of the limit is free again, if nothing more is asked; zero
    /// when it is.
    pub reset_after: Duration,
    /// `None` for an accepted request (when looking only: for one that would
    /// be), else the time after which the next one is accepted. The whole
    /// window under a limit of zero, which accepts nothing ever.
    pub retry_after: Option<Duration>,
}

impl RateDecision {
    /// The window that the limit is for.
    pub const WINDOW: Duration = Duration::from_mins(1);

    /// Whether the request was accepted.
    pub const fn is_accepted(&self) -> bool {
        self.retry_after.is_none()
    }
}
