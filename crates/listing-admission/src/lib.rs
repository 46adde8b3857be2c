//! Admits requests, lets them wait, or refuses them, so that one process is never overloaded.
//!
//! [`AdmissionRoom`] implements the ports `Admission` and `Workers` of the service:
//!
//! | Resource | Share | When there is none |
//! |---|---|---|
//! | slots | 4 concurrent requests for each account, 16 with Pro | requests wait in the account's queue |
//! | processor time | a budget per minute for each account | status 429 until the account earned enough |
//! | memory for request bodies | one budget; a share for each account and address | bodies wait; the slowest are refused |
//! | workers | one for each processor; accounts take turns | work waits in one queue |
//!
//! Queue lengths and waits are limited. The wait is estimated from the requests ahead and their recent
//! durations; a request that would wait too long is refused at once, with the time after which to retry.
//!
//! Processor time is measured on the threads that do the work, so no account pays for a busy machine.
#![deny(missing_docs)]

mod accounts;
mod estimate;
mod figures;
mod memory;
mod room;
mod workers;

pub use figures::Figures;
pub use room::AdmissionRoom;
