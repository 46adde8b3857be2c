//! Filters of lists of generations.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::sku::Sku;
use crate::violation::Violation;

/// The generations to list; by default all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GenerationFilter {
    /// Only those with this stock number.
    pub sku: Option<Sku>,
    /// Charged since this moment.
    pub from: Option<Timestamp>,
    /// Charged before this moment.
    pub to: Option<Timestamp>,
}

impl GenerationFilter {
    /// Parses the begin: a day, from its midnight in UTC, or a moment in RFC 3339.
    pub fn parse_from(field: &str, text: &str) -> Result<Timestamp, Violation> {
        parse(field, text, Some)
    }

    /// Parses the end: a day, which is included, or a moment in RFC 3339, which is not.
    pub fn parse_to(field: &str, text: &str) -> Result<Timestamp, Violation> {
        parse(field, text, |date| date.tomorrow().ok())
    }
}

fn parse(field: &str, text: &str, day: impl FnOnce(Date) -> Option<Date>) -> Result<Timestamp, Violation> {
    // The parser of dates would ignore a time of day.
    let date = (text.len() == 10).then(|| text.parse().ok()).flatten().and_then(day);
    let midnight = date.and_then(|date| Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp()));
    midnight.or_else(|| text.parse().ok()).ok_or_else(|| {
        Violation::new(field, "must be a date (2026-11-30) or a moment (2026-11-30T12:00:00Z)")
    })
}
