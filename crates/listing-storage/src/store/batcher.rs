//! Runs database steps of several callers together.
//!
//! A commit takes longer than a step, and a statement takes hardly longer on many rows than on one. So steps
//! that arrive while others run wait, and then share one transaction or statement. Otherwise a step starts at
//! once.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use listing_domain::ports::{QuotaError, StoreError};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::ledger::Outcomes;
use crate::connection::Conn;
use crate::database::Database;
use crate::error::{StepError, StorageError};

/// Limited, so that no step waits long for the others.
const GROUP_SIZE: usize = 256;

/// Returns the outcomes in the order of the steps.
type RunGroup<S, T> = fn(&mut Conn, &[S]) -> Result<Outcomes<T>, StorageError>;

#[derive(Clone, Copy)]
enum Access {
    /// In a single statement.
    Read,
    /// In one transaction.
    Write,
}

/// `None` if the step must run alone.
type Reply<T> = Option<Result<T, QuotaError>>;

pub(super) struct Batcher<S, T> {
    access: Access,
    run_group: RunGroup<S, T>,
    queue: Arc<Mutex<Queue<S, T>>>,
}

struct Queue<S, T> {
    waiting: VecDeque<Waiting<S, T>>,
    is_served: bool,
    next: u64,
}

struct Waiting<S, T> {
    number: u64,
    step: S,
    reply: oneshot::Sender<Reply<T>>,
}

impl<S, T> Batcher<S, T>
where
    S: Send + Sync + 'static,
    T: Send + 'static,
{
    pub(super) fn for_writes(run_group: RunGroup<S, T>) -> Self {
        Self::new(Access::Write, run_group)
    }

    pub(super) fn for_reads(run_group: RunGroup<S, T>) -> Self {
        Self::new(Access::Read, run_group)
    }

    fn new(access: Access, run_group: RunGroup<S, T>) -> Self {
        let queue = Queue { waiting: VecDeque::new(), is_served: false, next: 0 };
        Self { access, run_group, queue: Arc::new(Mutex::new(queue)) }
    }

    /// Runs a step together with others. Returns `None` if it must run alone.
    ///
    /// Does not run a step that cannot begin in time, or whose caller has stopped waiting.
    pub(super) async fn run(&self, database: &Arc<Database>, step: S) -> Reply<T> {
        let (reply, mut answer) = oneshot::channel();
        let number = {
            let mut queue = lock(&self.queue);
            let number = queue.next;
            queue.next += 1;
            queue.waiting.push_back(Waiting { number, step, reply });
            if !std::mem::replace(&mut queue.is_served, true) {
                tokio::spawn(serve(
                    Arc::clone(&self.queue),
                    Arc::clone(database),
                    self.access,
                    self.run_group,
                ));
            }
            number
        };
        let failed = |error| Some(Err(StoreError::from(error).into()));
        let closed = || failed(StorageError::Closed);
        if let Ok(answered) = timeout(database.limits().turn, &mut answer).await {
            return answered.unwrap_or_else(|_| closed());
        }
        let has_begun = {
            let mut queue = lock(&self.queue);
            let index = queue.waiting.iter().position(|waiting| waiting.number == number);
            index.and_then(|index| queue.waiting.remove(index)).is_none()
        };
        if has_begun {
            return answer.await.unwrap_or_else(|_| closed());
        }
        failed(StorageError::Busy(database.limits().turn))
    }
}

async fn serve<S, T>(
    queue: Arc<Mutex<Queue<S, T>>>,
    database: Arc<Database>,
    access: Access,
    run_group: RunGroup<S, T>,
) where
    S: Send + Sync + 'static,
    T: Send + 'static,
{
    let mut served = ServingTask { queue: &queue, is_over: false };
    while let Some(group) = next_group(&queue) {
        let (steps, replies): (Vec<_>, Vec<_>) =
            group.into_iter().map(|waiting| (waiting.step, waiting.reply)).unzip();
        let outcomes = match access {
            Access::Read => {
                database.read(move |conn| run_group(conn, &steps)).await.map_err(StepError::Failed)
            }
            Access::Write => database.write(move |conn| Ok(run_group(conn, &steps)?)).await,
        };
        match outcomes {
            Ok(outcomes) => {
                for (reply, outcome) in replies.into_iter().zip(outcomes) {
                    // The caller may have stopped waiting.
                    let _ = reply.send(outcome);
                }
            }
            Err(StepError::<Infallible>::Refused(never)) => match never {},
            // One step is at fault. Each caller then runs its step alone, so that only this one fails.
            Err(StepError::Failed(StorageError::Inconsistent(_))) => {
                for reply in replies {
                    let _ = reply.send(None);
                }
            }
            Err(StepError::Failed(error)) => {
                let error = Arc::new(error);
                for reply in replies {
                    let error = StoreError::from(StorageError::NotCommitted(Arc::clone(&error)));
                    let _ = reply.send(Some(Err(error.into())));
                }
            }
        }
    }
    // `next_group` has cleared the flag, so another task may serve the queue now.
    served.is_over = true;
}

/// Clears the queue's flag after a panic, so that the next step restarts the task.
struct ServingTask<'a, S, T> {
    queue: &'a Mutex<Queue<S, T>>,
    is_over: bool,
}

impl<S, T> Drop for ServingTask<'_, S, T> {
    fn drop(&mut self) {
        if !self.is_over {
            lock(self.queue).is_served = false;
        }
    }
}

fn next_group<S, T>(queue: &Mutex<Queue<S, T>>) -> Option<Vec<Waiting<S, T>>> {
    let mut queue = lock(queue);
    queue.waiting.retain(|waiting| !waiting.reply.is_closed());
    let count = queue.waiting.len().min(GROUP_SIZE);
    queue.is_served = count > 0;
    queue.is_served.then(|| queue.waiting.drain(..count).collect())
}

fn lock<S, T>(queue: &Mutex<Queue<S, T>>) -> MutexGuard<'_, Queue<S, T>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queue_is_served_again_after_its_task_panicked() {
        let queue = Mutex::new(Queue::<(), ()> { waiting: VecDeque::new(), is_served: true, next: 0 });
        drop(ServingTask { queue: &queue, is_over: false });
        assert!(!lock(&queue).is_served);
        lock(&queue).is_served = true;
        drop(ServingTask { queue: &queue, is_over: true });
        assert!(lock(&queue).is_served, "the guard must not clear the flag of another task");
    }
}
