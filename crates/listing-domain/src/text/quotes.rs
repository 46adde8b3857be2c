//! Removes quotes around a whole line.

const PAIRS: [(char, char); 9] = [
    ('"', '"'),
    ('\'', '\''),
    ('“', '”'),
    ('”', '”'),
    ('„', '“'),
    ('„', '”'),
    ('«', '»'),
    ('‘', '’'),
    ('‹', '›'),
];

/// Quotes around only a part of the line stay.
pub(super) fn without_outer(line: &str) -> &str {
    let mut line = line.trim();
    while let Some(inside) = inside(line) {
        line = inside;
    }
    line
}

fn inside(line: &str) -> Option<&str> {
    let (opening, closing) = *PAIRS.iter().find(|(opening, closing)| {
        let bare = line.trim_end_matches('.');
        line.starts_with(*opening) && bare.ends_with(*closing) && bare.len() > opening.len_utf8()
    })?;
    let inside = line.trim_end_matches('.').strip_prefix(opening)?.strip_suffix(closing)?.trim();
    let is_whole = !inside.contains([opening, closing]) && !inside.is_empty();
    is_whole.then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_around_the_whole_line_are_removed() {
        let check = |line: &str, expected: &str| assert_eq!(without_outer(line), expected, "{line}");
        for line in [
            "\"Veste noire\"",
            "“Veste noire”",
            "« Veste noire »",
            "'Veste noire'",
            "„Veste noire“.",
            "\"“Veste noire”\"",
        ] {
            check(line, "Veste noire");
        }
        for line in [
            "\"Veste\" et \"jupe\"",
            "Livre « Le Petit Prince »",
            "« Dune » de Frank Herbert",
            "Cadre 24\"",
            "'90s Levi's 'red tab'",
            "\"",
            "\"\"",
        ] {
            check(line, line);
        }
    }
}
