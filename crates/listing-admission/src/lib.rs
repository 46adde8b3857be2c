//! Who is let in, who waits, and for how long: the one room that decides it.
//!
//! [`AdmissionRoom`] is the service's `Admission` and its `Workers`:
//!
//! | What | Shared by | When there is none |
//! |---|---|---|
//! | places | 4 requests of an account at once, 16 with Pro | wait in the account's queue |
//! | processor time | so much a minute for each account | 429 until it is made up for |
//! | memory for bodies | one budget; a share for each account and address | wait; the slowest senders make room |
//! | workers | one for each processor; accounts take turns | wait in one queue |
//!
//! Every queue is bounded in length and in time, and how long a wait will be is told by
//! what is ahead and by how long such things took lately: whoever would wait too long is
//! told at once when to come back.
//!
//! Processor time is that of the threads which work, not of the clock on the wall, so
//! that nobody pays for a busy machine.
#![deny(missing_docs)]

mod accounts;
mod estimate;
mod figures;
mod memory;
mod room;
mod workers;

pub use figures::Figures;
pub use room::AdmissionRoom;
