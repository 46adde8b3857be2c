//! Stores listing options in the columns of other tables.

use listing_domain::marketplace::Platform;
use listing_domain::request::{ListingOptions, Platforms};

use crate::error::Inconsistency;
use crate::rows::ColumnRef;

/// Platforms, language, tone, quality.
pub(super) type OptionsRow = (String, String, String, String);

pub(super) fn codes(platforms: &[Platform]) -> String {
    let codes: Vec<&str> = platforms.iter().map(|platform| platform.code()).collect();
    codes.join(",")
}

pub(super) fn options(
    row: &OptionsRow,
    [platforms, language, tone, quality]: [ColumnRef<'_>; 4],
) -> Result<ListingOptions, Inconsistency> {
    Ok(ListingOptions {
        platforms: Platforms::new(parse_platforms(&row.0, platforms)?)
            .map_err(|error| platforms.wrong(error))?,
        language: language.parse(&row.1)?,
        tone: tone.parse(&row.2)?,
        quality: quality.parse(&row.3)?,
        market: None,
    })
}

pub(super) fn parse_platforms(text: &str, cell: ColumnRef<'_>) -> Result<Vec<Platform>, Inconsistency> {
    text.split(',').filter(|code| !code.is_empty()).map(|code| cell.parse(code)).collect()
}
