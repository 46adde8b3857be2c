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

/// Makes PostgreSQL use indexes. A plan cached while a table was small would scan the whole table even after
/// it has grown.
const BY_KEY: &str = "SET enable_seqscan = off";

/// In milliseconds; 0 means none.
const STATEMENT_TIMEOUT: &str = "SELECT setting::bigint FROM pg_settings WHERE name = 'statement_timeout'";

/// Connections to SQLite are read-only.
pub(super) struct Opener {
    pub(super) location: Location,
    pub(super) limits: DatabaseLimits,
}

impl Opener {
    pub(super) fn open(&self) -> Result<(Conn, Arc<Heartbeat>), StorageError> {
        let mut conn = open(&self.location, &self.limits)?;
        let mut answer_timeout = None;
        match (&mut conn, &self.location) {
            (Conn::Postgres(postgres), Location::Server(address)) => {
                postgres.batch_execute(BY_KEY)?;
                answer_timeout = Some(self.limits.statement);
                if parameters::sets(address, "statement_timeout") {
                    let setting = diesel::dsl::sql::<BigInt>(STATEMENT_TIMEOUT);
                    let stated: i64 = setting.get_result(postgres)?;
                    answer_timeout =
                        u64::try_from(stated).ok().filter(|stated| *stated > 0).map(Duration::from_millis);
                }
            }
            (Conn::Sqlite(sqlite), _) => sqlite.batch_execute("PRAGMA query_only = ON;")?,
            (Conn::Postgres(_), Location::File(_)) => {}
        }
        let answer_timeout = answer_timeout.map(|statement| statement + DatabaseLimits::ANSWER_MARGIN);
        let heartbeat =
            Arc::new(Heartbeat { began: Instant::now(), last_beat: AtomicU64::new(0), answer_timeout });
        if let Conn::Postgres(postgres) = &mut conn {
            let heartbeat = Arc::clone(&heartbeat);
            postgres.set_instrumentation(move |_: InstrumentationEvent<'_>| heartbeat.record());
        }
        Ok((conn, heartbeat))
    }
}

/// The time of a connection's last activity, updated at the beginning and the end of each statement.
pub(crate) struct Heartbeat {
    began: Instant,
    /// In milliseconds after `began`.
    last_beat: AtomicU64,
    /// `None` without a statement timeout.
    answer_timeout: Option<Duration>,
}

impl Heartbeat {
    pub(super) fn record(&self) {
        let elapsed = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last_beat.store(elapsed, Ordering::Relaxed);
    }

    pub(super) fn left(&self) -> Option<Duration> {
        self.answer_timeout.map(|timeout| self.left_within(timeout))
    }

    pub(super) fn left_within(&self, timeout: Duration) -> Duration {
        let last_beat = Duration::from_millis(self.last_beat.load(Ordering::Relaxed));
        timeout.saturating_sub(self.began.elapsed().saturating_sub(last_beat))
    }
}
