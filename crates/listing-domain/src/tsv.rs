//! Reads data tables of tab-separated values.

use std::collections::HashMap;

/// A cell without a value.
pub(crate) const NONE: &str = "-";

/// Without comment lines.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

/// Rows are found by name.
pub(crate) struct Table<R> {
    rows: Vec<R>,
    indices: HashMap<String, usize>,
}

impl<R> Table<R> {
    /// Skips lines that `parse` rejects. No two rows may share one of their `names`.
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

    /// The index is from [`Self::index`].
    pub(crate) fn row(&self, index: usize) -> &R {
        &self.rows[index]
    }

    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.indices.get(name).copied()
    }
}
