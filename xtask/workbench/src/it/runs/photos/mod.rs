//! Runs with malicious or damaged photos.
//!
//! The photo processor is a child process, so that its time and memory are measured separately, and a file
//! that crashes it is identified.

pub(super) mod alike;
mod child;
mod corpus;
pub(super) mod fuzz;
pub(super) mod hostile;
pub(super) mod mutants;
pub(super) mod private;
