//! The composition root of Photo to Listing: settings, the one
//! place that plugs the adapters together, and the commands of `ptl`.

pub mod cli;
pub mod command;
pub mod compose;
mod failure;
mod health;
pub mod settings;
pub mod sources;
