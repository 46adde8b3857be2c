//! Stores accounts, API keys, the quota ledger and the operator's own market data in SQLite or PostgreSQL.
//!
//! [`Database::open`] opens a database and brings its schema up to date. [`Store`] implements the domain's
//! ports, such as [`AccountStore`](listing_domain::ports::AccountStore) and
//! [`QuotaLedger`](listing_domain::ports::QuotaLedger). [`Store::violations`] checks the ledger's invariants.
//! [`transfer`] makes backups, restores them and moves data between databases.
//!
//! Every call of a port is one transaction (a *step*), on the disk before the caller gets the answer. Holds,
//! which reserve a quota unit, and settlements, which charge it, share one transaction if they arrive
//! together. Units move only by a conditional update, and the same transaction appends the move to the
//! ledger. The schema's constraints refuse every state that the rules forbid. The text of an API key never
//! reaches this crate, only its digest.

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
