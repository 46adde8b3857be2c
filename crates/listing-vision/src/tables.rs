//! Tables of tab-separated columns, compiled into the program.

/// Without comments and empty lines.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}
