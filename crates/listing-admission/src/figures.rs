//! Defines the figures for the operator.

use std::sync::atomic::{AtomicU64, Ordering};

/// The reason for a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The account has used up its processor time.
    ProcessorTime,
    /// Too many requests of the account wait, or would wait too long.
    Account,
    /// No memory came free in time.
    Memory,
    /// The client was the slowest sender when memory was short.
    SlowSender,
    /// Too much work waits for the workers, or would wait too long.
    Workers,
}

impl Reason {
    const ALL: [Self; 5] =
        [Self::ProcessorTime, Self::Account, Self::Memory, Self::SlowSender, Self::Workers];

    /// The metrics' label.
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

/// Counts of refusals, by reason.
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

/// The load at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// Bytes of memory reserved for bodies.
    pub memory_bytes: usize,
    /// Bodies that wait for memory.
    pub waiting_for_memory: usize,
    /// Requests that wait for a slot of their account.
    pub waiting_for_account: usize,
    /// Pieces of work that wait for a worker.
    pub waiting_for_workers: usize,
    /// Busy workers.
    pub workers_busy: usize,
    /// Refusals so far, by the reason's label.
    pub refused: Vec<(&'static str, u64)>,
}
