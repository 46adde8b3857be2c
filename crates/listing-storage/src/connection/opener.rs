//! Opens the pool's connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use diesel::connection::{InstrumentationEvent, SimpleConnection as _};
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::{Conn, open, parameters};
use crate::error::StorageError;
use crate::limits::DatabaseLimits;
use crate::location::Location;

/// Makes PostgreSQL use indexes. A cached plan from when a table was small would scan it long after it
/// has grown.
const BY_KEY: &str = "SET enable_seqscan = off";

/// The statement timeout of this connection, in milliseconds; 0 for none.
const STATEMENT_TIMEOUT: &str = "SELECT setting::bigint FROM pg_settings WHERE name = 'statement_timeout'";

/// Opens the pool's connections. Those to SQLite are read-only.
pub(super) struct Opener {
    pub(super) location: Location,
    pub(super) limits: DatabaseLimits,
}

impl Opener {
    pub(super) fn open(&self) -> Result<(Conn, Arc<Heartbeat>), StorageError> {
        let mut conn = open(&self.location, &self.limits)?;
        let mut patience = None;
        match (&mut conn, &self.location) {
            (Conn::Postgres(postgres), Location::Server(address)) => {
                postgres.batch_execute(BY_KEY)?;
                patience = Some(self.limits.statement);
                if parameters::sets(address, "statement_timeout") {
                    let setting = diesel::dsl::sql::<BigInt>(STATEMENT_TIMEOUT);
                    let own: i64 = setting.get_result(postgres)?;
                    patience = u64::try_from(own).ok().filter(|own| *own > 0).map(Duration::from_millis);
                }
            }
            (Conn::Sqlite(sqlite), _) => sqlite.batch_execute("PRAGMA query_only = ON;")?,
            (Conn::Postgres(_), Location::File(_)) => {}
        }
        let patience = patience.map(|statement| statement + DatabaseLimits::ANSWER_MARGIN);
        let heartbeat = Arc::new(Heartbeat { began: Instant::now(), beat: AtomicU64::new(0), patience });
        if let Conn::Postgres(postgres) = &mut conn {
            let heartbeat = Arc::clone(&heartbeat);
            postgres.set_instrumentation(move |_: InstrumentationEvent<'_>| heartbeat.beat());
        }
        Ok((conn, heartbeat))
    }
}

/// The last activity of a connection: each statement beats at its beginning and its end.
pub(crate) struct Heartbeat {
    began: Instant,
    /// Milliseconds after `began`.
    beat: AtomicU64,
    /// Longest silence; `None` without a statement timeout.
    patience: Option<Duration>,
}

impl Heartbeat {
    pub(super) fn beat(&self) {
        let elapsed = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.beat.store(elapsed, Ordering::Relaxed);
    }

    /// Time left until the silence is too long; `None` without a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        self.patience.map(|patience| self.left_of(patience))
    }

    /// Time left of a patience.
    pub(super) fn left_of(&self, patience: Duration) -> Duration {
        let beat = Duration::from_millis(self.beat.load(Ordering::Relaxed));
        patience.saturating_sub(self.began.elapsed().saturating_sub(beat))
    }
}
