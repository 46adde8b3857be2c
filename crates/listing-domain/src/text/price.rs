//! Finds prices in a text.

use super::chars::fold;
use super::phrases::AllPhrases;
use super::spans::{Span, is_word};

pub(super) fn find(chars: &[char], phrases: AllPhrases) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = number_end(chars, at);
        let start = sign_before(chars, at);
        match (start, unit_end(chars, end, phrases)) {
            (start, Some(unit)) => found.push(start.unwrap_or(at)..unit),
            (Some(start), None) => found.push(start..end),
            (None, None) => {}
        }
        at = found.last().map_or(end, |span| span.end.max(end));
    }
    found
}

/// With groups of three digits and decimals.
fn number_end(chars: &[char], start: usize) -> usize {
    let digits =
        |from: usize| (from..chars.len()).find(|i| !chars[*i].is_ascii_digit()).unwrap_or(chars.len());
    let mut end = digits(start);
    loop {
        let next = digits((end + 1).min(chars.len()));
        let continues = match chars.get(end) {
            Some('.' | ',' | '\'' | '’') => next > end + 1,
            Some(' ') => next == end + 4,
            _ => false,
        };
        if !continues {
            return end;
        }
        end = next;
    }
}

fn sign_before(chars: &[char], number: usize) -> Option<usize> {
    let sign = (0..number).rev().find(|i| chars[*i] != ' ')?;
    is_currency(chars[sign]).then_some(sign)
}

/// With cents after it: the "50" of "45€50".
fn unit_end(chars: &[char], number_end: usize, phrases: AllPhrases) -> Option<usize> {
    let sign = (number_end..chars.len()).find(|i| !matches!(chars[*i], ' ' | '.' | ',' | '-'))?;
    if is_currency(chars[sign]) {
        return (sign + 1..=chars.len()).find(|i| chars.get(*i).is_none_or(|c| !c.is_ascii_digit()));
    }
    let unit = (number_end..chars.len()).find(|i| chars[*i] != ' ')?;
    let end = (unit..chars.len()).find(|i| !is_word(chars[*i])).unwrap_or(chars.len());
    let word: String = chars[unit..end].iter().map(|c| fold(*c)).collect();
    phrases.has(&word, |phrases| phrases.currency_words).then_some(end)
}

const fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{A2}'..='\u{A5}' | '\u{20A0}'..='\u{20CF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::phrases;
    use crate::text::spans::found;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(found(|chars| find(chars, phrases()), text), expected, "{text}");
    }

    #[test]
    fn prices_are_found() {
        for price in [
            "45 €",
            "45€",
            "45,- €",
            "45€50",
            "$20",
            "$ 20.50",
            "1 200,50 €",
            "30 euros",
            "30EUR",
            "£5",
            "20 dollars",
        ] {
            check(price, &[price]);
            check(&format!("Veste taille 40 prix {price} ferme"), &[price]);
        }
        check("45 € ou 50 €", &["45 €", "50 €"]);
    }

    #[test]
    fn numbers_that_are_not_prices_are_kept() {
        for text in
            ["EUR 42", "taille 42", "pointure EUR 42 2/3", "20 pounds", "5 eurosport", "USD", "€", "501"]
        {
            check(text, &[]);
        }
    }
}
