//! Admission: the one place that says who is let in, who waits, and for how long.
//!
//! [`Admission`] is the door that a request comes through: it gives the request its
//! place among those of its account, and memory for its body. [`Workers`] hands out the
//! machine's processors to whatever computes. Nothing else in the service holds a
//! request back.

use std::net::IpAddr;
use std::time::Duration;

use async_trait::async_trait;

use crate::ids::AccountId;
use crate::lane::Lane;

/// The door of the service.
#[async_trait]
pub trait Admission: Send + Sync {
    /// Gives a request one of its account's places, waiting for it in a bounded queue.
    /// The place lasts until it is dropped; dropping the future leaves the queue.
    ///
    /// # Errors
    /// [`AdmissionError::OverBudget`] when the account has used more processor time than
    /// it may, whether or not anybody else wants it; [`AdmissionError::Busy`] when the
    /// queue is full or the wait for a place would be, or was, too long.
    async fn enter(&self, visitor: Visitor) -> Result<Box<dyn Place>, AdmissionError>;
}

/// A request's place among those of its account that are worked on.
pub trait Place: Send + Sync {
    /// Memory for the request's body, of which nothing is reserved yet. A body never
    /// grows beyond `most` bytes.
    fn body(&self, most: usize) -> Box<dyn BodyMemory>;

    /// Does work on the calling thread, and puts the processor time that it took to the account.
    fn work(&self, work: &mut dyn FnMut());
}

/// Memory that is reserved for one body, as its bytes arrive. Dropping it gives all of
/// it back, so it must live as long as the bytes do.
#[async_trait]
pub trait BodyMemory: Send + Sync {
    /// Reserves memory for bytes that have arrived, waiting until there is some. The
    /// sender is not to be read from meanwhile, and is not blamed for that time.
    ///
    /// # Errors
    /// [`AdmissionError::Busy`] when none came free in time, or when this is the slowest
    /// of those that hold what others need.
    async fn grow(&mut self, bytes: usize) -> Result<(), AdmissionError>;

    /// Ends when the body must be given up, because its sender is the slowest of those
    /// that hold what others need. To be waited for beside the next bytes; dropping the
    /// future and asking again is fine.
    async fn shed(&mut self) -> AdmissionError;

    /// All bytes have arrived: from now on the body is never given up.
    fn complete(&mut self);
}

/// The workers of the machine, one for each processor that may be used.
pub trait Workers: Send + Sync {
    /// Queues so many pieces of work, at least one. Lanes take turns, piece by piece;
    /// within a lane it is first come, first served. What is waited for longer than
    /// `longest`, or than the adapter allows anybody, is refused. Dropping the queued
    /// work leaves the queue.
    ///
    /// # Errors
    /// [`AdmissionError::Busy`] at once, and nothing queued, when the queue is full or the
    /// wait would be too long. An account's budget is judged at the door only: what was
    /// let in is finished.
    fn queue(
        &self,
        lane: Lane,
        kind: WorkKind,
        pieces: usize,
        longest: Duration,
    ) -> Result<Box<dyn QueuedWork>, AdmissionError>;

    /// The processor time that the calling thread has used so far.
    fn thread_time(&self) -> Duration;
}

/// Work that waits for workers.
#[async_trait]
pub trait QueuedWork: Send {
    /// The worker for the next piece; at most as often as pieces were queued.
    ///
    /// # Errors
    /// [`AdmissionError::Busy`] when it was waited for too long, or when all pieces had
    /// their worker.
    async fn next(&mut self) -> Result<Box<dyn WorkPermit>, AdmissionError>;
}

/// The right to use workers for one piece of work, until it is dropped.
pub trait WorkPermit: Send {
    /// Takes workers that nobody waits for in addition, so that there are `most` in all
    /// at most; tells how many there are now.
    fn widen(&mut self, most: usize) -> usize;

    /// Puts processor time that the piece took to its account.
    fn used(&mut self, time: Duration);
}

/// How much is let in, and how it is shared. Every number is a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdmissionPolicy {
    /// Memory for the bodies of all requests together, in bytes. Default 512 MiB.
    pub body_memory: usize,
    /// How much of it one account, and one client address, may take, in percent.
    /// Default 25.
    pub body_share_percent: u8,
    /// Requests of an account that are worked on at once, on the free plan. Default 4.
    pub concurrency_free: usize,
    /// The same with a Pro subscription. Default 16.
    pub concurrency_pro: usize,
    /// Processor time that an account may use in a minute, for each worker of the
    /// machine, on the free plan. Default 15 s: a quarter of the machine.
    pub processor_free: Duration,
    /// The same with a Pro subscription. Default 45 s: three quarters of the machine.
    pub processor_pro: Duration,
    /// Requests that wait for the same thing at most: for one account's places, or for
    /// the workers. Default 256.
    pub queue_length: usize,
    /// How long anything is waited for at most. Default 30 s.
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
    /// The bytes of memory that one account, and one client address, may take.
    pub fn body_share(&self) -> usize {
        // In hundredths first, so that nothing overflows.
        (self.body_memory / 100).saturating_mul(self.body_share_percent.into()).min(self.body_memory)
    }

    /// Requests of an account that are worked on at once.
    pub const fn concurrency(&self, is_subscribed: bool) -> usize {
        if is_subscribed { self.concurrency_pro } else { self.concurrency_free }
    }

    /// Processor time that an account may use in a minute, for each worker.
    pub const fn processor(&self, is_subscribed: bool) -> Duration {
        if is_subscribed { self.processor_pro } else { self.processor_free }
    }
}

/// A request at the door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor {
    /// Whose request it is.
    pub account: AccountId,
    /// Whether the account has a Pro subscription, which gives it larger shares.
    pub is_subscribed: bool,
    /// Where it comes from.
    pub address: IpAddr,
}

/// What is worked on; each kind takes its own time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkKind {
    /// Preparing a photo.
    Photo,
    /// Looking at the photos of a brief with the embedded engine.
    Look,
}

/// Why a request is not let in, or not let go on, now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AdmissionError {
    /// Too much is going on.
    #[error("too much is going on")]
    Busy {
        /// When there is use in asking again: what is ahead now is done by then.
        retry_after: Duration,
    },
    /// The account has used more processor time than it may in a minute.
    #[error("the account has used up its processor time")]
    OverBudget {
        /// When the account is let in again.
        retry_after: Duration,
    },
}

impl AdmissionError {
    /// When there is use in asking again.
    pub const fn retry_after(&self) -> Duration {
        match self {
            Self::Busy { retry_after } | Self::OverBudget { retry_after } => *retry_after,
        }
    }
}
