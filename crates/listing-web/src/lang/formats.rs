//! Conversions of dates and amounts, common to all languages.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use listing_domain::expense::MicroUsd;

/// Returns a time in UTC.
pub(super) fn civil(at: &Timestamp) -> DateTime {
    Offset::UTC.to_datetime(*at)
}

/// Returns an amount in whole dollars and rounded cents.
pub(super) const fn dollars_and_cents(amount: MicroUsd) -> (u64, u64) {
    let cents = amount.millionths().saturating_add(5_000) / 10_000;
    (cents / 100, cents % 100)
}
