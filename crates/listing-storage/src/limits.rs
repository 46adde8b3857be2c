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
    /// How long a statement may take, in PostgreSQL. Default 5 s. The server ends it; when
    /// not even that is heard within [`DatabaseLimits::ANSWER_MARGIN`], the connection is given up.
    pub statement: Duration,
}

impl DatabaseLimits {
    /// How much longer than a statement may take its answer is awaited.
    pub const ANSWER_MARGIN: Duration = Duration::from_secs(1);
    /// How long PostgreSQL may take to accept a connection (`connect_timeout`).
    pub const CONNECT: Duration = Duration::from_secs(5);
    /// How long data that were sent to PostgreSQL may stay unacknowledged by its machine
    /// (`tcp_user_timeout`).
    pub const UNACKNOWLEDGED: Duration = Duration::from_secs(5);
    /// How long a connection to PostgreSQL is idle before the system asks whether the other end
    /// is still there (`keepalives_idle`). Routers forget connections that are idle for minutes.
    pub const KEEPALIVE_IDLE: Duration = Duration::from_secs(30);
    /// The pause between two such questions (`keepalives_interval`).
    pub const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
    /// How many of them may go unanswered (`keepalives_count`).
    pub const KEEPALIVE_COUNT: u32 = 3;
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
