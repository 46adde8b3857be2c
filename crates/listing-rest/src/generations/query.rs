//! The query parameters of the list of generations.

use actix_web::web::Query;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jiff::Timestamp;
use listing_domain::generation::{GenerationCursor, GenerationFilter};
use listing_domain::request::Violation;
use listing_domain::sku::Sku;
use listing_http::ApiError;

/// The default of `limit`.
const DEFAULT_LIMIT: u32 = 20;
/// The number of known parameters. A longer query must repeat one or have an unknown one.
const MAX_PARAMETERS: usize = 5;
/// The maximum of `limit`.
const MAX_LIMIT: u32 = 100;

/// The parameters of the list.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ListQuery {
    pub(crate) limit: u32,
    pub(crate) after: Option<GenerationCursor>,
    pub(crate) filter: GenerationFilter,
}

/// Returns the pairs of a query.
pub(crate) fn query_pairs(query: &str, max: usize) -> Result<Vec<(String, String)>, ApiError> {
    let pairs = Query::<Vec<(String, String)>>::from_query(query)
        .map_err(|_| ApiError::invalid("The query must be pairs of a name and a value"))?;
    if pairs.len() > max {
        let message = format!("must have at most {max} parameters");
        return Err(ApiError::violations(&[Violation::new("The query", message)]));
    }
    Ok(pairs.into_inner())
}

impl ListQuery {
    /// Parses a query. An unknown or repeated parameter is an error: a filter that is ignored would return
    /// too much.
    pub(super) fn parse(query: &str) -> Result<Self, ApiError> {
        let pairs = query_pairs(query, MAX_PARAMETERS)?;
        let parsed = Self::of_pairs(&pairs, DEFAULT_LIMIT, MAX_LIMIT);
        parsed.map_err(|violations| ApiError::violations(&violations))
    }

    /// Reads the pairs of a query.
    pub(crate) fn of_pairs(
        pairs: &[(String, String)],
        default_limit: u32,
        max_limit: u32,
    ) -> Result<Self, Vec<Violation>> {
        let mut parsed = Self { limit: default_limit, after: None, filter: GenerationFilter::default() };
        let mut violations = Vec::new();
        for (position, (name, value)) in pairs.iter().enumerate() {
            let is_repeated = pairs[..position].iter().any(|(earlier, _)| earlier == name);
            let outcome = if is_repeated {
                Err(Violation::new("The query", "must name each parameter only once"))
            } else {
                parsed.set(name, value, max_limit)
            };
            violations.extend(outcome.err());
        }
        if violations.is_empty() { Ok(parsed) } else { Err(violations) }
    }

    fn set(&mut self, name: &str, value: &str, max_limit: u32) -> Result<(), Violation> {
        match name {
            "limit" => self.limit = limit(value, max_limit)?,
            "cursor" => self.after = Some(position(value)?),
            "sku" => self.filter.sku = Some(Sku::parse("sku", value)?),
            "from" => self.filter.from = Some(GenerationFilter::parse_from("from", value)?),
            "to" => self.filter.to = Some(GenerationFilter::parse_to("to", value)?),
            _ => {
                let accepted = "must have only the parameters limit, cursor, sku, from and to";
                return Err(Violation::new("The query", accepted));
            }
        }
        Ok(())
    }
}

fn limit(value: &str, max: u32) -> Result<u32, Violation> {
    let limit = value.parse().ok().filter(|limit| (1..=max).contains(limit));
    limit.ok_or_else(|| Violation::new("limit", format!("must be a whole number from 1 to {max}")))
}

/// Returns the opaque text of a position.
pub(crate) fn cursor(place: GenerationCursor) -> String {
    let GenerationCursor { created_at, id } = place;
    BASE64_URL_SAFE_NO_PAD.encode(format!("{}.{id}", created_at.as_microsecond()))
}

fn position(text: &str) -> Result<GenerationCursor, Violation> {
    let read = || {
        let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let (micros, id) = text.split_once('.')?;
        let created_at = Timestamp::from_microsecond(micros.parse().ok()?).ok()?;
        Some(GenerationCursor { created_at, id: id.parse().ok()? })
    };
    read().ok_or_else(|| Violation::new("cursor", "must be the nextCursor of an earlier response"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_counts_from_its_begin_to_its_end() {
        let query = ListQuery::parse("from=2026-11-01&to=2026-11-30&sku=+A%3D1+&limit=100").unwrap();
        let GenerationFilter { sku, from, to } = query.filter;
        assert_eq!(from, Some(at("2026-11-01T00:00:00Z")));
        assert_eq!(to, Some(at("2026-12-01T00:00:00Z")));
        assert_eq!(sku.as_ref().map(Sku::as_str), Some("A=1"));
        assert_eq!(query.limit, 100);
        let query = ListQuery::parse("from=2026-11-01T08:30:00%2B01:00").unwrap();
        assert_eq!(query.filter.from, Some(at("2026-11-01T07:30:00Z")));
        assert_eq!((query.limit, query.after), (20, None));
    }

    #[test]
    fn a_cursor_is_read_back() {
        let id = "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e".parse().unwrap();
        let place = GenerationCursor { created_at: at("2026-11-21T10:00:00.000001Z"), id };
        let query = ListQuery::parse(&format!("cursor={}", cursor(place))).unwrap();
        assert_eq!(query.after, Some(place));
    }

    #[test]
    fn every_invalid_parameter_is_named() {
        for (query, message) in [
            ("limit=0", "limit must be a whole number from 1 to 100"),
            ("limit=101", "limit must be a whole number from 1 to 100"),
            ("limit=ten", "limit must be a whole number from 1 to 100"),
            ("cursor=", "cursor must be the nextCursor"),
            ("cursor=MTIzNC54", "cursor must be the nextCursor"),
            ("sku=", "sku must be one line of 1 to 50"),
            ("from=yesterday", "from must be a date"),
            ("from=2026-13-01", "from must be a date"),
            ("to=2026-11-30T12:00:00", "to must be a date"),
            ("to=9999-12-31", "to must be a date"),
            ("SKU=1", "The query must have only the parameters"),
            ("limit=1&limit=2", "The query must name each parameter only once"),
        ] {
            let refused = ListQuery::parse(query).unwrap_err();
            assert!(refused.message().starts_with(message), "{query}: {}", refused.message());
        }
        let both = ListQuery::parse("limit=0&from=x").unwrap_err();
        assert!(both.message().contains("limit must") && both.message().contains("from must"));
    }
}
