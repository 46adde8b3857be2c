//! Maintains the link to Redis, and restores it after a failure.

use std::fmt::Display;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, RedisResult};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::scripts::Heartbeat;

/// Timeout for a new connection. No request waits for it, so it may be longer than for an answer.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// A connection shared by its current users.
pub(super) type Connection = Arc<MultiplexedConnection>;

/// Timeouts and intervals of the link.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    /// Timeout for an answer.
    pub(super) response: Duration,
    /// Pause before a lost link is tried again.
    pub(super) retry: Duration,
    /// Interval of this instance's heartbeats.
    pub(super) heartbeat: Duration,
}

/// The link to Redis. One call without a timely answer takes it down for all callers, so that a dead
/// Redis costs one timeout, not one per request. Only [`Link::maintain`] brings it back.
pub(super) struct Link {
    timeouts: Timeouts,
    state: Mutex<State>,
    lost: Notify,
    instances: AtomicU32,
}

enum State {
    /// Not tried yet.
    Starting,
    /// Up, over this connection.
    Up(Connection),
    Down,
}

impl Link {
    pub(super) fn new(timeouts: Timeouts) -> Self {
        Self {
            timeouts,
            state: Mutex::new(State::Starting),
            lost: Notify::new(),
            instances: AtomicU32::new(1),
        }
    }

    /// The number of live instances, including this one, at Redis's last answer.
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

    /// Waits for the answer to a call over `connection`. Without one in time, gives the connection up.
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

    /// Connects, sends heartbeats, and reconnects whenever the link goes down.
    pub(super) async fn maintain(&self, client: &Client, heartbeat: &Heartbeat) {
        // `answer` has the timeout, over all the steps of a call.
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECT_TIMEOUT))
            .set_response_timeout(None);
        loop {
            match client.get_multiplexed_async_connection_with_config(&config).await {
                Ok(connection) => self.use_connection(&Arc::new(connection), heartbeat).await,
                Err(error) => self.give_up(None, &error),
            }
            sleep(self.timeouts.retry).await;
        }
    }

    /// Sends heartbeats over a connection until it is given up. The link is up only after the first
    /// answer: a server may accept connections and answer nothing.
    async fn use_connection(&self, connection: &Connection, heartbeat: &Heartbeat) {
        let send_heartbeat = async || {
            let call = heartbeat.send(MultiplexedConnection::clone(connection));
            let instances = self.answer(connection, call).await?;
            self.instances.store(instances.max(1), Ordering::Relaxed);
            Some(())
        };
        if send_heartbeat().await.is_none() {
            return;
        }
        *self.state() = State::Up(Arc::clone(connection));
        let instances = self.instances();
        tracing::info!(instances, "Redis answers: {instances} instances share their rate limits");
        loop {
            tokio::select! {
                () = self.lost.notified() => {}
                () = sleep(self.timeouts.heartbeat) => {}
            }
            if !self.is_up_over(connection) || send_heartbeat().await.is_none() {
                return;
            }
        }
    }

    fn is_up_over(&self, connection: &Connection) -> bool {
        matches!(&*self.state(), State::Up(current) if Arc::ptr_eq(current, connection))
    }

    /// Takes the link down, unless it is down or has replaced the failed connection.
    fn give_up(&self, failed: Option<&Connection>, reason: &(dyn Display + Sync)) {
        let mut state = self.state();
        let goes_down = match (&*state, failed) {
            (State::Starting, _) => true,
            (State::Up(current), Some(failed)) => Arc::ptr_eq(current, failed),
            (State::Up(_), None) | (State::Down, _) => false,
        };
        if goes_down {
            *state = State::Down;
            drop(state);
            self.lost.notify_one();
            let instances = self.instances();
            tracing::warn!(%reason, instances, "Redis does not answer: each instance applies its own rate limits");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A poisoned lock still guards a consistent state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
