//! Shared code for the data tables.

use std::collections::HashMap;

/// The mark for a missing value in a table.
pub(crate) const NONE: &str = "-";

/// Returns the lines of a table without its comments.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

pub(crate) struct Table<R> {
    rows: Vec<R>,
    places: HashMap<String, usize>,
}

impl<R> Table<R> {
    /// Reads a table, skipping lines that `parse` refuses. No two rows may share a name.
    pub(crate) fn read(
        table: &'static str,
        parse: fn(&'static str) -> Option<R>,
        names: fn(&R) -> Vec<String>,
    ) -> Self {
        let rows: Vec<R> = lines(table).filter_map(parse).collect();
        let of_row = |(place, row): (usize, &R)| {
            names(row).into_iter().map(move |name| (name, place)).collect::<Vec<_>>()
        };
        let places = rows.iter().enumerate().flat_map(of_row).collect();
        Self { rows, places }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the row at an index that this table returned.
    pub(crate) fn row(&self, place: usize) -> &R {
        &self.rows[place]
    }

    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }
}
