//! Splits a text into words, numbers and marks.

use std::ops::Range;

use crate::text::fold;

/// A word, a number or a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// For comparison: lower case without accents, numbers with a decimal point.
    pub(crate) text: String,
    pub(crate) kind: TokenKind,
    /// In bytes.
    pub(crate) range: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word,
    Number,
    Mark,
}

impl Token {
    pub(crate) fn is_mark(&self, mark: char) -> bool {
        self.kind == TokenKind::Mark && self.text.starts_with(mark)
    }

    pub(crate) fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }

    pub(crate) fn number(&self) -> Option<f64> {
        if self.kind == TokenKind::Number { self.text.parse().ok() } else { None }
    }
}

/// A word ends where a number begins ("W32", "95B"). Marks within a word ("d’usage", "quasi-neuf") are left
/// out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let byte_at = |at: usize| chars.get(at).map_or(text.len(), |(byte, _)| *byte);
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&(start, first)) = chars.get(at) {
        let kind = kind_of(first);
        let next = match kind {
            Some(TokenKind::Number) => end_of_number(&chars, at),
            Some(TokenKind::Word) => {
                at + chars[at..].iter().take_while(|(_, c)| kind_of(*c) == Some(TokenKind::Word)).count()
            }
            Some(TokenKind::Mark) | None => at + 1,
        };
        let joins = |c: char| matches!(fold(c), '\'' | '-') && is_between_letters(&chars, at);
        if let Some(kind) = kind.filter(|kind| *kind != TokenKind::Mark || !joins(first)) {
            let range = start..byte_at(next);
            tokens.push(Token { text: folded(&text[range.clone()], kind), kind, range });
        }
        at = next;
    }
    tokens
}

fn kind_of(c: char) -> Option<TokenKind> {
    if c.is_whitespace() || c.is_control() {
        None
    } else if c.is_ascii_digit() {
        Some(TokenKind::Number)
    } else if c.is_alphabetic() {
        Some(TokenKind::Word)
    } else {
        Some(TokenKind::Mark)
    }
}

/// With up to two decimals.
fn end_of_number(chars: &[(usize, char)], start: usize) -> usize {
    let digits =
        |from: usize| chars[from.min(chars.len())..].iter().take_while(|(_, c)| c.is_ascii_digit()).count();
    let integer_end = start + digits(start);
    let is_point = chars.get(integer_end).is_some_and(|(_, c)| matches!(c, '.' | ','));
    match digits(integer_end + 1) {
        decimals @ 1..=2 if is_point => integer_end + 1 + decimals,
        _ => integer_end,
    }
}

fn is_between_letters(chars: &[(usize, char)], at: usize) -> bool {
    let is_letter =
        |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(|(_, c)| c.is_alphabetic());
    is_letter(at.checked_sub(1)) && is_letter(Some(at + 1))
}

fn folded(text: &str, kind: TokenKind) -> String {
    match kind {
        TokenKind::Number => text.replace(',', "."),
        TokenKind::Word => text.chars().map(fold).collect::<String>().replace('œ', "oe").replace('æ', "ae"),
        TokenKind::Mark => text.chars().map(fold).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_split_into_tokens() {
        let check = |text: &str, expected: &[&str]| {
            let found = tokens(text);
            assert_eq!(found.iter().map(|token| token.text.as_str()).collect::<Vec<_>>(), expected);
        };
        check("État d’usage, quasi-neuf !", &["etat", "d", "usage", ",", "quasi", "neuf", "!"]);
        check("W32L34", &["w", "32", "l", "34"]);
        check("15,6\" / 7.5", &["15.6", "\"", "/", "7.5"]);
        check("95%coton, 5 % lin", &["95", "%", "coton", ",", "5", "%", "lin"]);
        check("6-9 mois", &["6", "-", "9", "mois"]);
        check("1.234", &["1", ".", "234"]);
        check("", &[]);
    }

    #[test]
    fn token_range_selects_its_text() {
        let text = "Très œuvre 12";
        let words: Vec<&str> = tokens(text).into_iter().map(|token| &text[token.range]).collect();
        assert_eq!(words, ["Très", "œuvre", "12"]);
        assert_eq!(tokens(text)[1].text, "oeuvre");
    }
}
