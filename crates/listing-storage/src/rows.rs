//! Converts column values to the domain's types, or to an [`Inconsistency`] that names the table, column and
//! row.

use std::str::FromStr;

use jiff::Timestamp;
use listing_domain::ports::BoxError;

use crate::error::Inconsistency;

#[derive(Clone, Copy)]
pub(crate) struct ColumnRef<'a> {
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
    pub(crate) row: &'a str,
}

impl ColumnRef<'_> {
    pub(crate) fn wrong(self, source: impl Into<BoxError>) -> Inconsistency {
        let Self { table, column, row } = self;
        Inconsistency::Value { table, column, row: row.to_owned(), source: source.into() }
    }

    pub(crate) fn parse<T>(self, text: &str) -> Result<T, Inconsistency>
    where
        T: FromStr<Err: Into<BoxError>>,
    {
        text.parse().map_err(|error: T::Err| self.wrong(error))
    }

    pub(crate) fn moment(self, micros: i64) -> Result<Timestamp, Inconsistency> {
        Timestamp::from_microsecond(micros).map_err(|error| self.wrong(error))
    }

    pub(crate) fn units(self, units: i64) -> Result<u32, Inconsistency> {
        u32::try_from(units).map_err(|error| self.wrong(error))
    }

    pub(crate) fn digest(self, bytes: &[u8]) -> Result<[u8; 32], Inconsistency> {
        bytes.try_into().map_err(|error: std::array::TryFromSliceError| self.wrong(error))
    }
}

/// Microseconds since 1970.
pub(crate) fn micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

/// The error for a missing row that another row refers to.
pub(crate) fn missing(table: &'static str, row: &str) -> Inconsistency {
    Inconsistency::RowCount { table, row: row.to_owned(), found: 0, expected: 1 }
}

pub(crate) fn ensure_one(found: usize, table: &'static str, row: &str) -> Result<(), Inconsistency> {
    ensure_all(found, 1, table, row)
}

/// `row` names one of the rows for the message.
pub(crate) fn ensure_all(
    found: usize,
    expected: usize,
    table: &'static str,
    row: &str,
) -> Result<(), Inconsistency> {
    if found == expected {
        return Ok(());
    }
    Err(Inconsistency::RowCount { table, row: row.to_owned(), found, expected })
}

#[cfg(test)]
mod tests {
    use listing_domain::account::Plan;

    use super::*;

    #[test]
    fn error_names_table_row_and_column_of_a_wrong_value() {
        let cell = ColumnRef { table: "account", column: "plan", row: "a1" };
        assert_eq!(cell.parse::<Plan>("pro_annual").unwrap(), Plan::ProAnnual);
        let error = cell.parse::<Plan>("gold").unwrap_err();
        assert_eq!(error.to_string(), "table account, row a1: invalid value in column plan");
        assert!(cell.units(-1).is_err());
        assert!(cell.digest(&[0; 31]).is_err());
        assert!(cell.moment(i64::MAX).is_err());
    }

    #[test]
    fn moments_are_stored_to_the_microsecond() {
        let at: Timestamp = "2026-11-21T10:00:00.123456Z".parse().unwrap();
        let cell = ColumnRef { table: "ledger", column: "at", row: "1" };
        assert_eq!(cell.moment(micros(at)).unwrap(), at);
    }
}
