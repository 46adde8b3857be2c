//! Lends the connections of a database to steps (pieces of database work, such as a transaction), and
//! replaces lost ones.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, TransactionManager as _};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use listing_domain::ErrorChain;

use super::opener::{Heartbeat, Opener};
use super::{Conn, on_engine};
use crate::error::StorageError;
use crate::failure_log::FailureLog;
use crate::limits::DatabaseLimits;
use crate::location::Location;

/// For reading. In WAL mode, readers never wait for the writer, so a few serve many callers.
const SQLITE_READERS: usize = 4;

const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// Time to open a connection before another attempt replaces it.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum of given-up connections whose threads still wait for an answer. At this limit the pool opens no
/// more, so that a hanging server cannot take all threads.
const MAX_GIVEN_UP: usize = 32;

/// Also opens the first connection.
pub(crate) fn open_pool(location: Location, limits: DatabaseLimits) -> Result<Pool, StorageError> {
    let is_server = matches!(location, Location::Server(_));
    let connections = usize::try_from(limits.connections).unwrap_or(usize::MAX);
    let most = if is_server { connections } else { SQLITE_READERS };
    let failures = Arc::new(FailureLog::new(location.clone()));
    let opener = Opener { location, limits };
    let (conn, heartbeat) = opener.open()?;
    let idle = vec![Idle { conn, heartbeat, generation: 0 }];
    let state = State {
        idle,
        in_use: 0,
        openings: Vec::new(),
        next_opening: 0,
        waiting: 0,
        given_up: 0,
        generation: 0,
        outage: None,
    };
    let (state, changed) = (Mutex::new(state), Condvar::new());
    Ok(Pool(Arc::new(Shared { opener, failures, most, state, changed })))
}

/// The numbers of a database's connections at one moment; for SQLite, only of readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionCounts {
    /// Connections in use.
    pub in_use: usize,
    /// Open connections that are idle.
    pub idle: usize,
    /// Database steps that wait for a connection.
    pub waiting: usize,
    /// The limit on open connections.
    pub most: usize,
}

/// A pool of connections.
///
/// Testing a connection before each use would cost a round trip. So a lost connection fails the step that
/// uses it, and the pool then replaces all others: the cause, such as a server restart, usually broke
/// several.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    opener: Opener,
    failures: Arc<FailureLog>,
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    idle: Vec<Idle>,
    in_use: usize,
    /// The number and start time of each.
    openings: Vec<(u64, Instant)>,
    next_opening: u64,
    waiting: usize,
    /// Given-up connections, open or being opened, that no step waits for.
    given_up: usize,
    /// Increases with each lost connection. The pool does not reuse a connection opened under a smaller
    /// number.
    generation: u64,
    outage: Option<Outage>,
}

struct Idle {
    conn: Conn,
    heartbeat: Arc<Heartbeat>,
    generation: u64,
}

struct Outage {
    since: Instant,
    attempts: u64,
    cause: Arc<StorageError>,
}

impl Pool {
    pub(crate) fn get(&self, lease: &Arc<Lease>) -> Result<Pooled, StorageError> {
        let Self(shared) = self;
        let wait = shared.opener.limits.connection;
        let deadline = Instant::now() + wait;
        let mut state = shared.state();
        state.waiting += 1;
        let free = loop {
            if let Some(free) = state.idle.pop() {
                break Some(free);
            }
            shared.open_another(&mut state);
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break None;
            }
            let waited = shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        state.waiting -= 1;
        if let Some(free) = free {
            return Ok(shared.lend(state, free, lease));
        }
        let cause = state.outage.as_ref().map(|outage| Arc::clone(&outage.cause));
        Err(cause.map_or(StorageError::Busy(wait), |cause| StorageError::NoConnection(wait, cause)))
    }

    pub(crate) fn counts(&self) -> ConnectionCounts {
        let Self(shared) = self;
        let state = shared.state();
        let (in_use, idle, waiting) = (state.in_use, state.idle.len(), state.waiting);
        ConnectionCounts { in_use, idle, waiting, most: shared.most }
    }

    pub(crate) fn failures(&self) -> Arc<FailureLog> {
        Arc::clone(&self.0.failures)
    }

    pub(crate) fn try_get(&self) -> Option<Pooled> {
        let Self(shared) = self;
        let mut state = shared.state();
        let free = state.idle.pop()?;
        Some(shared.lend(state, free, &Arc::default()))
    }

    /// Gives up the connection of a step that was silent for too long, so that the pool can open another.
    /// Returns `false` if the step has just ended.
    pub(crate) fn give_up(&self, lease: &Lease) -> bool {
        let Self(shared) = self;
        let mut state = shared.state();
        let mut step = lease.stage();
        let Stage::Running(_, generation) = *step else { return false };
        *step = Stage::GivenUp;
        state.in_use -= 1;
        state.given_up += 1;
        // The first lost connection of a generation also drops the idle connections.
        let lost = (generation == state.generation).then(|| state.begin_generation());
        drop((step, state));
        shared.changed.notify_all();
        if lost.is_some() {
            let database = &shared.opener.location;
            tracing::warn!(
                %database,
                "no answer on a connection to database {database}; replacing it and all idle connections"
            );
        }
        true
    }
}

impl Shared {
    fn lend(self: &Arc<Self>, mut state: MutexGuard<'_, State>, free: Idle, lease: &Arc<Lease>) -> Pooled {
        let Idle { conn, heartbeat, generation } = free;
        state.in_use += 1;
        drop(state);
        heartbeat.record();
        *lease.stage() = Stage::Running(Arc::clone(&heartbeat), generation);
        let (shared, lease) = (Arc::clone(self), Arc::clone(lease));
        let slot = Slot { heartbeat, generation, is_lost: false, has_ended: false, lease, shared };
        Pooled { conn, slot }
    }

    /// Starts to open another connection if the limit allows it and a step waits for one.
    fn open_another(self: &Arc<Self>, state: &mut State) {
        let begun = state.openings.len();
        state.openings.retain(|(_, since)| since.elapsed() < OPEN_TIMEOUT);
        state.given_up += begun - state.openings.len();
        let (openings, open) = (state.openings.len(), state.idle.len() + state.openings.len());
        // During an outage, one thread tries for all.
        let may_try = if state.outage.is_some() { openings == 0 } else { openings < state.waiting };
        let has_room = open + state.in_use < self.most;
        if !may_try || !has_room || state.given_up >= MAX_GIVEN_UP {
            return;
        }
        let number = state.next_opening;
        state.next_opening += 1;
        state.openings.push((number, Instant::now()));
        let shared = Arc::clone(self);
        let thread = std::thread::Builder::new().name("ptl-connect".to_owned());
        if let Err(error) = thread.spawn(move || shared.open(number)) {
            state.openings.retain(|(opening, _)| *opening != number);
            self.note_failure(state, StorageError::Thread(error));
        }
    }

    /// Retries while any step waits for a connection.
    fn open(&self, number: u64) {
        loop {
            let generation = self.state().generation;
            let opened = self.opener.open();
            let mut state = self.state();
            let Some(index) = state.openings.iter().position(|(opening, _)| *opening == number) else {
                // Another attempt has replaced this slow one.
                state.given_up -= 1;
                return;
            };
            match opened {
                Ok((conn, heartbeat)) => {
                    state.openings.swap_remove(index);
                    self.note_success(&mut state);
                    state.idle.push(Idle { conn, heartbeat, generation });
                    drop(state);
                    self.changed.notify_one();
                    return;
                }
                Err(error) => {
                    self.note_failure(&mut state, error);
                    if state.waiting == 0 {
                        state.openings.swap_remove(index);
                        return;
                    }
                    state.openings[index].1 = Instant::now();
                }
            }
            drop(state);
            std::thread::sleep(RETRY_PAUSE);
        }
    }

    /// Logs each cause once.
    fn note_failure(&self, state: &mut State, error: StorageError) {
        let text = ErrorChain(&error).to_string();
        let is_new_cause =
            state.outage.as_ref().is_none_or(|outage| ErrorChain(&*outage.cause).to_string() != text);
        let (since, attempts) = match &state.outage {
            Some(outage) => (outage.since, outage.attempts + 1),
            None => (Instant::now(), 1),
        };
        state.outage = Some(Outage { since, attempts, cause: Arc::new(error) });
        if is_new_cause {
            let database = &self.opener.location;
            tracing::error!(%database, error = text, "failed to connect to database {database}");
        }
    }

    fn note_success(&self, state: &mut State) {
        if let Some(outage) = state.outage.take() {
            let database = &self.opener.location;
            tracing::info!(
                %database,
                failed_attempts = outage.attempts,
                seconds = outage.since.elapsed().as_secs(),
                "reconnected to database {database}"
            );
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A poisoned lock still guards a consistent state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the idle connections, which the caller closes outside the lock.
    fn begin_generation(&mut self) -> Vec<Idle> {
        self.generation += 1;
        std::mem::take(&mut self.idle)
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum AnswerTimeout {
    /// The statement timeout.
    #[default]
    Default,
    /// One that the step sets itself.
    Custom(Duration),
    Unlimited,
}

/// The progress of a step: it waits for a connection, uses one or has ended.
#[derive(Default)]
pub(crate) struct Lease {
    answer_timeout: AnswerTimeout,
    stage: Mutex<Stage>,
}

#[derive(Default)]
enum Stage {
    #[default]
    Waiting,
    Running(Arc<Heartbeat>, u64),
    Ended,
    GivenUp,
}

impl Lease {
    pub(crate) fn new(answer_timeout: AnswerTimeout) -> Self {
        Self { answer_timeout, stage: Mutex::default() }
    }

    /// Time left until the connection is silent for too long; `None` unless the step runs with a limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        match &*self.stage() {
            Stage::Running(heartbeat, _) => match self.answer_timeout {
                AnswerTimeout::Default => heartbeat.left(),
                AnswerTimeout::Custom(statement) => {
                    Some(heartbeat.left_within(statement + DatabaseLimits::ANSWER_MARGIN))
                }
                AnswerTimeout::Unlimited => None,
            },
            Stage::Waiting | Stage::Ended | Stage::GivenUp => None,
        }
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Dropping it without [`Pooled::put_back`] closes the connection.
pub(crate) struct Pooled {
    conn: Conn,
    slot: Slot,
}

/// A used connection's place in the pool.
struct Slot {
    heartbeat: Arc<Heartbeat>,
    generation: u64,
    is_lost: bool,
    has_ended: bool,
    lease: Arc<Lease>,
    shared: Arc<Shared>,
}

impl Pooled {
    /// Logs a database failure and detects a lost connection. Outside a transaction Diesel does not detect
    /// one, so the next step would get the lost connection.
    pub(crate) fn note(&mut self, error: &StorageError) {
        use DatabaseErrorKind::{ClosedConnection, UnableToSendCommand};
        let Self { slot, .. } = self;
        match error {
            StorageError::Database(DieselError::DatabaseError(ClosedConnection | UnableToSendCommand, _)) => {
                let was_lost = std::mem::replace(&mut slot.is_lost, true);
                if !was_lost && slot.generation == slot.shared.state().generation {
                    let database = &slot.shared.opener.location;
                    let error = ErrorChain(error);
                    tracing::warn!(%database, %error, "lost a connection to database {database}");
                }
            }
            StorageError::Database(_) | StorageError::Pooler(_) => slot.shared.failures.note(error),
            // The caller logs other errors.
            _ => {}
        }
    }

    pub(crate) fn put_back(self) {
        let Self { mut conn, mut slot } = self;
        slot.is_lost |=
            on_engine!(&mut conn, |conn| AnsiTransactionManager::is_broken_transaction_manager(conn));
        slot.end(Some(conn));
    }
}

impl Slot {
    fn end(&mut self, conn: Option<Conn>) {
        self.has_ended = true;
        let mut state = self.shared.state();
        if matches!(std::mem::replace(&mut *self.lease.stage(), Stage::Ended), Stage::GivenUp) {
            state.given_up -= 1;
            return;
        }
        state.in_use -= 1;
        let is_current = self.generation == state.generation;
        let lost = if self.is_lost && is_current { state.begin_generation() } else { Vec::new() };
        let mut closed = None;
        match conn {
            Some(conn) if is_current && !self.is_lost => {
                let heartbeat = Arc::clone(&self.heartbeat);
                state.idle.push(Idle { conn, heartbeat, generation: self.generation });
            }
            conn => closed = conn,
        }
        drop(state);
        self.shared.changed.notify_one();
        drop((closed, lost));
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if !self.has_ended {
            self.end(None);
        }
    }
}

impl Deref for Pooled {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}
