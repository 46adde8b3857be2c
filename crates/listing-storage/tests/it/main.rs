//! Tests the store through its public interface, on real databases.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "all of this is tests, their helpers too")]

mod backup;
#[cfg(test)]
mod batches;
mod contract;
mod copy;
mod crash;
mod doctor;
mod failures;
mod fixture;
mod history;
mod keys;
mod ledger;
mod offers;
mod opening;
mod orders;
mod origins;
mod owners;
mod people;
mod postgres;
mod silence;
mod simulation;
mod support;
mod together;
mod usages;
mod view;
