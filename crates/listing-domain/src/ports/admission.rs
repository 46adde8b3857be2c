//! Admission control, the only code that decides which requests enter, which wait, and for how long.
//!
//! [`Admission`] gives a request one of its account's slots, and memory for its body. [`Workers`] hands out
//! the machine's processors. Nothing else in the service delays a request.

use std::net::IpAddr;
use std::time::Duration;

use async_trait::async_trait;

use crate::ids::AccountId;
use crate::lane::Lane;

/// Admits requests to the service.
#[async_trait]
pub trait Admission: Send + Sync {
    /// Gives a request one of its account's slots for concurrent requests, waiting in a bounded queue.
    /// Dropping the result frees the slot; dropping the future leaves the queue.
    ///
    /// # Errors
    /// [`AdmissionError::OverBudget`] when the account's processor time is used up, even on an idle machine.
    /// [`AdmissionError::Busy`] when the queue is full, or the wait would be or was too long.
    async fn enter(&self, requester: Requester) -> Result<Box<dyn AdmissionSlot>, AdmissionError>;
}

/// A slot for one running request of an account.
pub trait AdmissionSlot: Send + Sync {
    /// Returns a reservation of memory for the request's body, of at most `max_bytes` bytes. It is empty at
    /// first.
    fn body(&self, max_bytes: usize) -> Box<dyn BodyMemory>;

    /// Does work on the calling thread, and charges its processor time to the account.
    fn work(&self, work: &mut dyn FnMut());
}

/// Memory reserved for one body as its bytes arrive. Dropping it frees the memory, so it must live as long as
/// the bytes.
#[async_trait]
pub trait BodyMemory: Send + Sync {
    /// Reserves memory for arrived bytes, waiting until some is free. Do not read from the sender meanwhile;
    /// the wait does not count against it.
    ///
    /// # Errors
    /// [`AdmissionError::Busy`] when no memory was freed in time, or when this sender is the slowest of those
    /// holding memory that others need.
    async fn grow(&mut self, bytes: usize) -> Result<(), AdmissionError>;

    /// Resolves when the body must be dropped, because its sender is the slowest of those holding memory that
    /// others need. Await it together with the next bytes. Dropping the future and calling again is safe.
    async fn shed(&mut self) -> AdmissionError;

    /// Marks the body as complete: from now on it is never dropped to free memory.
    fn complete(&mut self);
}

/// The workers of the machine, one for each usable processor.
pub trait Workers: Send + Sync {
    /// Queues `pieces` pieces of work, at least one. Lanes take turns, piece by piece; each lane is first
    /// come, first served. Work that waits longer than `max_wait`, or than the adapter's own limit,
    /// is refused. Dropping the queued work leaves the queue.
    ///
    /// # Errors
    /// [`AdmissionError::Busy`] at once, with nothing queued, when the queue is full or the wait would be too
    /// long. Budgets are checked only on entry: admitted work is finished.
    fn queue(
        &self,
        lane: Lane,
        kind: WorkKind,
        pieces: usize,
        max_wait: Duration,
    ) -> Result<Box<dyn QueuedWork>, AdmissionError>;

    /// Returns the processor time that the calling thread has used so far.
    fn thread_time(&self) -> Duration;
}

/// Work in the queue for workers.
#[async_trait]
pub trait QueuedWork: Send {
    /// Waits for the next piece's worker. Call it at most once per queued piece.
    ///
    /// # Errors
    /// [`AdmissionError::Busy`] when the wait was too long, or all pieces had their worker.
    async fn next(&mut self) -> Result<Box<dyn WorkPermit>, AdmissionError>;
}

/// The right to use workers for one piece of work, until dropped.
pub trait WorkPermit: Send {
    /// Takes additional idle workers, up to `max_workers` in all, and returns the number now held.
    fn widen(&mut self, max_workers: usize) -> usize;

    /// Charges the piece's processor time to its account.
    fn used(&mut self, time: Duration);
}

/// The limits of admission and the shares of accounts. Every number is a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdmissionPolicy {
    /// Memory for the bodies of all requests together, in bytes. Default 512 MiB.
    pub body_memory: usize,
    /// Share of `body_memory` for one account, and for one client address, in percent. Default 25.
    pub body_share_percent: u8,
    /// Concurrent requests of an account on the free plan. Default 4.
    pub concurrency_free: usize,
    /// Concurrent requests of an account with a Pro subscription. Default 16.
    pub concurrency_pro: usize,
    /// Processor time for an account on the free plan, per minute and worker of the machine. Default 15 s: a
    /// quarter of the machine.
    pub processor_free: Duration,
    /// Processor time for an account with a Pro subscription, per minute and worker. Default 45 s: three
    /// quarters of the machine.
    pub processor_pro: Duration,
    /// The maximum number of requests in one queue: for one account's slots, or for the workers. Default 256.
    pub queue_length: usize,
    /// The longest wait in any queue, or for body memory. Default 30 s.
    pub max_queue_wait: Duration,
}

impl Default for AdmissionPolicy {
    fn default() -> Self {
        Self {
            body_memory: 512 * 1024 * 1024,
            body_share_percent: 25,
            concurrency_free: 4,
            concurrency_pro: 16,
            processor_free: Duration::from_secs(15),
            processor_pro: Duration::from_secs(45),
            queue_length: 256,
            max_queue_wait: Duration::from_secs(30),
        }
    }
}

impl AdmissionPolicy {
    /// Returns the maximum body memory for one account, and for one client address, in bytes.
    pub fn body_share(&self) -> usize {
        // Divides first, so that nothing overflows.
        (self.body_memory / 100).saturating_mul(self.body_share_percent.into()).min(self.body_memory)
    }

    /// Returns the maximum number of concurrent requests of an account.
    pub const fn concurrency(&self, is_subscribed: bool) -> usize {
        if is_subscribed { self.concurrency_pro } else { self.concurrency_free }
    }

    /// Returns the processor time for an account, per minute and worker.
    pub const fn processor(&self, is_subscribed: bool) -> Duration {
        if is_subscribed { self.processor_pro } else { self.processor_free }
    }
}

/// The sender of a request that is to be admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requester {
    /// The account of the request.
    pub account: AccountId,
    /// True for an account with a Pro subscription, which has larger shares.
    pub is_subscribed: bool,
    /// The client's address.
    pub address: IpAddr,
}

/// A kind of work. Durations are estimated for each kind separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkKind {
    /// Preparing a photo.
    Photo,
    /// Analyzing a draft request's photos with the embedded engine.
    Look,
}

/// A refusal to admit a request, or to let it continue, for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AdmissionError {
    /// A queue is full, or a wait too long.
    #[error("the server is overloaded")]
    Busy {
        /// The time to wait before a retry: the work that is ahead in the queue should be done by then.
        retry_after: Duration,
    },
    /// The account has used up its processor time for the minute.
    #[error("the account has used up its processor time for this minute")]
    OverBudget {
        /// The wait until the account is admitted again.
        retry_after: Duration,
    },
}

impl AdmissionError {
    /// Returns the time to wait before a retry.
    pub const fn retry_after(&self) -> Duration {
        match self {
            Self::Busy { retry_after } | Self::OverBudget { retry_after } => *retry_after,
        }
    }
}
