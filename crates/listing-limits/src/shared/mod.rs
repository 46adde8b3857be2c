//! The rate limiter of several instances.

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
use scripts::{Ask, Heartbeat, SharedLog};

/// How long a Redis that failed is left alone.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// How often an instance says that it lives.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// Heartbeats that an instance may miss before it is counted no more.
const MISSED_HEARTBEATS: u32 = 3;

/// A rate limiter whose accepted requests are kept in a Redis or Valkey (5 or
/// later, one node) that several instances share.
///
/// While Redis answers, it is exact over all instances: no window, by Redis's
/// clock, holds more accepted requests of a key than the limit. Each instance
/// also remembers what it accepted itself, and takes the stricter of both
/// decisions.
///
/// It never fails and never waits for longer than it is told to. When Redis does not
/// answer, the instance limits by itself to `limit / instances` (at least one),
/// and shows *that* limit, because it is the one that holds; Redis is tried
/// again each second, by a task and not by a request.
///
/// What was accepted is not forgotten by either change, but an instance knows
/// only its own part. So a single instance stays exact throughout: an outage, a
/// restart and a `FLUSHALL` make no room. Of several, in the minute around a
/// change:
/// * Redis is lost: what others accepted before is unknown here. All together
///   accept at most twice the limit, or one more each, if the limit is smaller
///   than their number. The number is the last one known; an instance that has
///   never reached Redis takes itself for the only one.
/// * Redis is back, was emptied or has dropped a key: what others accepted is
///   unknown here. All together accept at most twice the limit, and no instance
///   more than the limit.
///
/// A wait that was told before such a change may turn out too short after it.
pub struct RedisLimiter {
    link: Arc<Link>,
    shared: SharedLog,
    own: LocalLimiter,
    window: Duration,
    _keeper: AbortOnDropHandle<()>,
}

/// Why a text is not the URL of a Redis. It does not repeat the text, which may
/// hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedisUrlError {
    /// It has another form.
    #[error("a Redis URL has the form redis://[[user]:password@]host[:port][/database]")]
    Malformed,
    /// It asks for an encrypted connection.
    #[error("an encrypted connection to Redis is not supported: use redis:// and a private network")]
    Encrypted,
}

/// Why a Redis cannot be used now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RedisCheckError {
    /// Its URL is none.
    #[error(transparent)]
    Url(#[from] RedisUrlError),
    /// No connection.
    #[error("no connection within {} s", CONNECT_TIMEOUT.as_secs())]
    NotReached,
    /// It took the connection and refused, or the connection was refused.
    #[error("{0}")]
    Refused(String),
    /// It answers, but not in the time that a request waits for it.
    #[error("no answer within {} ms, so that each instance limits by itself", .0.as_millis())]
    TooSlow(Duration),
}

impl RedisLimiter {
    /// How long an answer of Redis is waited for, unless something else is said.
    pub const WAIT: Duration = Duration::from_millis(50);

    /// A limiter over the Redis at `url`. It is usable at once, whether Redis
    /// is there or not: until it is, it limits by itself. The `clock` is for
    /// what this instance remembers itself; `ids` names the instance among the
    /// others. An answer is waited for as long as `wait` says.
    ///
    /// # Panics
    /// Outside a tokio runtime, on which a task keeps the connection until the
    /// limiter is dropped.
    pub fn connect(
        url: &str,
        wait: Duration,
        clock: Arc<dyn Clock>,
        ids: &dyn IdSource,
    ) -> Result<Self, RedisUrlError> {
        Self::with(url, clock, ids, Tuning::of_service(wait))
    }

    fn with(
        url: &str,
        clock: Arc<dyn Clock>,
        ids: &dyn IdSource,
        tuning: Tuning,
    ) -> Result<Self, RedisUrlError> {
        let client = client(url)?;
        let heart = Heartbeat::new(ids.id().to_string(), tuning.timeouts.heartbeat * MISSED_HEARTBEATS);
        let link = Arc::new(Link::new(tuning.timeouts));
        let kept = Arc::clone(&link);
        let keeper = tokio::spawn(async move { kept.keep(&client, &heart).await });
        Ok(Self {
            link,
            shared: SharedLog::new(tuning.window, tuning.shared_clock),
            own: LocalLimiter::with_window(clock, tuning.window),
            window: tuning.window,
            _keeper: AbortOnDropHandle::new(keeper),
        })
    }

    /// Asks the Redis at `url` once, by a script as requests do, and tells how long
    /// the answer took, which may be `wait` at most.
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

    /// Whether Redis does not answer, so that this instance limits by itself.
    pub fn is_degraded(&self) -> bool {
        self.link.connection().is_none()
    }

    /// Redis's decision, if it answers in time.
    async fn ask(&self, key: RateKey, limit: u32, ask: Ask) -> Option<RateDecision> {
        let connection = self.link.connection()?;
        let call = self.shared.ask(MultiplexedConnection::clone(&connection), key, limit, ask);
        self.link.answer(&connection, call).await
    }

    /// This instance's part of a limit: at least one, but of nothing nothing.
    fn part_of(&self, limit: u32) -> u32 {
        (limit / self.link.instances().max(1)).max(1).min(limit)
    }
}

#[async_trait]
impl RateLimiter for RedisLimiter {
    async fn take(&self, key: RateKey, limit: u32) -> RateDecision {
        let since = self.own.now();
        let own = self.own.look(key, limit);
        // What is refused here must not be counted there.
        let ask = if own.is_accepted() { Ask::Take } else { Ask::Look };
        let Some(shared) = self.ask(key, limit, ask).await else {
            return self.own.take_since(key, self.part_of(limit), None);
        };
        if !own.is_accepted() || !shared.is_accepted() {
            return stricter(own, shared);
        }
        // Counted as of before it was asked for, so that it does not count for
        // longer here than in Redis, which would break the waits told there.
        let counted = self.own.take_since(key, limit, Some(since));
        if !counted.is_accepted() {
            // Others of this instance came first while Redis, which has lost
            // some requests, counted this one too. It does so for one window.
            return RateDecision { retry_after: Some(self.window), ..counted };
        }
        // What was seen before has not counted this request.
        RateDecision { remaining: shared.remaining.min(own.remaining.saturating_sub(1)), ..shared }
    }

    async fn peek(&self, key: RateKey, limit: u32) -> RateDecision {
        match self.ask(key, limit, Ask::Look).await {
            Some(shared) => stricter(self.own.look(key, limit), shared),
            None => self.own.look(key, self.part_of(limit)),
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

/// What only tests have otherwise.
struct Tuning {
    window: Duration,
    timeouts: Timeouts,
    /// Redis's own clock if there is none.
    shared_clock: Option<Arc<dyn Clock>>,
}

impl Tuning {
    /// What the service has.
    fn of_service(wait: Duration) -> Self {
        Self {
            window: RateDecision::WINDOW,
            timeouts: Timeouts { response: wait, retry: RETRY_AFTER, heartbeat: HEARTBEAT },
            shared_clock: None,
        }
    }
}
