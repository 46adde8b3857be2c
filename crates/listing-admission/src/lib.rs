//! Admits requests, queues them or refuses them, for the whole process.
//!
//! [`AdmissionRoom`] is the service's `Admission` and its `Workers`:
//!
//! | Resource | Share | When there is none |
//! |---|---|---|
//! | slots | 4 requests of an account at once, 16 with Pro | wait in the account's queue |
//! | processor time | so much a minute for each account | 429 until it is made up for |
//! | memory for bodies | one budget; a share for each account and address | wait; the slowest senders make room |
//! | workers | one for each processor; accounts take turns | wait in one queue |
//!
//! Every queue is bounded in length and in time. The requests ahead and their recent durations give an
//! estimate of the wait. A request that would wait too long is refused at once, with the time to retry.
//!
//! Processor time is that of the working threads, not wall-clock time, so that no account pays for a
//! busy machine.
#![deny(missing_docs)]

mod accounts;
mod estimate;
mod figures;
mod memory;
mod room;
mod workers;

pub use figures::Figures;
pub use room::AdmissionRoom;
