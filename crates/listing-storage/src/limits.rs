use std::time::Duration;

/// Limits of the load on a database and of the time that its steps (pieces of database work) wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatabaseLimits {
    /// Connections to PostgreSQL, which read and write. Default 8: more would only queue inside the server.
    pub connections: u32,
    /// Longest wait of a write until it begins, and for another program's lock on a SQLite file. Default 5 s.
    pub turn: Duration,
    /// Longest wait of a step for a free connection. Default 2 s.
    pub connection: Duration,
    /// Longest wait of a PostgreSQL statement for rows locked by another step. Default 2 s.
    pub lock: Duration,
    /// PostgreSQL's statement timeout. Default 5 s. A connection without an answer is given up
    /// [`DatabaseLimits::ANSWER_MARGIN`] later.
    pub statement: Duration,
}

impl DatabaseLimits {
    /// Time for an answer to arrive after the statement timeout.
    pub const ANSWER_MARGIN: Duration = Duration::from_secs(1);
    /// Time for PostgreSQL to accept a connection (`connect_timeout`).
    pub const CONNECT: Duration = Duration::from_secs(5);
    /// Longest time for PostgreSQL's machine to acknowledge data (`tcp_user_timeout`).
    pub const UNACKNOWLEDGED: Duration = Duration::from_secs(5);
    /// Idle time before a keepalive probe to PostgreSQL (`keepalives_idle`). Routers forget connections that
    /// are idle for minutes.
    pub const KEEPALIVE_IDLE: Duration = Duration::from_secs(30);
    /// Pause between two probes (`keepalives_interval`).
    pub const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
    /// Unanswered probes after which a connection is lost (`keepalives_count`).
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
