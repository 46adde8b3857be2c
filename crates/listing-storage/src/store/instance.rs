//! Processes that hold units, and the signs of their life.

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
use crate::error::{Stop, StorageError};
use crate::rows::micros;
use crate::schema::instance;

/// A process that has given no sign of life for so long is gone. With a sign
/// every [`Store::BEAT`] and a sweep as often, what it held is back well within
/// a minute.
const GONE_AFTER: SignedDuration = SignedDuration::from_secs(30);

/// Signs of life older than this, a day in microseconds, are of no use to
/// anybody.
const REMEMBERED_MICROS: i64 = 24 * 3_600 * 1_000_000;

/// This process.
pub(super) struct Instance {
    /// The name that it holds units under.
    pub(super) id: String,
    /// How far the database server's clock is ahead of this process's, in
    /// microseconds; a SQLite file has no clock of its own.
    ahead: AtomicI64,
}

impl Store {
    /// How often a process says that it lives, and looks for what is overdue.
    pub const BEAT: SignedDuration = SignedDuration::from_secs(10);

    /// Holds units in the name of this process, which must then say every
    /// [`Store::BEAT`] that it lives ([`Store::beat`]): what it holds goes back
    /// soon after it has ceased to. `id` must be new with every start.
    #[must_use]
    pub fn in_the_name_of(self, id: Uuid) -> Self {
        Self { instance: Some(Instance { id: id.to_string(), ahead: AtomicI64::new(0) }), ..self }
    }

    /// Says that this process lives, and compares its clock with the database
    /// server's. To be called before anything is held.
    ///
    /// # Errors
    /// Why it could not be written.
    pub async fn beat(&self, now: Timestamp) -> Result<(), StorageError> {
        let Some(Instance { id, ahead }) = &self.instance else { return Ok(()) };
        let id = id.clone();
        let noted = self.database.write(move |conn| {
            let told = server_clock(conn)?.unwrap_or(micros(now));
            note(conn, &id, told).map(|()| told)
        });
        let told = noted.await.map_err(never_refused)?;
        ahead.store(told - micros(now), Ordering::Relaxed);
        Ok(())
    }

    /// Gives back every unit that this process holds, and tells how many: it ends,
    /// and nobody works for them any more. Nothing is held under no name.
    ///
    /// # Errors
    /// Why not all could be given back; the others have it done when this process
    /// was not seen for a while.
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

    /// A moment of this process's clock by the database server's, so that the
    /// instances agree on months and on what is overdue, however their clocks
    /// differ.
    pub(super) fn moment(&self, now: Timestamp) -> Timestamp {
        let ahead = self.instance.as_ref().map_or(0, |instance| instance.ahead.load(Ordering::Relaxed));
        now.saturating_add(SignedDuration::from_micros(ahead)).unwrap_or(now)
    }
}

/// What the database server's clock shows, in microseconds since 1970.
fn server_clock(conn: &mut Conn) -> Result<Option<i64>, StorageError> {
    let Conn::Postgres(conn) = conn else { return Ok(None) };
    let clock = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    Ok(Some(diesel::select(diesel::dsl::sql::<BigInt>(clock)).get_result(conn)?))
}

fn note(conn: &mut Conn, id: &str, now: i64) -> Result<(), Stop<Infallible>> {
    let row = (instance::id.eq(id), instance::seen_at.eq(now));
    if insert_new!(conn, instance::table, row, unless instance::id)? == 0 {
        diesel::update(instance::table.find(id)).set(instance::seen_at.eq(now)).execute(conn)?;
        return Ok(());
    }
    let old = instance::seen_at.lt(now.saturating_sub(REMEMBERED_MICROS));
    diesel::delete(instance::table.filter(old)).execute(conn)?;
    Ok(())
}

fn never_refused(stop: Stop<Infallible>) -> StorageError {
    match stop {
        Stop::Refused(never) => match never {},
        Stop::Failed(error) => error,
    }
}

/// Since when a process must have given a sign of life to count as living.
pub(super) fn alive_since(now: Timestamp) -> Timestamp {
    now.saturating_sub(GONE_AFTER).unwrap_or(Timestamp::MIN)
}
