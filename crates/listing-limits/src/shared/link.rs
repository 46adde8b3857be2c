//! Maintains the connection to Redis, and restores it after a failure.

use std::fmt::Display;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, RedisResult};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::scripts::Heartbeat;

/// No request waits for a new connection, so this may be longer than the timeout for an answer.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

pub(super) type Connection = Arc<MultiplexedConnection>;

#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    pub(super) response: Duration,
    pub(super) retry: Duration,
    pub(super) heartbeat: Duration,
}

/// The connection to Redis, as far as there is one. A single call without an answer in time gives it up for
/// all callers, so a dead Redis costs one timeout, not one for each request. Only [`Link::maintain`] restores
/// it.
pub(super) struct Link {
    timeouts: Timeouts,
    state: Mutex<State>,
    lost: Notify,
    instances: AtomicU32,
}

enum State {
    Starting,
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

    /// The number of running instances, including this one, by the last answer of Redis.
    pub(super) fn instances(&self) -> u32 {
        self.instances.load(Ordering::Relaxed)
    }

    pub(super) fn connection(&self) -> Option<Connection> {
        match &*self.state() {
            State::Up(connection) => Some(Arc::clone(connection)),
            State::Starting | State::Down => None,
        }
    }

    /// Waits for the answer to a call. If none comes in time, it gives the connection up.
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

    pub(super) async fn maintain(&self, client: &Client, heartbeat: &Heartbeat) {
        // [`Link::answer`] has its own timeout, for all steps of a call together.
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

    /// Sends heartbeats until the connection is given up. Requests use it only after the first answer,
    /// because a server may accept connections and never answer.
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

    /// Gives up a failed connection, unless another one has replaced it.
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
        // A panic cannot leave the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
