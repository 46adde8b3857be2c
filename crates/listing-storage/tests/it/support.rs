use std::path::Path;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use jiff::Timestamp;
use listing_domain::ids::ReservationId;
use listing_domain::origin::Origin;
use listing_domain::ports::SettleRequest;
use listing_storage::{Database, DatabaseLimits, Store};

pub(crate) const FREE: u32 = 3;

pub(crate) fn now() -> Timestamp {
    at("2026-11-21T10:00:00Z")
}

pub(crate) fn settling(reservation: ReservationId, at: Timestamp) -> SettleRequest {
    SettleRequest { reservation, free_limit: FREE, at, generation: None, origin: Origin::CLI }
}

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[derive(QueryableByName)]
pub(crate) struct Number {
    #[diesel(sql_type = BigInt)]
    pub(crate) number: i64,
}

/// Opens a connection without the store. It waits for the file's lock, because the last connection to close a
/// file locks it briefly.
pub(crate) fn raw(file: impl AsRef<Path>) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(file.as_ref().to_str().unwrap()).unwrap();
    connection.batch_execute("PRAGMA busy_timeout = 5000").unwrap();
    connection
}

const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) fn patient(address: &str) -> Database {
    let limits = DatabaseLimits {
        turn: PATIENCE,
        connection: PATIENCE,
        lock: PATIENCE,
        statement: PATIENCE,
        ..DatabaseLimits::default()
    };
    Database::open_within(address, limits).unwrap()
}

pub(crate) fn open(file: &Path) -> Store {
    Store::new(patient(file.to_str().unwrap()))
}

/// In memory if possible, because tests mostly wait for commits to the disk.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}
