//! Runs with malicious or damaged photos.
//!
//! The photo processor runs in a child process, an example of `listing-photo`. Its time and memory are
//! measured separately, and a file that crashes it is identified.

pub(super) mod alike;
mod child;
mod corpus;
pub(super) mod fuzz;
pub(super) mod hostile;
pub(super) mod mutants;
pub(super) mod private;
