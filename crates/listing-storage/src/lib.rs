//! Stores accounts, API keys, the quota ledger and the operator's own market data in a database.
//!
//! [`Database::open`] opens a SQLite file or a PostgreSQL database and brings its schema up to date. A
//! SQLite file has one writer thread. [`Store`] implements the domain's
//! [`AccountStore`](listing_domain::ports::AccountStore) and
//! [`QuotaLedger`](listing_domain::ports::QuotaLedger). [`Store::violations`] checks the stored data
//! against the ledger's invariants. [`transfer`] makes backups, restores them and moves data between
//! databases.
//!
//! Every call of a port is one transaction, on the disk before the caller gets the answer. The modules
//! call such a piece of database work a step.
//!
//! Holds and settlements that arrive together share one transaction. A hold reserves a quota unit; a
//! settlement charges it. Units move only by a conditional update, and the same transaction appends the
//! move to the ledger. The schema's constraints refuse every state that the rules forbid. The text of an
//! API key never reaches this crate: it stores only the key's digest.

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
