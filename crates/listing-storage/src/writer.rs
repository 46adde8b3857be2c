//! Writes to a SQLite file: one thread takes steps (pieces of database work) from a fair, bounded queue and
//! commits them in groups.
//!
//! A commit takes milliseconds, a step microseconds. So the steps that arrive during a commit share the next
//! one. Each runs in its own savepoint, so that its failure does not affect the others, and is answered only
//! after the commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use diesel::prelude::*;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use crate::connection::{Conn, on_engine, open, writing};
use crate::error::{StepError, StorageError};
use crate::failure_log::FailureLog;
use crate::limits::DatabaseLimits;
use crate::location::Location;
use crate::prepared::Prepared;

/// At this limit, callers wait in order for a free place.
const QUEUE_LENGTH: usize = 1_024;

/// Steps in one commit, limited so that none waits long for the others.
const GROUP_SIZE: usize = 256;

/// The writer of a SQLite file. Dropping it finishes the queued steps and ends the thread.
pub(crate) struct Writer {
    queue: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
    max_wait: Duration,
}

impl Writer {
    pub(crate) fn start(
        location: Location,
        limits: DatabaseLimits,
        connection: Conn,
        failures: Arc<FailureLog>,
    ) -> Result<Self, StorageError> {
        let (queue, jobs) = mpsc::channel(QUEUE_LENGTH);
        let writing = Writing { location, limits, connection: Some(connection), failures };
        let thread = std::thread::Builder::new()
            .name("ptl-writer".to_owned())
            .spawn(move || writing.serve(jobs))
            .map_err(StorageError::Thread)?;
        Ok(Self { queue: Some(queue), thread: Some(thread), max_wait: limits.turn })
    }

    /// Runs a step in a transaction and answers after its commit. Does not run a step that cannot begin in
    /// time, or whose caller has stopped waiting.
    pub(crate) async fn run<T, E, F>(&self, work: F) -> Result<T, StepError<E>>
    where
        T: Send + 'static,
        E: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, StepError<E>> + Send + 'static,
    {
        let deadline = Instant::now() + self.max_wait;
        let claim = Arc::new(AtomicBool::new(false));
        let (reply, mut answer) = oneshot::channel();
        let step = Step { work: Some(work), outcome: None, claim: Arc::clone(&claim), reply };
        let queue = self.queue.as_ref().ok_or(StorageError::Closed)?;
        match timeout_at(deadline, queue.send(Box::new(step))).await {
            Ok(sent) => sent.map_err(|_| StorageError::Closed)?,
            Err(_) => return Err(StorageError::Busy(self.max_wait).into()),
        }
        let answered = match timeout_at(deadline, &mut answer).await {
            Ok(answered) => answered,
            // The first of caller and thread to claim the step decides: a step reported as failed must not
            // run later.
            Err(_) if !claim.swap(true, Ordering::AcqRel) => {
                return Err(StorageError::Busy(self.max_wait).into());
            }
            Err(_) => answer.await,
        };
        answered.unwrap_or(Err(StepError::Failed(StorageError::Closed)))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // Ignores a panic of the thread, because the callers already got an error.
            let _ = thread.join();
        }
    }
}

trait Job: Send {
    /// Runs the step in a savepoint and stores its outcome. Does nothing if its caller has stopped waiting.
    ///
    /// # Errors
    /// A fault of the database itself, which fails the whole group.
    fn run(&mut self, connection: &mut Conn) -> Result<(), StorageError>;

    /// Sends the outcome, once the group is committed or has failed.
    fn answer(self: Box<Self>, group: &Result<(), Arc<StorageError>>);
}

struct Step<T, E, F> {
    work: Option<F>,
    outcome: Option<Result<T, StepError<E>>>,
    claim: Arc<AtomicBool>,
    reply: oneshot::Sender<Result<T, StepError<E>>>,
}

impl<T, E, F> Job for Step<T, E, F>
where
    T: Send,
    E: Send,
    F: FnOnce(&mut Conn) -> Result<T, StepError<E>> + Send,
{
    fn run(&mut self, connection: &mut Conn) -> Result<(), StorageError> {
        let is_wanted = !self.reply.is_closed() && !self.claim.swap(true, Ordering::AcqRel);
        let Some(work) = self.work.take().filter(|_| is_wanted) else { return Ok(()) };
        match in_savepoint(connection, work) {
            // After a full disk or an I/O error, SQLite may have rolled back more than the savepoint.
            Err(StepError::Failed(error)) if !matches!(error, StorageError::Inconsistent(_)) => Err(error),
            outcome => {
                self.outcome = Some(outcome);
                Ok(())
            }
        }
    }

    fn answer(self: Box<Self>, group: &Result<(), Arc<StorageError>>) {
        let outcome = match group {
            Ok(()) => self.outcome.unwrap_or(Err(StepError::Failed(StorageError::Closed))),
            Err(error) => Err(StepError::Failed(StorageError::NotCommitted(Arc::clone(error)))),
        };
        // The caller may have stopped waiting.
        let _ = self.reply.send(outcome);
    }
}

/// Undoes a failed step's writes. Runs its own savepoint statements: SQLite parses Diesel's each time, which
/// takes half as long as a step.
fn in_savepoint<T, E>(
    conn: &mut Conn,
    step: impl FnOnce(&mut Conn) -> Result<T, StepError<E>>,
) -> Result<T, StepError<E>> {
    let run = |conn: &mut Conn, text| on_engine!(conn, |conn| Prepared::<()>::new(text, &[]).execute(conn));
    run(conn, "SAVEPOINT step")?;
    let outcome = step(conn);
    if outcome.is_err() {
        run(conn, "ROLLBACK TO step")?;
    }
    run(conn, "RELEASE step")?;
    outcome
}

struct Writing {
    location: Location,
    limits: DatabaseLimits,
    /// `None` after a fault, until the next group opens another.
    connection: Option<Conn>,
    failures: Arc<FailureLog>,
}

impl Writing {
    fn serve(mut self, mut jobs: mpsc::Receiver<Box<dyn Job>>) {
        while let Some(first) = jobs.blocking_recv() {
            let queued = std::iter::once(first).chain(std::iter::from_fn(|| jobs.try_recv().ok()));
            let mut group: Vec<_> = queued.take(GROUP_SIZE).collect();
            let fate = catch_unwind(AssertUnwindSafe(|| self.commit(&mut group)));
            let fate = fate.unwrap_or(Err(StorageError::Panicked)).map_err(Arc::new);
            if let Err(error) = &fate {
                self.connection = None;
                self.failures.note(error);
            }
            for job in group {
                job.answer(&fate);
            }
        }
    }

    fn commit(&mut self, group: &mut [Box<dyn Job>]) -> Result<(), StorageError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => open(&self.location, &self.limits)?,
        };
        writing(self.connection.insert(connection), |connection| {
            group.iter_mut().try_for_each(|job| job.run(connection))
        })
    }
}

#[cfg(test)]
mod tests;
