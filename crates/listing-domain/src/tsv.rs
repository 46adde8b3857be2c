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
    indices: HashMap<String, usize>,
}

impl<R> Table<R> {
    /// Reads a table, skipping lines that `parse` refuses. No two rows may share a name.
    pub(crate) fn read(
        table: &'static str,
        parse: fn(&'static str) -> Option<R>,
        names: fn(&R) -> Vec<String>,
    ) -> Self {
        let rows: Vec<R> = lines(table).filter_map(parse).collect();
        let row_names = |(index, row): (usize, &R)| {
            names(row).into_iter().map(move |name| (name, index)).collect::<Vec<_>>()
        };
        let indices = rows.iter().enumerate().flat_map(row_names).collect();
        Self { rows, indices }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the row at an index that this table returned.
    pub(crate) fn row(&self, index: usize) -> &R {
        &self.rows[index]
    }

    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.indices.get(name).copied()
    }
}
