//! Conversions of dates and amounts that all languages share.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use listing_domain::expense::MicroUsd;

/// Returns a time as date and time of day in UTC.
pub(super) fn civil(at: &Timestamp) -> DateTime {
    Offset::UTC.to_datetime(*at)
}

/// Returns an amount's whole dollars and cents, rounded to the nearest cent.
pub(super) const fn dollars_and_cents(amount: MicroUsd) -> (u64, u64) {
    let cents = amount.millionths().saturating_add(5_000) / 10_000;
    (cents / 100, cents % 100)
}
