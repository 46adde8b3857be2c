use jiff::{SignedDuration, Timestamp};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::HoldRequest;

/// A command-line request without an idempotency key, which holds a unit for five minutes.
pub fn holding(
    reservation: ReservationId,
    account: AccountId,
    free_limit: u32,
    now: Timestamp,
) -> HoldRequest {
    let expires_at = now.saturating_add(SignedDuration::from_mins(5)).unwrap_or(Timestamp::MAX);
    HoldRequest {
        reservation,
        account,
        free_limit,
        now,
        expires_at,
        idempotency: None,
        is_free: false,
        origin: Origin::CLI,
    }
}
