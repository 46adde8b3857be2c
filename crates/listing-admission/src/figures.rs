//! Figures about load and refusals, for the operator's metrics.

use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    ProcessorTime,
    /// Too many requests of the account wait, or the request would wait too long for a slot.
    Account,
    Memory,
    /// Memory was short, and this client sent its body more slowly than all others.
    SlowSender,
    /// Too much work waits, or the request would wait too long for a worker.
    Workers,
}

impl Reason {
    const ALL: [Self; 5] =
        [Self::ProcessorTime, Self::Account, Self::Memory, Self::SlowSender, Self::Workers];

    const fn label(self) -> &'static str {
        match self {
            Self::ProcessorTime => "processor_time",
            Self::Account => "account_queue",
            Self::Memory => "memory",
            Self::SlowSender => "slow_sender",
            Self::Workers => "workers",
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Counts([AtomicU64; Reason::ALL.len()]);

impl Counts {
    pub(crate) fn refused(&self, reason: Reason) {
        for (count, counted) in self.0.iter().zip(Reason::ALL) {
            if counted == reason {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    pub(crate) fn all(&self) -> Vec<(&'static str, u64)> {
        let labels = Reason::ALL.into_iter().map(Reason::label);
        labels.zip(self.0.iter().map(|count| count.load(Ordering::Relaxed))).collect()
    }
}

/// The load of this process at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// Bytes reserved for request bodies.
    pub memory_bytes: usize,
    /// Request bodies that wait for memory.
    pub waiting_for_memory: usize,
    /// Requests that wait for a slot of their account.
    pub waiting_for_account: usize,
    /// Pieces of work (photos or looks at photos) that wait for a worker.
    pub waiting_for_workers: usize,
    /// Busy workers.
    pub workers_busy: usize,
    /// Refused requests since the start, by the reason's label.
    pub refused: Vec<(&'static str, u64)>,
}
