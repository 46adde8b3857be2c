//! Runs over photos that mean no good, or that were damaged on their way.
//!
//! The photo processor runs in a child process (an example of `listing-photo`,
//! whose image crates nobody else needs), so that its time and memory are its
//! own, and a file that ends it is known by name.

pub(super) mod alike;
mod child;
mod corpus;
pub(super) mod fuzz;
pub(super) mod hostile;
pub(super) mod mutants;
pub(super) mod private;
