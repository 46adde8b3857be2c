//! Shares the workers (one for each processor) among the computations of all requests.

mod queue;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::lane::Lane;
use listing_domain::ports::{AdmissionError, QueuedWork, WorkKind, WorkPermit};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, timeout_at};

use self::queue::{Grant, Queue, WorkId};
use crate::accounts::Accounts;
use crate::figures::{Counts, Reason};

#[derive(Debug)]
pub(crate) struct Pool {
    queue: Mutex<Queue<UnboundedSender<Permit>>>,
    accounts: Arc<Accounts>,
    queue_length: usize,
    max_queue_wait: Duration,
    counts: Arc<Counts>,
}

impl Pool {
    pub(crate) fn new(
        workers: usize,
        accounts: Arc<Accounts>,
        queue_length: usize,
        max_queue_wait: Duration,
        counts: Arc<Counts>,
    ) -> Arc<Self> {
        let queue = Mutex::new(Queue::new(workers));
        Arc::new(Self { queue, accounts, queue_length, max_queue_wait, counts })
    }

    pub(crate) fn queue(
        self: &Arc<Self>,
        lane: Lane,
        kind: WorkKind,
        pieces: usize,
        longest: Duration,
    ) -> Result<Queued, AdmissionError> {
        let longest = longest.min(self.max_queue_wait);
        let mut queue = self.lock();
        let wait = queue.estimated_wait(lane, kind, pieces);
        let is_full = !wait.is_zero() && queue.queued() >= self.queue_length;
        if is_full || wait > longest {
            drop(queue);
            return Err(self.busy(wait));
        }
        let (serve, served) = unbounded_channel();
        let id = queue.push(lane, kind, pieces, serve);
        let grants = queue.grant_idle();
        drop(queue);
        self.serve(grants);
        let until = Instant::now() + longest;
        Ok(Queued { pool: Arc::clone(self), lane, kind, id, left: pieces, served, until })
    }

    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.lock();
        (queue.waiting(), queue.busy())
    }

    /// Sends granted permits to their requests. The caller must not hold the lock: if a request has gone, its
    /// permit is dropped, which locks the queue.
    fn serve(self: &Arc<Self>, grants: Vec<Grant<UnboundedSender<Permit>>>) {
        for Grant { lane, kind, receiver } in grants {
            let permit = Permit {
                pool: Arc::clone(self),
                lane,
                kind,
                width: 1,
                since: Instant::now(),
                was_used: false,
            };
            let _ = receiver.send(permit);
        }
    }

    fn busy(&self, wait: Duration) -> AdmissionError {
        self.counts.refused(Reason::Workers);
        AdmissionError::Busy { retry_after: wait }
    }

    fn lock(&self) -> MutexGuard<'_, Queue<UnboundedSender<Permit>>> {
        // Only a panic while locked poisons it, and the queue is still valid then.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pieces of work of one request that wait for workers.
#[derive(Debug)]
pub(crate) struct Queued {
    pool: Arc<Pool>,
    lane: Lane,
    kind: WorkKind,
    id: WorkId,
    left: usize,
    served: UnboundedReceiver<Permit>,
    until: Instant,
}

#[async_trait]
impl QueuedWork for Queued {
    async fn next(&mut self) -> Result<Box<dyn WorkPermit>, AdmissionError> {
        if self.left > 0
            && let Ok(Some(mut permit)) = timeout_at(self.until, self.served.recv()).await
        {
            self.left -= 1;
            // The permit may have waited in the channel, but the work begins only now.
            permit.since = Instant::now();
            return Ok(Box::new(permit));
        }
        let wait = self.pool.lock().estimated_wait(self.lane, self.kind, 1);
        Err(self.pool.busy(wait))
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        self.pool.lock().remove(self.lane, self.id);
    }
}

/// The right to use some workers, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    pool: Arc<Pool>,
    lane: Lane,
    kind: WorkKind,
    width: usize,
    since: Instant,
    was_used: bool,
}

impl WorkPermit for Permit {
    fn widen(&mut self, most: usize) -> usize {
        let mut queue = self.pool.lock();
        if queue.is_empty() {
            let more = most.saturating_sub(self.width).min(queue.idle);
            queue.idle -= more;
            self.width += more;
        }
        self.width
    }

    fn used(&mut self, time: Duration) {
        self.was_used = true;
        self.pool.accounts.charge(self.lane.account(), time);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut queue = self.pool.lock();
        if self.was_used {
            queue.record(self.kind, crate::estimate::multiplied(self.since.elapsed(), self.width));
        }
        queue.idle += self.width;
        let grants = queue.grant_idle();
        drop(queue);
        self.pool.serve(grants);
    }
}
