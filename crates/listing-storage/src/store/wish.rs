//! Wishes, as they are stored with other things.

use listing_domain::marketplace::Platform;
use listing_domain::request::{Platforms, Wish};

use crate::error::Inconsistency;
use crate::rows::ColumnRef;

/// The columns of a wish: platforms, language, tone, quality.
pub(super) type WishRow = (String, String, String, String);

/// The platforms in one column.
pub(super) fn codes(platforms: &Platforms) -> String {
    let codes: Vec<&str> = platforms.as_slice().iter().map(|platform| platform.code()).collect();
    codes.join(",")
}

/// A wish from its columns, and where they are.
pub(super) fn wish(
    row: &WishRow,
    [platforms, language, tone, quality]: [ColumnRef<'_>; 4],
) -> Result<Wish, Inconsistency> {
    let codes = row.0.split(',').map(|code| platforms.parse(code));
    let asked: Vec<Platform> = codes.collect::<Result<_, _>>()?;
    Ok(Wish {
        platforms: Platforms::new(asked).map_err(|error| platforms.wrong(error))?,
        language: language.parse(&row.1)?,
        tone: tone.parse(&row.2)?,
        quality: quality.parse(&row.3)?,
        market: None,
    })
}
