//! Finds phone numbers, unlike sizes, model numbers, dates and bar codes.

use super::chars::fold;
use super::phrases::AllPhrases;
use super::spans::{Span, is_word};

/// In an international number.
const MAX_DIGITS: usize = 15;
/// In an international number.
const MIN_INTERNATIONAL: usize = 8;
/// After a word for phones ("tel 555-1234").
const MIN_ANNOUNCED: usize = 7;

/// In ISBNs that resemble phone numbers.
const BOOK_DIGITS: usize = 10;

/// Groups of digits. The number begins with 0 and a digit from 1 to 9.
const FRENCH: &[&[usize]] = &[
    &[10],
    &[2, 2, 2, 2, 2],
    &[1, 1, 2, 2, 2, 2],
    &[1, 9],
    &[1, 3, 3, 3],
    &[4, 2, 2, 2],
    &[4, 3, 3],
    &[4, 6],
    &[2, 8],
    &[2, 4, 4],
    &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
];
/// Groups of digits. Area and exchange code begin with 2 to 9.
const AMERICAN: &[&[usize]] = &[&[3, 3, 4], &[1, 3, 3, 4], &[3, 7]];

pub(super) fn find(chars: &[char], phrases: AllPhrases) -> Vec<Span> {
    let groups = digit_groups(chars);
    let mut found = Vec::new();
    let mut first = 0;
    while first < groups.len() {
        if let Some(count) = number_at(chars, &groups[first..], phrases) {
            found.push(span_of(chars, &groups[first..first + count]));
            first += count;
        } else {
            first += 1;
        }
    }
    found
}

fn digit_groups(chars: &[char]) -> Vec<Span> {
    let mut groups: Vec<Span> = Vec::new();
    for (i, _) in chars.iter().enumerate().filter(|(_, c)| c.is_ascii_digit()) {
        match groups.last_mut() {
            Some(group) if group.end == i => group.end += 1,
            _ => groups.push(i..i + 1),
        }
    }
    groups
}

/// In groups of digits from the first; `None` if no phone number starts there.
fn number_at(chars: &[char], groups: &[Span], phrases: AllPhrases) -> Option<usize> {
    let start = groups[0].start;
    let before = start.checked_sub(1).map(|i| chars[i]);
    let is_announced_number = is_announced(chars, start, phrases);
    if before.is_some_and(is_word) && !is_announced_number {
        return None;
    }
    let joined = joined_count(chars, groups);
    let groups = &groups[..joined];
    let digits = |count: usize| groups[..count].iter().map(ExactSizeIterator::len).sum::<usize>();
    let all: String = groups.iter().flat_map(|group| &chars[group.clone()]).collect();
    let is_international = before == Some('+') || (all.starts_with("00") && !all.starts_with("000"));
    let longest = (1..=joined).rev().find(|count| digits(*count) <= MAX_DIGITS);
    // An ISBN may begin with two zeros, like an international number.
    let is_book = |count: usize| is_book_number(chars, start, &all[..digits(count)]);
    if (1..=joined).any(is_book) {
        return None;
    }
    if let Some(count) = longest {
        let is_enough = (is_international
            && digits(count) >= MIN_INTERNATIONAL
            && !is_bar_code(&all[..digits(count)], before))
            || (is_announced_number && digits(count) >= MIN_ANNOUNCED);
        if is_enough {
            return Some(count);
        }
    }
    let national = |shapes: &[&[usize]], fits: fn(&str) -> bool| {
        let shape = shapes.iter().find(|shape| has_shape(groups, shape))?;
        fits(&all[..shape.iter().sum()]).then_some(shape.len())
    };
    national(FRENCH, is_french).or_else(|| national(AMERICAN, is_american))
}

/// Groups from the first with only separators of phone numbers between them.
fn joined_count(chars: &[char], groups: &[Span]) -> usize {
    let are_joined = |pair: &[Span]| {
        let between = &chars[pair[0].end..pair[1].start];
        let signs = between.iter().filter(|c| **c != ' ').count();
        let are_separators =
            between.iter().all(|c| matches!(c, ' ' | '.' | '-' | '/' | '(' | ')' | '_' | '–' | '·'));
        are_separators
            && between.len() <= 3
            && (signs <= 1 || between.contains(&'(') || between.contains(&')'))
    };
    1 + groups.windows(2).take(MAX_DIGITS).take_while(|pair| are_joined(pair)).count()
}

fn has_shape(groups: &[Span], shape: &[usize]) -> bool {
    groups.len() >= shape.len() && groups.iter().zip(shape).all(|(group, digits)| group.len() == *digits)
}

fn is_french(digits: &str) -> bool {
    let mut digits = digits.chars();
    digits.next() == Some('0') && digits.next().is_some_and(|c| c != '0')
}

fn is_american(digits: &str) -> bool {
    let digits = if digits.len() == 11 { digits.strip_prefix('1') } else { Some(digits) };
    digits.is_some_and(|digits| {
        [0, 3].iter().all(|i| digits[*i..].starts_with(|c: char| ('2'..='9').contains(&c)))
    })
}

/// With a correct check digit. After a `+`, digits are not a bar code.
fn is_bar_code(digits: &str, before: Option<char>) -> bool {
    let weighted = |(i, digit): (usize, u32)| if i % 2 == 0 { digit } else { 3 * digit };
    let sum: u32 = digits.chars().rev().filter_map(|c| c.to_digit(10)).enumerate().map(weighted).sum();
    before != Some('+') && digits.len() >= 12 && !digits.starts_with("0033") && sum.is_multiple_of(10)
}

/// After the word "ISBN", with the right length and check digit, which alone would accept one in eleven phone
/// numbers.
fn is_book_number(chars: &[char], start: usize, digits: &str) -> bool {
    if digits.len() != BOOK_DIGITS {
        return false;
    }
    let sum: u32 =
        digits.chars().filter_map(|c| c.to_digit(10)).zip((1..=10).rev()).map(|(d, w)| d * w).sum();
    word_before(chars, start).starts_with("isbn") && sum.is_multiple_of(11)
}

fn is_announced(chars: &[char], start: usize, phrases: AllPhrases) -> bool {
    let word = word_before(chars, start);
    phrases.has(&word, |phrases| phrases.phone_announcements)
}

/// In lower case without accents, skipping signs in between.
fn word_before(chars: &[char], number_start: usize) -> String {
    let signs = |c: &char| matches!(c, ' ' | ':' | '.' | '(' | '+' | '-' | '=');
    let before: Vec<char> =
        chars[number_start.saturating_sub(40)..number_start].iter().rev().copied().collect();
    let from = before.iter().position(|c| !signs(c)).unwrap_or(before.len());
    let word = before[from..].iter().take_while(|c| c.is_alphabetic());
    word.map(|c| fold(*c)).collect::<Vec<_>>().into_iter().rev().collect()
}

fn span_of(chars: &[char], groups: &[Span]) -> Span {
    let first = groups[0].start;
    let end = groups[groups.len() - 1].end;
    let start = (0..first).rev().take_while(|i| matches!(chars[*i], '+' | '(')).last().unwrap_or(first);
    start..end
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
    fn phone_numbers_are_found() {
        for number in [
            "06 12 34 56 78",
            "0612345678",
            "06.12.34.56.78",
            "06-12-34-56-78",
            "06/12/34/56/78",
            "0 6 1 2 3 4 5 6 7 8",
            "+33 6 12 34 56 78",
            "+33612345678",
            "+33 (0)6 12 34 56 78",
            "0033 6 12 34 56 78",
            "0033612345678",
            "0800 123 456",
            "212-555-1234",
            "(212) 555-1234",
            "1-212-555-1234",
            "+44 20 7946 0958",
        ] {
            check(number, &[number]);
            check(&format!("Veste, taille 40 : {number}, merci"), &[number]);
        }
        check("tel 555-1234", &["555-1234"]);
        check("38 40 06 12 34 56 78", &["06 12 34 56 78"]);
    }

    #[test]
    fn numbers_that_are_not_phone_numbers_are_kept() {
        for text in [
            "Levi’s 501",
            "RTX 4090",
            "44/46",
            "taille 38 40 42 44 46",
            "120 x 80 x 45 cm",
            "01/02/2024 15h30",
            "EAN 3017620422003",
            "EAN 0012345678905",
            "ISBN 2070368228",
            "ISBN 978-2-07-036822-8",
            "ISBN : 0140328726 / 9780140328721",
            "ISBN 0020442203",
            "ISBN 0020442203 - 1976",
            "ISBN 207036822X / 9782070368228",
            "Modèle : GSR 12V-15",
            "Model: WH-1000XM4",
            "Nintendo HAC-001",
            "Philips HD9318/20",
            "MDR-7506",
            "1 200,50",
            "2 x 128 Go, 2021",
            "modèle A0612345678",
            "ref. 3000000",
        ] {
            check(text, &[]);
        }
    }
}
