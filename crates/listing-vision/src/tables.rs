//! Tables of tab-separated columns, which are part of the program.

/// The lines of a table, without empty ones and those that explain it.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}
