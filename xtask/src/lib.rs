//! What the project's commands share: where things are, the models, the release
//! binary as its users run it. Few crates, so that a first look comes soon; what
//! checks and measures is the package `workbench`.
#![expect(clippy::print_stdout, reason = "what a command says is what it is for")]

pub mod client;
pub mod debian;
pub mod demo;
pub mod models;
pub mod package;
pub mod process;
pub mod project;
pub mod ptl;
