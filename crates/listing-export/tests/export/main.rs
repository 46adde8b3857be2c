//! Export formats: written, read back and checked through the crate's public interface.
#![expect(clippy::unwrap_used, reason = "all of this is tests")]

mod archive;
mod faults;
mod fixture;
mod golden;
mod hostile;
mod item;
mod sentences;
mod stream;
