//! What the tables of data have in common.

/// What a table says where there is none.
pub(crate) const NONE: &str = "-";

/// The lines of a table, without those that explain it.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}
