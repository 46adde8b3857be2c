//! Limits the failed calls to AI services that an account may cause per day, since each of them costs money.

use std::sync::Arc;
use std::time::Duration;

use jiff::civil::Time;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

use super::WriteError;
use crate::ids::AccountId;
use crate::ports::{Clock, ExpenseBook};

/// The default limit of failed calls to AI services per account and day (UTC).
pub const FAILED_CALLS: u32 = 100;

/// Refuses an account that has reached its limit of failed calls for the day. Outages of a service do not
/// count: no request causes them, and the refusal would last longer than they do. If the expense book fails,
/// the account is not refused.
///
/// # Errors
/// [`WriteError::TooManyFailures`].
pub(super) async fn refuse_after_failures(
    book: Option<&Arc<dyn ExpenseBook>>,
    clock: &dyn Clock,
    account: AccountId,
    limit: Option<u32>,
) -> Result<(), WriteError> {
    let (Some(book), Some(limit)) = (book, limit) else { return Ok(()) };
    let now = clock.now();
    let midnight = midnight_before(now);
    let Ok(lines) = book.costs(account, midnight).await else { return Ok(()) };
    let failed: u64 = lines.iter().map(|line| line.calls - line.good - line.outages).sum();
    if failed < u64::from(limit) {
        return Ok(());
    }
    let next = midnight.saturating_add(SignedDuration::from_hours(24)).unwrap_or(now);
    let wait = Duration::try_from(next.duration_since(now)).unwrap_or_default();
    Err(WriteError::TooManyFailures { limit, retry_after: wait })
}

fn midnight_before(at: Timestamp) -> Timestamp {
    let midnight = Offset::UTC.to_datetime(at).date().to_datetime(Time::midnight());
    Offset::UTC.to_timestamp(midnight).unwrap_or(at)
}
