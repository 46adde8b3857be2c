//! Assembles Photo to Listing from its parts: the settings, the adapters, and the commands of `ptl`.

pub mod cli;
pub mod command;
pub mod compose;
mod failure;
mod health;
pub mod settings;
pub mod sources;
