use jiff::{SignedDuration, Timestamp};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::payment::{PaymentId, RefundId};
use listing_domain::ports::{HoldRequest, RefundRequest, RefundUnits};

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

/// A refund by command of all that is left of a payment.
pub fn refunding(payment: PaymentId, account: AccountId, at: Timestamp) -> RefundRequest {
    let (id, units) = (RefundId::default(), RefundUnits::Rest);
    RefundRequest { id, payment, account, units, at, origin: Origin::CLI }
}
