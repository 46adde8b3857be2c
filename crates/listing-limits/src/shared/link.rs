//! The link to Redis: up or down, and who brings it back.

use std::fmt::Display;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, RedisResult};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::scripts::Heartbeat;

/// How long a connection may take to be made. Nobody waits for it, so that it
/// may take longer than an answer.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// A connection, shared by those who use it at the moment.
pub(super) type Connection = Arc<MultiplexedConnection>;

/// How long the link waits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    /// How long an answer is waited for.
    pub(super) response: Duration,
    /// How long a link that went down is left alone.
    pub(super) retry: Duration,
    /// How often this instance says that it lives.
    pub(super) heartbeat: Duration,
}

/// The link to Redis. One call without a timely answer takes it down for
/// everybody, so that a dead Redis is waited for once and not at each request;
/// only [`Link::keep`] brings it back.
pub(super) struct Link {
    timeouts: Timeouts,
    state: Mutex<State>,
    lost: Notify,
    instances: AtomicU32,
}

/// Whether Redis can be asked.
enum State {
    /// Nobody knows yet.
    Starting,
    /// Through this connection.
    Up(Connection),
    /// Not now.
    Down,
}

impl Link {
    /// A link that nobody has tried yet.
    pub(super) fn new(timeouts: Timeouts) -> Self {
        Self {
            timeouts,
            state: Mutex::new(State::Starting),
            lost: Notify::new(),
            instances: AtomicU32::new(1),
        }
    }

    /// How many instances were alive when Redis was last asked, this one
    /// included.
    pub(super) fn instances(&self) -> u32 {
        self.instances.load(Ordering::Relaxed)
    }

    /// The connection, while the link is up.
    pub(super) fn connection(&self) -> Option<Connection> {
        match &*self.state() {
            State::Up(connection) => Some(Arc::clone(connection)),
            State::Starting | State::Down => None,
        }
    }

    /// Waits for the answer to a call over `connection`, as long as answers may
    /// take. Without one, that connection is given up.
    pub(super) async fn answer<T>(
        &self,
        connection: &Connection,
        call: impl Future<Output = RedisResult<T>>,
    ) -> Option<T> {
        match timeout(self.timeouts.response, call).await {
            Ok(Ok(answer)) => return Some(answer),
            Ok(Err(error)) => self.give_up(Some(connection), &error),
            Err(_) => self.give_up(Some(connection), &"no answer in time"),
        }
        None
    }

    /// Connects, beats, and connects anew whenever the link has gone down.
    pub(super) async fn keep(&self, client: &Client, heart: &Heartbeat) {
        // Answers are waited for in `answer`, over all the steps of a call.
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECT_TIMEOUT))
            .set_response_timeout(None);
        loop {
            match client.get_multiplexed_async_connection_with_config(&config).await {
                Ok(connection) => self.beat_over(&Arc::new(connection), heart).await,
                Err(error) => self.give_up(None, &error),
            }
            sleep(self.timeouts.retry).await;
        }
    }

    /// Beats over a connection until it is given up. The link is up after the
    /// first beat: a server may take connections and yet answer nothing.
    async fn beat_over(&self, connection: &Connection, heart: &Heartbeat) {
        let beat = async || {
            let call = heart.beat(MultiplexedConnection::clone(connection));
            let instances = self.answer(connection, call).await?;
            self.instances.store(instances.max(1), Ordering::Relaxed);
            Some(())
        };
        if beat().await.is_none() {
            return;
        }
        *self.state() = State::Up(Arc::clone(connection));
        tracing::info!(instances = self.instances(), "Redis answers: the instances share their rate limits");
        loop {
            tokio::select! {
                () = self.lost.notified() => {}
                () = sleep(self.timeouts.heartbeat) => {}
            }
            if !self.is_up_over(connection) || beat().await.is_none() {
                return;
            }
        }
    }

    fn is_up_over(&self, connection: &Connection) -> bool {
        matches!(&*self.state(), State::Up(current) if Arc::ptr_eq(current, connection))
    }

    /// Takes the link down, unless it is down already or has come back over
    /// another connection than the one that failed.
    fn give_up(&self, failed: Option<&Connection>, reason: &(dyn Display + Sync)) {
        let mut state = self.state();
        let is_news = match (&*state, failed) {
            (State::Starting, _) => true,
            (State::Up(current), Some(failed)) => Arc::ptr_eq(current, failed),
            (State::Up(_), None) | (State::Down, _) => false,
        };
        if is_news {
            *state = State::Down;
            drop(state);
            self.lost.notify_one();
            let instances = self.instances();
            tracing::warn!(%reason, instances, "Redis does not answer: each instance limits by itself");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A poisoned lock still guards one whole state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
