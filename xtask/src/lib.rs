//! Shared parts of the project's commands: paths, models, and the release binary. They need few crates, so
//! that they build fast. The package `workbench` has the checks and measurements.
#![expect(clippy::print_stdout, reason = "what a command says is what it is for")]

pub mod client;
pub mod debian;
pub mod demo;
pub mod models;
pub mod package;
pub mod process;
pub mod project;
pub mod ptl;
