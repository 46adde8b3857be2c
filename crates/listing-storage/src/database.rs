//! Opens a database: a SQLite file with one writer and a few readers, or a PostgreSQL server with a pool of
//! connections.

use std::path::Path;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::{Integer, Text};
use tokio::time::timeout;

use crate::connection::{
    AnswerTimeout, Conn, ConnectionCounts, Lease, Pool, Pooled, execute, open, open_pool, writing,
};
use crate::error::{StepError, StorageError};
use crate::limits::DatabaseLimits;
use crate::location::{Location, loose_mode};
use crate::migrate;
use crate::writer::Writer;

/// Attempts at a step that PostgreSQL rolls back because of a conflict with concurrent steps.
const MAX_ATTEMPTS: u32 = 4;

/// Longest pause between two checks of a step for its timeout; `MIN_POLL_INTERVAL` is the shortest, close to
/// the timeout.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// PostgreSQL's message, for which Diesel has no kind.
const DEADLOCK: &str = "deadlock detected";

/// An open database, which runs steps: pieces of database work, each usually one transaction.
///
/// Dropping it finishes the queued writes and closes the database.
pub struct Database {
    /// The only writer to a SQLite file; `None` for PostgreSQL.
    writer: Option<Writer>,
    pool: Pool,
    location: Location,
    limits: DatabaseLimits,
}

impl Database {
    /// Opens a database and brings its schema up to date. Creates a missing file, readable for its owner
    /// only.
    ///
    /// `address` is `postgres://USER@HOST/DATABASE`, `sqlite://PATH`, `sqlite:PATH` or a plain path. Several
    /// programs may open the same database at once. The call blocks: use it at start-up only.
    ///
    /// # Errors
    /// [`StorageError::Newer`] if a newer program has written the database.
    pub fn open(address: &str) -> Result<Self, StorageError> {
        Self::open_within(address, DatabaseLimits::default())
    }

    /// Opens a database within limits other than the defaults, as [`Database::open`] does.
    pub fn open_within(address: &str, limits: DatabaseLimits) -> Result<Self, StorageError> {
        let location = Location::parse(address)?;
        location.prepare()?;
        let mut connection = open(&location, &limits)?;
        migrate::bring_up_to_date(&mut connection)?;
        let pool = open_pool(location.clone(), limits)?;
        let writer = match location {
            Location::File(_) => Some(Writer::start(location.clone(), limits, connection, pool.failures())?),
            Location::Server(_) => None,
        };
        Ok(Self { writer, pool, location, limits })
    }

    /// Returns `true` for an existing file and for any server address. Opens nothing.
    pub fn is_there(address: &str) -> bool {
        match Location::parse(address) {
            Ok(Location::File(file)) => file.is_file(),
            Ok(Location::Server(_)) => true,
            Err(_) => false,
        }
    }

    /// Returns `true` if opening would create a file.
    pub fn is_new(address: &str) -> bool {
        matches!(Location::parse(address), Ok(Location::File(file)) if !file.is_file())
    }

    /// Checks that the database answers and has this program's schema, and that a server takes writes. The
    /// caller sets the timeout.
    ///
    /// # Errors
    /// [`StorageError::Outdated`] after a schema change by another program, [`StorageError::ReadOnly`] when a
    /// server takes no writes.
    pub async fn check(&self) -> Result<(), StorageError> {
        let answer = self.read(|conn| {
            diesel::select(1_i32.into_sql::<Integer>()).execute(conn)?;
            if is_read_only(conn)? {
                return Err(StorageError::ReadOnly);
            }
            if migrate::is_up_to_date(conn)? { Ok(()) } else { Err(StorageError::Outdated) }
        });
        answer.await
    }

    /// Checks, without a change, that the database takes writes; one on a read-only disk or server does not.
    pub async fn check_writing(&self) -> Result<(), StorageError> {
        const NO_OP: &str = "DELETE FROM outbox WHERE id = ''";
        let step = |conn: &mut Conn| -> Result<(), StepError<StorageError>> {
            execute(conn, NO_OP, &[])?;
            Ok(())
        };
        self.write(step).await.map_err(|error| match error {
            StepError::Refused(error) | StepError::Failed(error) => error,
        })
    }

    /// Counts the connections without a query.
    pub fn connections(&self) -> ConnectionCounts {
        self.pool.counts()
    }

    /// Returns the SQLite file and its permission mode if others than its owner may read or write it.
    pub fn loose_mode(&self) -> Option<(&Path, u32)> {
        let file = self.file()?;
        loose_mode(file).map(|mode| (file, mode))
    }

    pub(crate) fn limits(&self) -> &DatabaseLimits {
        &self.limits
    }

    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.location {
            Location::File(file) => Some(file),
            Location::Server(_) => None,
        }
    }

    /// Runs a step that writes, as one durable transaction. It may run more than once, but takes effect once.
    pub(crate) async fn write<T, E, F>(&self, work: F) -> Result<T, StepError<E>>
    where
        T: Send + 'static,
        E: Send + 'static,
        F: Fn(&mut Conn) -> Result<T, StepError<E>> + Send + 'static,
    {
        self.write_within(AnswerTimeout::Default, work).await
    }

    /// The step sets its own statement timeout, so `answer_timeout` replaces the default one.
    pub(crate) async fn write_within<T, E, F>(
        &self,
        answer_timeout: AnswerTimeout,
        work: F,
    ) -> Result<T, StepError<E>>
    where
        T: Send + 'static,
        E: Send + 'static,
        F: Fn(&mut Conn) -> Result<T, StepError<E>> + Send + 'static,
    {
        if let Some(writer) = &self.writer {
            return writer.run(work).await;
        }
        let step = move |conn: &mut Pooled| {
            let mut attempts = 1..MAX_ATTEMPTS;
            loop {
                match (writing(conn, &work), attempts.next()) {
                    (Err(StepError::Failed(error)), Some(number)) if is_conflict(&error) => {
                        sleep(pause_before_attempt(number));
                    }
                    (outcome, _) => {
                        if let Err(StepError::Failed(error)) = &outcome {
                            conn.note(error);
                        }
                        return outcome;
                    }
                }
            }
        };
        self.on_connection(answer_timeout, step).await?
    }

    /// Runs a step that reads a few rows by their keys. With SQLite and a free connection, it runs on the
    /// calling thread: another thread would take several times as long.
    pub(crate) async fn look_up<T, F>(&self, work: F) -> Result<T, StorageError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, StorageError> + Send + 'static,
    {
        let free = self.writer.as_ref().and_then(|_| self.pool.try_get());
        match free {
            Some(mut conn) => {
                let outcome = work(&mut conn).inspect_err(|error| conn.note(error));
                conn.put_back();
                outcome
            }
            None => self.read(work).await,
        }
    }

    /// Runs a step that reads, while others may write. Its statements see the same state only inside a
    /// transaction.
    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T, StorageError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, StorageError> + Send + 'static,
    {
        self.read_within(AnswerTimeout::Default, work).await
    }

    /// The step sets its own statement timeout, so `answer_timeout` replaces the default one.
    pub(crate) async fn read_within<T, F>(
        &self,
        answer_timeout: AnswerTimeout,
        work: F,
    ) -> Result<T, StorageError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, StorageError> + Send + 'static,
    {
        let step = move |conn: &mut Pooled| work(conn).inspect_err(|error| conn.note(error));
        self.on_connection(answer_timeout, step).await?
    }

    /// Runs a step on a thread that may block. Gives up a connection without activity after the statement
    /// timeout, so that no request waits for a lost answer.
    async fn on_connection<T, F>(&self, answer_timeout: AnswerTimeout, step: F) -> Result<T, StorageError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Pooled) -> T + Send + 'static,
    {
        let (pool, lease) = (self.pool.clone(), Arc::new(Lease::new(answer_timeout)));
        let held = Arc::clone(&lease);
        let mut work = pin!(run_blocking(move || {
            let mut conn = pool.get(&held)?;
            let outcome = step(&mut conn);
            conn.put_back();
            Ok(outcome)
        }));
        loop {
            let left = lease.left().unwrap_or(POLL_INTERVAL).max(MIN_POLL_INTERVAL);
            if let Ok(outcome) = timeout(left, &mut work).await {
                return outcome?;
            }
            if lease.left().is_some_and(|left| left.is_zero()) && self.pool.give_up(&lease) {
                return Err(StorageError::Silent);
            }
        }
    }
}

/// A standby is read-only too.
fn is_read_only(conn: &mut Conn) -> Result<bool, StorageError> {
    let Conn::Postgres(conn) = conn else { return Ok(false) };
    let setting = diesel::dsl::sql::<Text>("current_setting('transaction_read_only')");
    let value: String = diesel::select(setting).get_result(conn)?;
    Ok(value == "on")
}

/// Runs work on a thread that may block. All work has the same boxed type, because the runtime's task code is
/// compiled again for each type.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StorageError> {
    let outcome = Arc::new(Mutex::new(None));
    let slot = Arc::clone(&outcome);
    let work = move || {
        let done = work();
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
    };
    let work: Box<dyn FnOnce() + Send> = Box::new(work);
    // Work that panicked has no result to return.
    let _ = tokio::task::spawn_blocking(work).await;
    outcome.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(StorageError::Panicked)
}

fn is_conflict(error: &StorageError) -> bool {
    match error {
        StorageError::Database(DieselError::DatabaseError(kind, reason)) => {
            matches!(kind, DatabaseErrorKind::SerializationFailure) || reason.message() == DEADLOCK
        }
        _ => false,
    }
}

/// 5, 10 or 15 ms, plus a random part of the same length at most, which keeps the same steps from colliding
/// again.
fn pause_before_attempt(number: u32) -> Duration {
    let base = Duration::from_millis(5) * number;
    let spread = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), number) % 1_000;
    base + base * u32::try_from(spread).unwrap_or(0) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[tokio::test]
    async fn database_file_readable_by_other_users_is_reported() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ptl.db");
        let database = Database::open(path.to_str().unwrap()).unwrap();
        assert_eq!(database.loose_mode(), None);
        for mode in [0o666, 0o640, 0o604, 0o660] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(database.loose_mode(), Some((path.as_path(), mode)));
        }
    }

    #[tokio::test]
    async fn panicking_step_returns_an_error_and_the_next_step_runs() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path().join("ptl.db").to_str().unwrap()).unwrap();
        let panicked = database.read(|_| -> Result<(), StorageError> { panic!("intended panic") }).await;
        assert!(matches!(panicked, Err(StorageError::Panicked)), "{panicked:?}");
        database.check().await.unwrap();
    }
}
