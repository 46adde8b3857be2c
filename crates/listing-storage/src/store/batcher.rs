//! Steps that are done together.
//!
//! A commit to the disk takes longer than a step, and a statement on many rows
//! hardly longer than one on a single row, whether it writes or reads. So the steps that arrive while others
//! are under way wait, and are then done together in one transaction or statement. Nobody
//! waits for company: a step that finds nothing under way is done at once.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use listing_domain::ports::{QuotaError, StoreError};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::ledger::Outcomes;
use crate::connection::Conn;
use crate::database::Database;
use crate::error::{Stop, StorageError};

/// Steps that are done together at most, so that none waits long for the others.
const GROUP_SIZE: usize = 256;

/// Does steps together: what is told of each, in their order.
type Together<S, T> = fn(&mut Conn, &[S]) -> Result<Outcomes<T>, StorageError>;

/// What steps do to the database.
#[derive(Clone, Copy)]
enum Access {
    /// They read, in a single statement.
    Read,
    /// They write, in one transaction.
    Write,
}

/// What a caller is told; `None` when its step is to be done alone.
type Reply<T> = Option<Result<T, QuotaError>>;

/// Steps of one sort that wait to be done together.
pub(super) struct Batcher<S, T> {
    access: Access,
    together: Together<S, T>,
    queue: Arc<Mutex<Queue<S, T>>>,
}

struct Queue<S, T> {
    waiting: VecDeque<Waiting<S, T>>,
    /// Whether somebody is at work on what waits.
    is_served: bool,
    /// The number of the next step.
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
    /// For steps that write.
    pub(super) fn of_writes(together: Together<S, T>) -> Self {
        Self::new(Access::Write, together)
    }

    /// For steps that read what one statement finds.
    pub(super) fn of_reads(together: Together<S, T>) -> Self {
        Self::new(Access::Read, together)
    }

    fn new(access: Access, together: Together<S, T>) -> Self {
        let queue = Queue { waiting: VecDeque::new(), is_served: false, next: 0 };
        Self { access, together, queue: Arc::new(Mutex::new(queue)) }
    }

    /// Does a step together with others; `None` when it is to be done alone.
    ///
    /// A step whose turn does not come in time, or whose caller went away before it
    /// began, is never done.
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
                    self.together,
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
            let place = queue.waiting.iter().position(|waiting| waiting.number == number);
            place.and_then(|place| queue.waiting.remove(place)).is_none()
        };
        if has_begun {
            return answer.await.unwrap_or_else(|_| closed());
        }
        failed(StorageError::Busy(database.limits().turn))
    }
}

/// Does what waits, group by group, until nothing does.
async fn serve<S, T>(
    queue: Arc<Mutex<Queue<S, T>>>,
    database: Arc<Database>,
    access: Access,
    together: Together<S, T>,
) where
    S: Send + Sync + 'static,
    T: Send + 'static,
{
    let mut served = Served { queue: &queue, is_over: false };
    while let Some(group) = next_group(&queue) {
        let (steps, replies): (Vec<_>, Vec<_>) = group.into_iter().map(|it| (it.step, it.reply)).unzip();
        let told = match access {
            Access::Read => database.read(move |conn| together(conn, &steps)).await.map_err(Stop::Failed),
            Access::Write => database.write(move |conn| Ok(together(conn, &steps)?)).await,
        };
        match told {
            Ok(told) => {
                for (reply, told) in replies.into_iter().zip(told) {
                    // A caller that went away meanwhile does not hear of it.
                    let _ = reply.send(told);
                }
            }
            Err(Stop::<Infallible>::Refused(never)) => match never {},
            // One of them is to blame, which shows when each is done alone.
            Err(Stop::Failed(StorageError::Inconsistent(_))) => {
                for reply in replies {
                    let _ = reply.send(None);
                }
            }
            Err(Stop::Failed(error)) => {
                let error = Arc::new(error);
                for reply in replies {
                    let error = StoreError::from(StorageError::NotCommitted(Arc::clone(&error)));
                    let _ = reply.send(Some(Err(error.into())));
                }
            }
        }
    }
    // `next_group` has taken the flag back, and another may serve by now.
    served.is_over = true;
}

/// Serves a queue. Should that panic, the next step that waits starts it again.
struct Served<'a, S, T> {
    queue: &'a Mutex<Queue<S, T>>,
    is_over: bool,
}

impl<S, T> Drop for Served<'_, S, T> {
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
    fn a_queue_whose_server_panicked_is_served_again() {
        let queue = Mutex::new(Queue::<(), ()> { waiting: VecDeque::new(), is_served: true, next: 0 });
        drop(Served { queue: &queue, is_over: false });
        assert!(!lock(&queue).is_served);
        lock(&queue).is_served = true;
        drop(Served { queue: &queue, is_over: true });
        assert!(lock(&queue).is_served, "another one serves it by now");
    }
}
