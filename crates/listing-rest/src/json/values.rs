//! Parsers of values that several requests have.

use std::borrow::Cow;
use std::str::FromStr;

use listing_domain::UnknownCode;
use listing_domain::metadata::Metadata;
use listing_domain::request::Violation;
use listing_domain::sku::Sku;
use listing_http::ApiError;
use serde::Deserialize;

use super::lenient::{Entries, Lenient, Object, Text};

/// Returns the text of a body.
///
/// # Errors
/// 400 when it is not UTF-8.
pub(crate) fn utf8(body: &[u8]) -> Result<&str, ApiError> {
    std::str::from_utf8(body).map_err(|_| ApiError::invalid("The request body must be UTF-8"))
}

/// Reads a body that must be a JSON object.
///
/// # Errors
/// 400 when it is not one.
pub(crate) fn read<'de, T: Deserialize<'de>>(body: &'de str) -> Result<Object<T>, ApiError> {
    // RFC 8259 lets a parser ignore a byte order mark, which PowerShell and some editors write.
    let json = body.strip_prefix('\u{feff}').unwrap_or(body);
    match serde_json::from_str::<Lenient<Object<T>>>(json) {
        Ok(Lenient::Given(object)) => Ok(object),
        Ok(Lenient::Absent | Lenient::WrongType) => {
            Err(ApiError::invalid("The request body must be a JSON object"))
        }
        // These messages contain a position or the name of a duplicate known field, and nothing of the body.
        Err(error) => Err(ApiError::invalid(format!("The request body must be valid JSON: {error}"))),
    }
}

/// Returns the value, or records the violation and returns `None`.
pub(crate) fn or_record<T>(outcome: Result<T, Violation>, violations: &mut Vec<Violation>) -> Option<T> {
    outcome.map_err(|violation| violations.push(violation)).ok()
}

/// Parses a code of a closed list. A non-string fails like an unknown code, and the error lists the codes.
pub(crate) fn parse<T>(field: &str, value: &Lenient<Text<'_>>) -> Result<T, Violation>
where
    T: FromStr<Err = UnknownCode>,
{
    let text = match value {
        Lenient::Given(Text(text)) => text.as_ref(),
        Lenient::Absent | Lenient::WrongType => "",
    };
    text.parse().map_err(|unknown: UnknownCode| {
        Violation::new(field, format!("must be one of {}", unknown.accepted()))
    })
}

/// Parses an optional code with a default.
pub(crate) fn code<T>(field: &str, value: &Lenient<Text<'_>>, violations: &mut Vec<Violation>) -> T
where
    T: FromStr<Err = UnknownCode> + Default,
{
    optional(field, value, violations).unwrap_or_default()
}

/// Parses an optional code.
pub(crate) fn optional<T>(
    field: &str,
    value: &Lenient<Text<'_>>,
    violations: &mut Vec<Violation>,
) -> Option<T>
where
    T: FromStr<Err = UnknownCode>,
{
    match value {
        Lenient::Absent => None,
        Lenient::Given(_) | Lenient::WrongType => or_record(parse(field, value), violations),
    }
}

/// Parses a stock number, if present.
pub(crate) fn sku(value: Lenient<Text<'_>>) -> Result<Option<Sku>, Violation> {
    match value {
        Lenient::Absent => Ok(None),
        Lenient::Given(Text(text)) => Sku::parse("sku", &text).map(Some),
        Lenient::WrongType => Err(Violation::new("sku", "must be a string")),
    }
}

/// Parses metadata; missing ones are empty.
pub(crate) fn metadata(value: Lenient<Entries<'_>>) -> Result<Metadata, Violation> {
    match value {
        Lenient::Absent => Ok(Metadata::default()),
        Lenient::Given(Entries(entries)) => {
            pairs(entries).and_then(|pairs| Metadata::parse("metadata", pairs))
        }
        Lenient::WrongType => Err(Violation::new("metadata", "must be an object of strings")),
    }
}

/// Returns the pairs of metadata, or the position of a value that is not a string.
fn pairs(entries: Vec<(Cow<'_, str>, Lenient<Text<'_>>)>) -> Result<Vec<(String, String)>, Violation> {
    let pair = |(position, (key, value)): (usize, (Cow<'_, str>, Lenient<Text<'_>>))| match value {
        Lenient::Given(Text(value)) => Ok((key.into_owned(), value.into_owned())),
        Lenient::Absent | Lenient::WrongType => {
            Err(Violation::new(format!("metadata[{position}]"), "must be a string"))
        }
    };
    entries.into_iter().enumerate().map(pair).collect()
}
