//! The handlers of pages. Each reads a request, runs a use case and shows its result.

pub(crate) mod account;
pub(crate) mod admin;
pub(crate) mod assets;
pub(crate) mod batches;
pub(crate) mod edits;
pub(crate) mod errors;
pub(crate) mod exports;
pub(crate) mod generate;
pub(crate) mod generations;
pub(crate) mod home;
pub(crate) mod keys;
pub(crate) mod link;
pub(crate) mod payments;
pub(crate) mod provider;
pub(crate) mod purchases;
pub(crate) mod settings;
pub(crate) mod sign;
pub(crate) mod tray;
