//! Brings the schema up to date.

use std::collections::BTreeSet;

use diesel::migration::{Migration, MigrationSource as _};
use diesel::prelude::*;
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use crate::connection::Conn;
use crate::error::StorageError;
use crate::schema::__diesel_schema_migrations as applied;

/// The steps of the schema, compiled in.
const STEPS: EmbeddedMigrations = embed_migrations!("migrations/sqlite");

/// Runs the steps that are missing, all or none, under the database's write
/// lock: of several programs that start together one runs them and the others
/// find them done.
pub(crate) fn bring_up_to_date(connection: &mut Conn) -> Result<(), StorageError> {
    connection.immediate_transaction(|connection| {
        let known = known_steps()?;
        let found = connection.applied_migrations().map_err(StorageError::Migration)?;
        let foreign = found.iter().map(ToString::to_string).filter(|step| !known.contains(step)).max();
        if let Some(found) = foreign {
            let known = known.last().cloned().unwrap_or_default();
            return Err(StorageError::Newer { found, known });
        }
        connection.run_pending_migrations(STEPS).map(drop).map_err(StorageError::Migration)
    })
}

/// Whether exactly the known steps were run.
pub(crate) fn is_up_to_date(connection: &mut Conn) -> Result<bool, StorageError> {
    let found: Vec<String> = applied::table.select(applied::version).load(connection)?;
    Ok(BTreeSet::from_iter(found) == known_steps()?)
}

fn known_steps() -> Result<BTreeSet<String>, StorageError> {
    let steps: Vec<Box<dyn Migration<Sqlite>>> = STEPS.migrations().map_err(StorageError::Migration)?;
    Ok(steps.iter().map(|step| step.name().version().to_string()).collect())
}
