//! Reserves memory for request bodies, lets them wait for it, and evicts slow senders.

mod ledger;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::ids::AccountId;
use listing_domain::ports::{AdmissionError, BodyMemory};
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, interval_at, sleep_until};

use self::ledger::{BodyId, Ledger};
use crate::estimate::Average;
use crate::figures::{Counts, Reason};

const CHECK_INTERVAL: Duration = Duration::from_millis(250);
const ASSUMED_LIFETIME: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(crate) struct Memory {
    state: Mutex<Shared>,
    max_queue_wait: Duration,
    counts: Arc<Counts>,
}

#[derive(Debug)]
struct Shared {
    ledger: Ledger,
    /// Oldest first, each with the channel that wakes it.
    waiting: BTreeMap<BodyId, oneshot::Sender<()>>,
    /// The unfinished bodies, each with the signal that evicts it.
    reading: BTreeMap<BodyId, Arc<Notify>>,
    mean_lifetime: Average,
}

impl Memory {
    pub(crate) fn new(
        budget: usize,
        share: usize,
        max_queue_wait: Duration,
        counts: Arc<Counts>,
    ) -> Arc<Self> {
        let shared = Shared {
            ledger: Ledger::new(budget, share),
            waiting: BTreeMap::new(),
            reading: BTreeMap::new(),
            mean_lifetime: Average::assumed(ASSUMED_LIFETIME),
        };
        Arc::new(Self { state: Mutex::new(shared), max_queue_wait, counts })
    }

    pub(crate) fn body(self: &Arc<Self>, account: AccountId, address: IpAddr, most: usize) -> Reserved {
        let now = Instant::now();
        let eviction = Arc::new(Notify::new());
        let mut shared = self.lock();
        let id = shared.ledger.begin(account, address, most, now);
        shared.reading.insert(id, Arc::clone(&eviction));
        drop(shared);
        Reserved { memory: Arc::clone(self), id, eviction, started: now }
    }

    pub(crate) fn in_use(&self) -> (usize, usize) {
        let shared = self.lock();
        (shared.ledger.in_use(), shared.waiting.len())
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Only a panic while locked poisons it, and the ledger still matches the bodies then.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn busy(&self, reason: Reason) -> AdmissionError {
        self.counts.refused(reason);
        AdmissionError::Busy { retry_after: self.lock().mean_lifetime.mean().min(self.max_queue_wait) }
    }

    /// Evicts the slowest senders, if that is necessary for a waiting body.
    fn make_room(&self, id: BodyId) {
        let mut shared = self.lock();
        for slow in shared.ledger.evict_slowest_for(id, self.max_queue_wait, Instant::now()) {
            if let Some(eviction) = shared.reading.remove(&slow) {
                eviction.notify_one();
            }
        }
    }
}

impl Shared {
    /// Wakes the waiting bodies for which there is memory now, oldest first.
    fn serve(&mut self) {
        let ids: Vec<BodyId> = self.waiting.keys().copied().collect();
        for id in ids {
            if self.ledger.reserve(id)
                && let Some(served) = self.waiting.remove(&id)
            {
                // If the body no longer waits, dropping it releases the memory.
                let _ = served.send(());
            }
        }
    }
}

/// The memory reserved for one body, until it is dropped.
#[derive(Debug)]
pub(crate) struct Reserved {
    memory: Arc<Memory>,
    id: BodyId,
    eviction: Arc<Notify>,
    started: Instant,
}

impl Reserved {
    async fn wait(&mut self, mut served: oneshot::Receiver<()>) -> Result<(), AdmissionError> {
        let since = Instant::now();
        let mut checks = interval_at(since + CHECK_INTERVAL, CHECK_INTERVAL);
        loop {
            tokio::select! {
                biased;
                Ok(()) = &mut served => return Ok(()),
                () = self.eviction.notified() => return Err(self.memory.busy(Reason::SlowSender)),
                () = sleep_until(since + self.memory.max_queue_wait) => {
                    return Err(self.memory.busy(Reason::Memory));
                }
                _ = checks.tick() => self.memory.make_room(self.id),
            }
        }
    }
}

#[async_trait]
impl BodyMemory for Reserved {
    async fn grow(&mut self, bytes: usize) -> Result<(), AdmissionError> {
        let served = {
            let mut shared = self.memory.lock();
            if shared.ledger.receive(self.id, bytes) {
                return Ok(());
            }
            shared.ledger.pause(self.id, Instant::now());
            let (serve, served) = oneshot::channel();
            shared.waiting.insert(self.id, serve);
            served
        };
        let outcome = self.wait(served).await;
        let mut shared = self.memory.lock();
        shared.waiting.remove(&self.id);
        shared.ledger.resume(self.id, Instant::now());
        outcome
    }

    async fn shed(&mut self) -> AdmissionError {
        self.eviction.notified().await;
        self.memory.busy(Reason::SlowSender)
    }

    fn complete(&mut self) {
        let mut shared = self.memory.lock();
        shared.reading.remove(&self.id);
        shared.ledger.complete(self.id);
        shared.serve();
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let mut shared = self.memory.lock();
        shared.waiting.remove(&self.id);
        shared.reading.remove(&self.id);
        shared.ledger.end(self.id);
        shared.mean_lifetime.observe(self.started.elapsed());
        shared.serve();
    }
}
