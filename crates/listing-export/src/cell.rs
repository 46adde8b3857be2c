//! Cells that no spreadsheet takes for a formula.

/// The signs at the beginning of a formula. The full-width ones count in Asian locales.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Returns the text with an apostrophe before each part in which a spreadsheet would find a formula, for any
/// separator. Other texts stay as they are.
///
/// In locales with the semicolon as separator, a spreadsheet ignores the quotes around the text. It starts a
/// new cell after each semicolon and line break. The same holds for tabs.
pub fn cell(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 1);
    let mut rest = text;
    loop {
        if begins_formula(rest) {
            safe.push('\'');
        }
        let Some(at) = rest.find([';', '\t', '\n', '\r']) else { break };
        safe.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
    }
    safe.push_str(rest);
    safe
}

/// Returns true when no spreadsheet finds a formula in a text.
pub(crate) fn is_safe(text: &str) -> bool {
    cell(text) == text
}

/// Returns true for a sign that begins a formula.
pub(crate) fn is_sign(sign: char) -> bool {
    SIGNS.contains(&sign)
}

/// Returns true for a sign that a spreadsheet skips at the beginning of a cell.
pub(crate) fn is_skipped(sign: char) -> bool {
    sign == '"' || (sign.is_whitespace() && !matches!(sign, '\n' | '\r'))
}

/// Returns true when a spreadsheet takes a cell with this beginning for a formula. Leading spaces and quotes
/// do not count.
fn begins_formula(text: &str) -> bool {
    text.starts_with(['\t', '\r']) || text.trim_start_matches(is_skipped).starts_with(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_formulas_is_unchanged() {
        for text in ["Veste = belle", "38; 40 ; 42", "a, -10 %", "Lin ;\nCoton", "a\tb", ""] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("a;=1\r\n- b"), "a;'=1\r\n'- b");
        assert_eq!(cell("a\t=1"), "a\t'=1");
        assert_eq!(cell("＝1"), "'＝1");
    }

    #[test]
    fn safe_text_stays_safe() {
        for text in ["=1", "a;\"=1", "a\n -1;@x", "\t=1", "\r\n+1"] {
            let safe = cell(text);
            assert!(is_safe(&safe) && !is_safe(text), "{text:?}");
        }
    }
}
