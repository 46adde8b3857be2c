//! Shared parts of the project's commands. They need few crates, so that they build fast.
#![expect(clippy::print_stdout, reason = "what a command says is what it is for")]

pub mod client;
pub mod debian;
pub mod demo;
pub mod models;
pub mod package;
pub mod process;
pub mod project;
pub mod ptl;
