//! Limits the rate of requests over several instances, with a shared Redis or Valkey.

mod link;
mod scripts;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::ports::{Clock, IdSource, RateDecision, RateKey, RateLimiter};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Script};
use tokio::time::{Instant, timeout};
use tokio_util::task::AbortOnDropHandle;

use crate::LocalLimiter;
use link::{CONNECT_TIMEOUT, Link, Timeouts};
use scripts::{Heartbeat, Operation, SharedLog};

const RETRY_AFTER: Duration = Duration::from_secs(1);
const HEARTBEAT: Duration = Duration::from_secs(5);
/// After this many, an instance no longer counts as running.
const MISSED_HEARTBEATS: u32 = 3;

/// A rate limiter that stores the accepted requests of several instances in a shared Redis or Valkey (5 or
/// later, one node).
///
/// While Redis answers, the limit is exact over all instances, by Redis's clock. Each instance also stores
/// its own accepted requests, and uses the stricter of both decisions.
///
/// It never fails and never waits longer than its timeout. Without an answer, the instance uses a limit of
/// its own, `limit / instances` (at least one), and reports that limit. A background task, not a request,
/// tries Redis again each second.
///
/// No accepted request of this instance is ever forgotten, so a single instance stays exact: no outage,
/// restart or `FLUSHALL` allows extra requests. In the minute around losing or regaining Redis, several
/// instances may accept more:
/// * Redis is lost: together they accept at most twice the limit or, if the limit is smaller than the last
///   known number of instances, the limit plus one each. An instance that has never reached Redis assumes
///   that it is the only one.
/// * Redis is back, was emptied or has dropped a key: together they accept at most twice the limit, and each
///   at most the limit.
///
/// A retry time that was announced before such a change may be too short after it.
pub struct RedisLimiter {
    link: Arc<Link>,
    shared: SharedLog,
    own: LocalLimiter,
    window: Duration,
    _task: AbortOnDropHandle<()>,
}

/// The reason why a text is not a usable Redis URL. It does not repeat the text, which may contain a
/// password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedisUrlError {
    /// It does not have the form of a Redis URL.
    #[error("a Redis URL has the form redis://[[user]:password@]host[:port][/database]")]
    Malformed,
    /// `rediss://` asks for an encrypted connection.
    #[error("an encrypted connection to Redis is not supported: use redis:// and a private network")]
    Encrypted,
}

/// The reason why Redis cannot be used now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RedisCheckError {
    /// The URL is not usable.
    #[error(transparent)]
    Url(#[from] RedisUrlError),
    /// No connection was established in time.
    #[error("no connection within {} s", CONNECT_TIMEOUT.as_secs())]
    NotReached,
    /// Redis rejected the connection or the script, with this message.
    #[error("{0}")]
    Refused(String),
    /// Redis answers, but not within a request's timeout, which is this long.
    #[error("no answer within {} ms, so each instance applies its own rate limits", .0.as_millis())]
    TooSlow(Duration),
}

impl RedisLimiter {
    /// The default timeout for an answer of Redis.
    pub const WAIT: Duration = Duration::from_millis(50);

    /// Creates a limiter for the Redis at `url`, which uses a limit of its own until Redis answers. `wait` is
    /// the timeout for an answer, `clock` measures this instance's own requests, and `ids` gives the instance
    /// its name.
    ///
    /// # Panics
    /// Outside a tokio runtime, on which a task keeps the connection until the limiter is dropped.
    pub fn connect(
        url: &str,
        wait: Duration,
        clock: Arc<dyn Clock>,
        ids: &dyn IdSource,
    ) -> Result<Self, RedisUrlError> {
        Self::with(url, clock, ids, Tuning::for_service(wait))
    }

    fn with(
        url: &str,
        clock: Arc<dyn Clock>,
        ids: &dyn IdSource,
        tuning: Tuning,
    ) -> Result<Self, RedisUrlError> {
        let client = client(url)?;
        let heartbeat = Heartbeat::new(ids.id().to_string(), tuning.timeouts.heartbeat * MISSED_HEARTBEATS);
        let link = Arc::new(Link::new(tuning.timeouts));
        let task_link = Arc::clone(&link);
        let task = tokio::spawn(async move { task_link.maintain(&client, &heartbeat).await });
        Ok(Self {
            link,
            shared: SharedLog::new(tuning.window, tuning.shared_clock),
            own: LocalLimiter::with_window(clock, tuning.window),
            window: tuning.window,
            _task: AbortOnDropHandle::new(task),
        })
    }

    /// Runs one script on the Redis at `url`, as requests do. Returns the time until the answer, at most
    /// `wait`.
    pub async fn check(url: &str, wait: Duration) -> Result<Duration, RedisCheckError> {
        let client = client(url)?;
        let config = AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
        let connecting = client.get_multiplexed_async_connection_with_config(&config);
        let connected =
            timeout(CONNECT_TIMEOUT, connecting).await.map_err(|_| RedisCheckError::NotReached)?;
        let mut connection = connected.map_err(|error| RedisCheckError::Refused(error.to_string()))?;
        let since = Instant::now();
        let script = Script::new("return redis.call('PING')");
        match timeout(wait, script.invoke_async::<_, ()>(&mut connection)).await {
            Ok(Ok(())) => Ok(since.elapsed()),
            Ok(Err(error)) => Err(RedisCheckError::Refused(error.to_string())),
            Err(_) => Err(RedisCheckError::TooSlow(wait)),
        }
    }

    /// Returns `true` while Redis does not answer, and this instance uses a limit of its own.
    pub fn is_degraded(&self) -> bool {
        self.link.connection().is_none()
    }

    async fn decide(&self, key: RateKey, limit: u32, operation: Operation) -> Option<RateDecision> {
        let connection = self.link.connection()?;
        let call = self.shared.decide(MultiplexedConnection::clone(&connection), key, limit, operation);
        self.link.answer(&connection, call).await
    }

    fn share_of(&self, limit: u32) -> u32 {
        (limit / self.link.instances().max(1)).max(1).min(limit)
    }
}

#[async_trait]
impl RateLimiter for RedisLimiter {
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
        let since = self.own.now();
        let own = self.own.peek_now(key, limit);
        // If this instance refuses the request, Redis must not count it.
        let operation = if own.is_accepted() { Operation::Take } else { Operation::Peek };
        let Some(shared) = self.decide(key, limit, operation).await else {
            return self.own.take_since(key, self.share_of(limit), None);
        };
        if !own.is_accepted() || !shared.is_accepted() {
            return stricter(own, shared);
        }
        // From the moment before the call to Redis. If it counted longer here than in Redis, the retry times
        // that Redis announces would be too short.
        let counted = self.own.take_since(key, limit, Some(since));
        if !counted.is_accepted() {
            // Other requests of this instance came first. Redis has lost some of them, but counts this one
            // for a whole window.
            return RateDecision { retry_after: Some(self.window), ..counted };
        }
        RateDecision { remaining: shared.remaining.min(own.remaining.saturating_sub(1)), ..shared }
    }

    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
        match self.decide(key, limit, Operation::Peek).await {
            Some(shared) => stricter(self.own.peek_now(key, limit), shared),
            None => self.own.peek_now(key, self.share_of(limit)),
        }
    }
}

fn stricter(one: RateDecision, other: RateDecision) -> RateDecision {
    RateDecision {
        limit: one.limit,
        remaining: one.remaining.min(other.remaining),
        reset_after: one.reset_after.max(other.reset_after),
        // `None`, which means "accepted", is less than any time.
        retry_after: one.retry_after.max(other.retry_after),
    }
}

fn client(url: &str) -> Result<Client, RedisUrlError> {
    if ["rediss://", "valkeys://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(RedisUrlError::Encrypted);
    }
    Client::open(url).map_err(|_| RedisUrlError::Malformed)
}

struct Tuning {
    window: Duration,
    timeouts: Timeouts,
    /// `None` for Redis's own clock.
    shared_clock: Option<Arc<dyn Clock>>,
}

impl Tuning {
    fn for_service(wait: Duration) -> Self {
        Self {
            window: RateDecision::WINDOW,
            timeouts: Timeouts { response: wait, retry: RETRY_AFTER, heartbeat: HEARTBEAT },
            shared_clock: None,
        }
    }
}
