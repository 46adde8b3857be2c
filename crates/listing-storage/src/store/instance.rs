//! Processes that hold units, and the signs of their life.

use diesel::prelude::*;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::Store;
use crate::connection::{Conn, insert_new};
use crate::error::{Stop, StorageError};
use crate::rows::micros;
use crate::schema::instance;

/// A process that has given no sign of life for so long is gone. With a sign
/// every [`Store::BEAT`] and a sweep as often, what it held is back well within
/// a minute.
const GONE_AFTER: SignedDuration = SignedDuration::from_secs(30);

/// Signs of life older than this are of no use to anybody.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(24);

/// This process, by the name that it holds units under.
pub(super) struct Instance(pub(super) String);

impl Store {
    /// How often a process says that it lives, and looks for what is overdue.
    pub const BEAT: SignedDuration = SignedDuration::from_secs(10);

    /// Holds units in the name of this process, which must then say every
    /// [`Store::BEAT`] that it lives ([`Store::beat`]): what it holds goes back
    /// soon after it has ceased to. `id` must be new with every start.
    #[must_use]
    pub fn in_the_name_of(self, id: Uuid) -> Self {
        Self { instance: Some(Instance(id.to_string())), ..self }
    }

    /// Says that this process lives. To be called before anything is held.
    ///
    /// # Errors
    /// Why it could not be written.
    pub async fn beat(&self, now: Timestamp) -> Result<(), StorageError> {
        let Some(Instance(id)) = &self.instance else { return Ok(()) };
        let id = id.clone();
        self.database.write(move |conn| note(conn, &id, now)).await.map_err(never_refused)
    }
}

fn note(conn: &mut Conn, id: &str, now: Timestamp) -> Result<(), Stop<std::convert::Infallible>> {
    let row = (instance::id.eq(id), instance::seen_at.eq(micros(now)));
    if insert_new!(conn, instance::table, row, unless instance::id)? == 0 {
        diesel::update(instance::table.find(id)).set(instance::seen_at.eq(micros(now))).execute(conn)?;
        return Ok(());
    }
    let old = micros(now.saturating_sub(REMEMBERED).unwrap_or(Timestamp::MIN));
    diesel::delete(instance::table.filter(instance::seen_at.lt(old))).execute(conn)?;
    Ok(())
}

fn never_refused(stop: Stop<std::convert::Infallible>) -> StorageError {
    match stop {
        Stop::Refused(never) => match never {},
        Stop::Failed(error) => error,
    }
}

/// Since when a process must have given a sign of life to count as living.
pub(super) fn alive_since(now: Timestamp) -> Timestamp {
    now.saturating_sub(GONE_AFTER).unwrap_or(Timestamp::MIN)
}
