//! What the tables of data have in common.

use std::collections::HashMap;

/// What a table says where there is none.
pub(crate) const NONE: &str = "-";

/// The lines of a table, without those that explain it.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

/// Rows that are found by their names.
pub(crate) struct Table<R> {
    rows: Vec<R>,
    places: HashMap<String, usize>,
}

impl<R> Table<R> {
    /// Reads a table; a line that cannot be read is left out. No name may be two rows'.
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

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The row at a place that the table gave.
    pub(crate) fn row(&self, place: usize) -> &R {
        &self.rows[place]
    }

    /// The place of the row of a name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }
}
