//! Accounts, API keys, the quota ledger and a host's own market data on a database.
//!
//! [`Database::open`] opens a SQLite file, brings its schema up to date and
//! starts the one thread that writes; [`Store`] is the domain's
//! [`AccountStore`](listing_domain::ports::AccountStore) and
//! [`QuotaLedger`](listing_domain::ports::QuotaLedger) on it, and
//! [`Store::violations`] checks what is stored against the ledger's invariants;
//! [`transfer`] makes backups, restores them and moves data between databases.
//!
//! Every step of a port is done in one transaction, on the disk before it is
//! answered. Holds and settlements that arrive together share one.
//! Units move only by an update that is conditional on what it needs, each move
//! is written to an append-only ledger in the same transaction, and the schema's
//! constraints refuse what no rule allows, whoever writes. A key's text never
//! reaches this crate: its digest is stored.

mod address;
mod connection;
mod database;
mod error;
mod failure_log;
mod limits;
mod location;
mod migrate;
mod prepared;
mod rows;
mod schema;
mod snapshot;
mod store;
pub mod transfer;
mod writer;

pub use connection::ConnectionCounts;
pub use database::Database;
pub use error::{Inconsistency, StorageError};
pub use limits::DatabaseLimits;
pub use store::{CheckProgress, Store, StoreFigures};
