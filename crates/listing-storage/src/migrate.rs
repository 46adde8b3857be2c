use std::collections::BTreeSet;

use diesel::backend::Backend;
use diesel::migration::{Migration, MigrationSource, MigrationVersion};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::connection::{Conn, writing};
use crate::error::StorageError;
use crate::schema::__diesel_schema_migrations as applied;

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// Lets one program at a time migrate. The number is arbitrary, but unique to this program in the database.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(7208420146)";

/// Runs the missing migrations under a lock. If one fails, none takes effect. Of several programs that start
/// together, one runs them.
pub(crate) fn bring_up_to_date(connection: &mut Conn) -> Result<(), StorageError> {
    writing(connection, run_missing_steps)
}

/// Inside the caller's transaction.
pub(crate) fn run_missing_steps(connection: &mut Conn) -> Result<(), StorageError> {
    match connection {
        Conn::Sqlite(sqlite) => run_missing::<Sqlite, _>(sqlite, SQLITE),
        Conn::Postgres(postgres) => {
            // A migration may take longer than a request may wait.
            diesel::sql_query("SET LOCAL statement_timeout = 0").execute(postgres)?;
            diesel::sql_query("SET LOCAL lock_timeout = 0").execute(postgres)?;
            diesel::sql_query(MIGRATION_LOCK).execute(postgres)?;
            run_missing::<Pg, _>(postgres, POSTGRES)
        }
    }
}

fn run_missing<DB: Backend, C: MigrationHarness<DB>>(
    connection: &mut C,
    steps: EmbeddedMigrations,
) -> Result<(), StorageError>
where
    EmbeddedMigrations: MigrationSource<DB>,
{
    let known = versions(&MigrationSource::<DB>::migrations(&steps).map_err(StorageError::migration)?);
    let found = connection.applied_migrations().map_err(StorageError::migration)?;
    let foreign = found.iter().map(MigrationVersion::to_string).filter(|step| !known.contains(step)).max();
    if let Some(found) = foreign {
        let known = known.last().cloned().unwrap_or_default();
        return Err(StorageError::Newer { found, known });
    }
    connection.run_pending_migrations(steps).map(drop).map_err(StorageError::migration)
}

pub(crate) fn is_ours(connection: &mut Conn) -> Result<bool, StorageError> {
    let found: QueryResult<i64> = applied::table.count().get_result(connection);
    match found {
        Ok(steps) => Ok(steps > 0),
        // The table of migrations is missing.
        Err(DieselError::DatabaseError(DatabaseErrorKind::Unknown, reason))
            if reason.message().contains("__diesel_schema_migrations") =>
        {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn is_up_to_date(connection: &mut Conn) -> Result<bool, StorageError> {
    let known = versions(&MigrationSource::<Sqlite>::migrations(&SQLITE).map_err(StorageError::migration)?);
    let found: Vec<String> = applied::table.select(applied::version).load(connection)?;
    Ok(BTreeSet::from_iter(found) == known)
}

fn versions<DB: Backend>(steps: &[Box<dyn Migration<DB>>]) -> BTreeSet<String> {
    steps.iter().map(|step| step.name().version().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_and_postgres_have_the_same_migrations() {
        let sqlite = versions(&MigrationSource::<Sqlite>::migrations(&SQLITE).unwrap());
        let postgres = versions(&MigrationSource::<Pg>::migrations(&POSTGRES).unwrap());
        assert_eq!(sqlite, postgres);
        assert!(!sqlite.is_empty());
    }
}
