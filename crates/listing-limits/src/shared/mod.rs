//! Limits the request rate across several instances.

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

/// Pause before a failed Redis is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// Interval of an instance's heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// Heartbeats that an instance may miss before it no longer counts.
const MISSED_HEARTBEATS: u32 = 3;

/// A rate limiter that keeps accepted requests in a Redis or Valkey (5 or later, one node) shared by
/// several instances.
///
/// While Redis answers, the limit is exact over all instances: no window, by Redis's clock, holds more
/// accepted requests of a key. Each instance also remembers its own accepted requests, and takes the
/// stricter of both decisions.
///
/// It never fails and never waits longer than its timeout. When Redis does not answer, the instance
/// falls back to a limit of its own, `limit / instances` (at least one), and reports that limit. A
/// task, not a request, retries Redis each second.
///
/// Neither change forgets accepted requests, but an instance knows only its own. So a single instance
/// stays exact throughout: an outage, a restart and a `FLUSHALL` make no room. With several instances,
/// in the minute around a change:
/// * Redis is lost: the other instances' requests are unknown here. All together accept at most twice
///   the limit or, if the limit is smaller than their number, the limit plus one each. Their number is
///   the last known one. An instance that has never reached Redis assumes that it is the only one.
/// * Redis is back, was emptied or has dropped a key: the other instances' requests are unknown here.
///   All together accept at most twice the limit, and no instance more than the limit.
///
/// A wait announced before such a change may be too short after it.
pub struct RedisLimiter {
    link: Arc<Link>,
    shared: SharedLog,
    own: LocalLimiter,
    window: Duration,
    _task: AbortOnDropHandle<()>,
}

/// The reason why a text is not a Redis URL, without the text, which may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedisUrlError {
    /// The text has another form.
    #[error("a Redis URL has the form redis://[[user]:password@]host[:port][/database]")]
    Malformed,
    /// The URL asks for an encrypted connection.
    #[error("an encrypted connection to Redis is not supported: use redis:// and a private network")]
    Encrypted,
}

/// The reason why a Redis cannot be used now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RedisCheckError {
    /// The URL is invalid.
    #[error(transparent)]
    Url(#[from] RedisUrlError),
    /// No connection came in time.
    #[error("no connection within {} s", CONNECT_TIMEOUT.as_secs())]
    NotReached,
    /// Redis refused the connection or the script.
    #[error("{0}")]
    Refused(String),
    /// Redis answers, but not within a request's timeout.
    #[error("no answer within {} ms, so each instance applies its own rate limits", .0.as_millis())]
    TooSlow(Duration),
}

impl RedisLimiter {
    /// Default timeout for an answer of Redis.
    pub const WAIT: Duration = Duration::from_millis(50);

    /// Makes a limiter over the Redis at `url`, which limits by itself until Redis answers. `wait` is
    /// the timeout for an answer, `clock` times this instance's own requests, and `ids` names the
    /// instance.
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

    /// Sends one script to the Redis at `url`, as requests do, and returns the time until the answer,
    /// at most `wait`.
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

    /// Returns `true` while this instance limits by itself, because Redis does not answer.
    pub fn is_degraded(&self) -> bool {
        self.link.connection().is_none()
    }

    /// Redis's decision, if it answers in time.
    async fn decide(&self, key: RateKey, limit: u32, operation: Operation) -> Option<RateDecision> {
        let connection = self.link.connection()?;
        let call = self.shared.decide(MultiplexedConnection::clone(&connection), key, limit, operation);
        self.link.answer(&connection, call).await
    }

    /// This instance's share of a limit: at least one, unless the limit is zero.
    fn share_of(&self, limit: u32) -> u32 {
        (limit / self.link.instances().max(1)).max(1).min(limit)
    }
}

#[async_trait]
impl RateLimiter for RedisLimiter {
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
        let since = self.own.now();
        let own = self.own.peek_now(key, limit);
        // Redis must not count a request that is refused here.
        let operation = if own.is_accepted() { Operation::Take } else { Operation::Peek };
        let Some(shared) = self.decide(key, limit, operation).await else {
            return self.own.take_since(key, self.share_of(limit), None);
        };
        if !own.is_accepted() || !shared.is_accepted() {
            return stricter(own, shared);
        }
        // Counted from before the call to Redis. Counted longer here than there, it would make the
        // waits that Redis announces too short.
        let counted = self.own.take_since(key, limit, Some(since));
        if !counted.is_accepted() {
            // Other requests of this instance came first, but Redis, which has lost some, counts this
            // one for a window.
            return RateDecision { retry_after: Some(self.window), ..counted };
        }
        // `own` was computed before this request was counted.
        RateDecision { remaining: shared.remaining.min(own.remaining.saturating_sub(1)), ..shared }
    }

    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
        match self.decide(key, limit, Operation::Peek).await {
            Some(shared) => stricter(self.own.peek_now(key, limit), shared),
            None => self.own.peek_now(key, self.share_of(limit)),
        }
    }
}

/// The stricter of two decisions under one limit, in each respect.
fn stricter(one: RateDecision, other: RateDecision) -> RateDecision {
    RateDecision {
        limit: one.limit,
        remaining: one.remaining.min(other.remaining),
        reset_after: one.reset_after.max(other.reset_after),
        // `None`, for an accepted request, is the least.
        retry_after: one.retry_after.max(other.retry_after),
    }
}

fn client(url: &str) -> Result<Client, RedisUrlError> {
    if ["rediss://", "valkeys://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(RedisUrlError::Encrypted);
    }
    Client::open(url).map_err(|_| RedisUrlError::Malformed)
}

/// Settings that only tests change.
struct Tuning {
    window: Duration,
    timeouts: Timeouts,
    /// `None` for Redis's own clock.
    shared_clock: Option<Arc<dyn Clock>>,
}

impl Tuning {
    /// The service's settings.
    fn for_service(wait: Duration) -> Self {
        Self {
            window: RateDecision::WINDOW,
            timeouts: Timeouts { response: wait, retry: RETRY_AFTER, heartbeat: HEARTBEAT },
            shared_clock: None,
        }
    }
}
