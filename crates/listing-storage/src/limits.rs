//! How much a database is asked at once, and how long it is waited for.

use std::time::Duration;

/// How much a database is asked at once, and how long it is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatabaseLimits {
    /// Connections to PostgreSQL, which read and write. Default 8: more would only queue up
    /// inside the server.
    pub connections: u32,
    /// How long a step waits for its turn, and for the lock of a SQLite file that another
    /// program has. Default 5 s.
    pub turn: Duration,
    /// How long a step waits for a connection. Default 2 s.
    pub connection: Duration,
    /// How long a statement waits for rows that another step has, in PostgreSQL. Default 2 s.
    pub lock: Duration,
    /// How long a statement may take, in PostgreSQL. Default 5 s.
    pub statement: Duration,
}

impl Default for DatabaseLimits {
    fn default() -> Self {
        Self {
            connections: 8,
            turn: Duration::from_secs(5),
            connection: Duration::from_secs(2),
            lock: Duration::from_secs(2),
            statement: Duration::from_secs(5),
        }
    }
}
