//! Records the running processes that hold quota units, and their heartbeats.

use std::convert::Infallible;
use std::sync::atomic::{AtomicI64, Ordering};

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use listing_domain::origin::Origin;
use listing_domain::ports::{QuotaError, QuotaLedger as _};
use uuid::Uuid;

use super::{Store, ledger};
use crate::connection::{Conn, insert_new};
use crate::error::{StepError, StorageError};
use crate::rows::micros;
use crate::schema::instance;

/// After this time without a heartbeat, a process counts as gone. Others check every
/// [`Store::HEARTBEAT_INTERVAL`], so its units become available well within a minute.
const GONE_AFTER: SignedDuration = SignedDuration::from_secs(30);

/// A heartbeat's row is deleted after a day, in microseconds.
const RETENTION_MICROS: i64 = 24 * 3_600 * 1_000_000;

pub(super) struct Instance {
    pub(super) id: String,
    /// The lead of the database server's clock over this process's, in microseconds. Zero for SQLite.
    ahead: AtomicI64,
}

impl Store {
    /// Between two heartbeats of a process, and between two releases of overdue units.
    pub const HEARTBEAT_INTERVAL: SignedDuration = SignedDuration::from_secs(10);

    /// Makes the store hold units under the id of this process, which must call [`Store::record_heartbeat`]
    /// every [`Store::HEARTBEAT_INTERVAL`]; soon after its last heartbeat, its units become available. Each
    /// start needs a new `id`.
    #[must_use]
    pub fn with_instance_id(self, id: Uuid) -> Self {
        Self { instance: Some(Instance { id: id.to_string(), ahead: AtomicI64::new(0) }), ..self }
    }

    /// Writes this process's heartbeat and compares its clock with the database server's. Call it before the
    /// process holds any unit.
    pub async fn record_heartbeat(&self, now: Timestamp) -> Result<(), StorageError> {
        let Some(Instance { id, ahead }) = &self.instance else { return Ok(()) };
        let id = id.clone();
        let written = self.database.write(move |conn| {
            let clock = server_clock(conn)?.unwrap_or(micros(now));
            note(conn, &id, clock).map(|()| clock)
        });
        let clock = written.await.map_err(never_refused)?;
        ahead.store(clock - micros(now), Ordering::Relaxed);
        Ok(())
    }

    /// Releases all units that this process holds, before it ends, and returns their number. Releases nothing
    /// without [`Store::with_instance_id`].
    ///
    /// # Errors
    /// A unit could not be released. Other processes release it once this one counts as gone.
    pub async fn release_held(&self, now: Timestamp) -> Result<u64, QuotaError> {
        let Some(Instance { id, .. }) = &self.instance else { return Ok(0) };
        let mut released = 0;
        loop {
            let owner = id.clone();
            let held = self.read(move |conn| ledger::held_by(conn, &owner)).await?;
            if held.is_empty() {
                return Ok(released);
            }
            // All at once, so that a single writer commits them together.
            for outcome in join_all(held.into_iter().map(|id| self.release(id, now, &Origin::SWEEP))).await {
                outcome?;
                released += 1;
            }
        }
    }

    /// Converts to the database server's clock, so that all processes agree on months and overdue units.
    pub(super) fn moment(&self, now: Timestamp) -> Timestamp {
        let ahead = self.instance.as_ref().map_or(0, |instance| instance.ahead.load(Ordering::Relaxed));
        now.saturating_add(SignedDuration::from_micros(ahead)).unwrap_or(now)
    }
}

/// In microseconds; `None` for SQLite.
fn server_clock(conn: &mut Conn) -> Result<Option<i64>, StorageError> {
    let Conn::Postgres(conn) = conn else { return Ok(None) };
    let clock = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    Ok(Some(diesel::select(diesel::dsl::sql::<BigInt>(clock)).get_result(conn)?))
}

fn note(conn: &mut Conn, id: &str, now: i64) -> Result<(), StepError<Infallible>> {
    let row = (instance::id.eq(id), instance::seen_at.eq(now));
    if insert_new!(conn, instance::table, row, unless instance::id)? == 0 {
        diesel::update(instance::table.find(id)).set(instance::seen_at.eq(now)).execute(conn)?;
        return Ok(());
    }
    let old = instance::seen_at.lt(now.saturating_sub(RETENTION_MICROS));
    diesel::delete(instance::table.filter(old)).execute(conn)?;
    Ok(())
}

fn never_refused(error: StepError<Infallible>) -> StorageError {
    match error {
        StepError::Refused(never) => match never {},
        StepError::Failed(error) => error,
    }
}

/// The earliest heartbeat with which a process still counts as running.
pub(super) fn alive_since(now: Timestamp) -> Timestamp {
    now.saturating_sub(GONE_AFTER).unwrap_or(Timestamp::MIN)
}
