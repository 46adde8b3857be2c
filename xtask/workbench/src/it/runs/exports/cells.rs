//! Expected cells, and how a cell may differ from the text that was put in.
//!
//! A sign that begins a formula gets an apostrophe, at the beginning of a cell and after each sign that some
//! spreadsheet takes for a separator. All else is unchanged.

use super::shown;

/// The signs at the beginning of a formula.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A cell as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    /// A value of the program.
    Exact(String),
    /// A text with apostrophes.
    Text(String),
    /// The beginning of a text with apostrophes, of at most so many characters and at least two thirds of them.
    Beginning(String, usize),
    /// HTML that shows a text.
    Html(String),
    /// Lower-case words that end with an item's identity.
    Handle(String),
}

impl Cell {
    pub(super) fn exact(text: impl Into<String>) -> Self {
        Self::Exact(text.into())
    }

    /// A text on one line.
    pub(super) fn line(text: &str) -> Self {
        Self::Text(flat(text))
    }

    /// Returns the difference. `html` is the text that a browser shows for the cell.
    pub(super) fn difference(&self, found: &str, html: Option<&str>) -> Option<String> {
        let (is_same, expected) = match self {
            Self::Exact(text) => (found == text, text),
            Self::Text(text) => (without_apostrophes(found, text) == Some(""), text),
            Self::Beginning(text, max) => {
                let length = found.chars().count();
                let is_long = length * 3 > max * 2 || length >= text.chars().count();
                (length <= *max && is_long && without_apostrophes(found, text).is_some(), text)
            }
            Self::Html(text) => (html == Some(text), text),
            Self::Handle(id) => (is_handle(found) && found.ends_with(id), id),
        };
        let rule = match self {
            Self::Text(_) | Self::Beginning(..) => ", with apostrophes before formulas",
            Self::Exact(_) | Self::Html(_) | Self::Handle(_) => "",
        };
        (!is_same).then(|| format!("{} instead of {}{rule}", shown(html.unwrap_or(found)), shown(expected)))
    }
}

/// Returns the words of a text on one line.
pub(super) fn flat(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns a text with line feeds as its only control characters.
pub(super) fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n").replace('\t', " ");
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

fn is_handle(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-')
}

fn begins_formula(text: &str) -> bool {
    let is_skipped = |c: char| c == '"' || (c.is_whitespace() && c != '\n' && c != '\r');
    text.starts_with(['\t', '\r']) || text.trim_start_matches(is_skipped).starts_with(SIGNS)
}

/// Returns the rest of the text of which a cell is the beginning; `None` if the cell has another text, lacks
/// an apostrophe or has one too many.
fn without_apostrophes<'a>(cell: &str, text: &'a str) -> Option<&'a str> {
    let (mut cell, mut text, mut is_start) = (cell, text, true);
    loop {
        if is_start && begins_formula(text) {
            if cell.is_empty() {
                return Some(text);
            }
            cell = cell.strip_prefix('\'')?;
        }
        let Some(sign) = cell.chars().next() else { return Some(text) };
        text = text.strip_prefix(sign)?;
        cell = &cell[sign.len_utf8()..];
        is_start = matches!(sign, ';' | '\t' | '\n' | '\r');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_with_other_text_or_apostrophes_is_a_difference() {
        for (cell, text) in [("'=1", "=1"), ("a;'=1", "a;=1"), ("a", "a"), ("'\t'=1", "\t=1"), ("''=", "'=")]
        {
            let expected = (cell != "''=").then_some("");
            assert_eq!(without_apostrophes(cell, text), expected, "{cell:?}");
        }
        for (cell, text) in [("=1", "=1"), ("'a", "a"), ("a;=1", "a;=1"), ("b", "a")] {
            assert_eq!(without_apostrophes(cell, text), None, "{cell:?}");
        }
        assert_eq!(Cell::exact("ab").difference("a", None).unwrap(), "\"a\" instead of \"ab\"");
        assert_eq!(Cell::Beginning("abcdef".to_owned(), 3).difference("abc", None), None);
        assert!(Cell::Beginning("abcdef".to_owned(), 3).difference("ab", None).is_some());
        assert!(Cell::Beginning("abcdef".to_owned(), 3).difference("abcd", None).is_some());
    }
}
