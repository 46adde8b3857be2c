//! The request for a unit that most tests make.

use jiff::{SignedDuration, Timestamp};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::HoldRequest;

/// A request for a unit that is held for five minutes, from the command line and under no
/// idempotency key.
pub fn holding(
    reservation: ReservationId,
    account: AccountId,
    free_limit: u32,
    now: Timestamp,
) -> HoldRequest {
    let expires_at = now.saturating_add(SignedDuration::from_mins(5)).unwrap_or(Timestamp::MAX);
    HoldRequest { reservation, account, free_limit, now, expires_at, idempotency: None, origin: Origin::CLI }
}
