//! Assembles Photo to Listing: its settings, its adapters, and the commands of `ptl`.

pub mod cli;
pub mod command;
pub mod compose;
mod failure;
mod health;
pub mod settings;
pub mod sources;
