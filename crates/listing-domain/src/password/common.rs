//! Passwords that attackers try first: a popular word with capitals, digits, signs and digits for letters
//! ("P@ssw0rd2024"), two such words joined by digits, neighboring keys, dates, repetitions. Other
//! combinations of words are accepted, however common each is.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::text::fold;
use crate::tsv::lines;

/// The alphabet, the digits, and the rows and columns of QWERTY and AZERTY keyboards, including those of
/// signs. A part is called a run, such as "azer" or "345".
const ROWS: [&str; 31] = [
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "!@#$%^&*()_+",
    "&é\"'(-è_çà)=",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm,./",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn,;:!",
    "1qaz",
    "2wsx",
    "3edc",
    "4rfv",
    "5tgb",
    "6yhn",
    "7ujm",
    "8ik,",
    "9ol.",
    "0p;/",
    "1aqw",
    "2zsx",
    "147",
    "258",
    "369",
    "0852",
    "159",
    "357",
    "1470",
    "8ik;",
    "9ol:",
];

/// Forward and backward, each on its own line.
static RUNS: LazyLock<String> = LazyLock::new(|| {
    let back = ROWS.iter().map(|row| row.chars().rev().collect::<String>());
    ROWS.iter().map(|&row| row.to_owned()).chain(back).collect::<Vec<_>>().join("\n")
});

/// Lengths of the pieces compared with runs and dates, in characters. Longer runs consist of several; dates
/// have 4, 6 or 8 digits.
const PIECE_LENGTHS: [usize; 5] = [3, 4, 5, 6, 8];
/// Digits outside runs and dates that count as decoration on each side of a word.
const MAX_EXTRA_DIGITS: usize = 4;
/// A text is still made of runs if one in this many of its characters is in none.
const RUN_CHARS_PER_EXTRA: usize = 5;
/// For words joined by digits.
const MIN_JOINED_CHARS: usize = 3;
/// For a pattern, and a word of an email.
const MIN_PATTERN_CHARS: usize = 4;

/// From `common.txt`, in the spelling of [`unleet`].
static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let words = lines(include_str!("common.txt")).flat_map(str::split_whitespace);
    words.map(|word| word.chars().map(unleet).collect()).collect()
});

/// Above the length of every listed word.
const WORD_CHARS_BOUND: usize = 40;

/// Shorter than the words in the list.
const SHORT_MONTHS: [&str; 13] =
    ["jan", "feb", "fev", "mar", "apr", "avr", "mai", "may", "jun", "jul", "sep", "oct", "dec"];

/// Shorter than the words in the list.
const SERVICE_NAMES: [&str; 1] = ["ptl"];

pub(super) fn is_common(text: &str, email: &str) -> bool {
    let typed: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let is_common_with = |signs| {
        let text = plain(text, signs);
        is_pattern(&text) || is_one_word(&text, &email_words(email, signs)) || is_joined_by_digits(&text)
    };
    // A sign may replace a letter, or merely decorate.
    is_pattern(&typed) || is_common_with(Signs::AsLetters) || is_common_with(Signs::Dropped)
}

/// Signs that replace letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signs {
    AsLetters,
    Dropped,
}

/// In lower case without accents: letters, digits, and optionally the signs that replace letters.
fn plain(text: &str, signs: Signs) -> Vec<char> {
    let is_retained = |c: &char| c.is_alphanumeric() || (signs == Signs::AsLetters && unleet(*c) != *c);
    let folded = text.chars().map(fold).filter(is_retained);
    let parts = folded.flat_map(|c| match c {
        'œ' => ['o', 'e'].into_iter().take(2),
        'æ' => ['a', 'e'].into_iter().take(2),
        _ => [c, c].into_iter().take(1),
    });
    parts.collect()
}

/// I and L are equal, because 1 replaces both.
const fn unleet(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' | '|' | 'l' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        _ => c,
    }
}

/// The whole address, the name before the `@`, its words, and the name without the part after a plus.
fn email_words(email: &str, signs: Signs) -> Vec<Vec<char>> {
    let name = email.rsplit_once('@').map_or(email, |(name, _)| name);
    let parts = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| part.chars().nth(MIN_PATTERN_CHARS - 1).is_some());
    let untagged = name.split('+').next().unwrap_or(name);
    let words = [email, name, untagged].into_iter().chain(parts);
    let words = words.map(|word| plain(word, signs).into_iter().map(unleet).collect::<Vec<_>>());
    words.filter(|word| !word.is_empty()).collect()
}

/// Only a repetition or a sequence.
fn is_pattern(text: &[char]) -> bool {
    text.len() >= MIN_PATTERN_CHARS && (is_repeated(text) || is_of_runs(text))
}

/// As in "abcabcab". The last repetition may be incomplete.
fn is_repeated(text: &[char]) -> bool {
    (1..=text.len() / 2).any(|period| text[period..] == text[..text.len() - period])
}

/// Except for a few characters.
fn is_of_runs(text: &[char]) -> bool {
    let costs = cost_before(text, |_| 1);
    costs.last().is_some_and(|&cost| cost <= text.len() / RUN_CHARS_PER_EXTRA)
}

/// One commonly tried word with digits, runs, dates and signs around it.
fn is_one_word(text: &[char], own: &[Vec<char>]) -> bool {
    let char_cost = |c: char| match c {
        _ if c.is_numeric() => 1,
        _ if c.is_alphanumeric() => usize::MAX,
        _ => 0,
    };
    let (before, after) = (cost_before(text, char_cost), cost_after(text, char_cost));
    let is_letter = |c: &char| c.is_alphabetic();
    if let (Some(start), Some(last)) = (text.iter().position(is_letter), text.iter().rposition(is_letter))
        && before[start] <= MAX_EXTRA_DIGITS
        && after[last + 1] <= MAX_EXTRA_DIGITS
        && is_pattern(&text[start..=last])
    {
        return true;
    }
    let letters: Vec<char> = text.iter().copied().map(unleet).collect();
    let starts = (0..text.len()).filter(|&start| before[start] <= MAX_EXTRA_DIGITS);
    let ends: Vec<usize> = (1..=text.len()).filter(|&end| after[end] <= MAX_EXTRA_DIGITS).collect();
    let mut words =
        starts.flat_map(|start| ends.iter().filter(move |&&end| end > start).map(move |&end| (start, end)));
    words.any(|(start, end)| {
        let word = &letters[start..end];
        own.iter().any(|own| own == word) || is_listed(word)
    })
}

/// In the spelling of [`unleet`]: listed, or a short name of a month or of the service.
fn is_listed(word: &[char]) -> bool {
    if word.len() >= WORD_CHARS_BOUND {
        return false;
    }
    let is_word = |short: &&str| short.chars().map(unleet).eq(word.iter().copied());
    WORDS.contains(&word.iter().collect::<String>()) || SHORT_MONTHS.iter().chain(&SERVICE_NAMES).any(is_word)
}

/// Any word twice, or two listed words.
fn is_joined_by_digits(text: &[char]) -> bool {
    let is_digit = |c: &char| c.is_numeric();
    let Some(start) = text.iter().position(is_digit) else { return false };
    let digits = text[start..].iter().take_while(|c| is_digit(c)).count();
    let (first, second) = (&text[..start], &text[start + digits..]);
    let is_word = |word: &[char]| word.len() >= MIN_JOINED_CHARS && word.iter().all(|c| c.is_alphabetic());
    let is_known = |word: &[char]| is_listed(&word.iter().copied().map(unleet).collect::<Vec<_>>());
    is_word(first)
        && is_word(second)
        && (first == second || (digits <= MAX_EXTRA_DIGITS && is_known(first) && is_known(second)))
}

/// The cost of the characters before each index: nothing in runs and dates. The cheapest division into runs,
/// dates and single characters counts.
fn cost_before(text: &[char], char_cost: impl Fn(char) -> usize) -> Vec<usize> {
    let mut costs = vec![0; text.len() + 1];
    for at in 1..=text.len() {
        let alone = char_cost(text[at - 1]).saturating_add(costs[at - 1]);
        let lengths = PIECE_LENGTHS.iter().filter(|&&length| length <= at);
        let pieces =
            lengths.filter(|&&length| is_piece(&text[at - length..at])).map(|length| costs[at - length]);
        costs[at] = pieces.fold(alone, usize::min);
    }
    costs
}

/// The same from each index on.
fn cost_after(text: &[char], char_cost: impl Fn(char) -> usize) -> Vec<usize> {
    let mut costs = vec![0; text.len() + 1];
    for at in (0..text.len()).rev() {
        let alone = char_cost(text[at]).saturating_add(costs[at + 1]);
        let lengths = PIECE_LENGTHS.iter().filter(|&&length| length <= text.len() - at);
        let pieces =
            lengths.filter(|&&length| is_piece(&text[at..at + length])).map(|length| costs[at + length]);
        costs[at] = pieces.fold(alone, usize::min);
    }
    costs
}

/// A run or a date.
fn is_piece(text: &[char]) -> bool {
    let is_same = text.iter().all(|c| *c == text[0]);
    is_same || is_date(text) || RUNS.contains(&text.iter().collect::<String>())
}

/// A year, or a date in a customary order.
fn is_date(text: &[char]) -> bool {
    let Some(digits) = text.iter().map(|c| c.to_digit(10)).collect::<Option<Vec<u32>>>() else {
        return false;
    };
    let number = |digits: &[u32]| digits.iter().fold(0, |number, digit| number * 10 + digit);
    let is_year = |digits: &[u32]| (1900..2100).contains(&number(digits));
    let is_month = |digits: &[u32]| (1..=12).contains(&number(digits));
    let is_day = |digits: &[u32]| (1..=31).contains(&number(digits));
    let is_day_and_month = |two: &[u32]| {
        (is_day(&two[..2]) && is_month(&two[2..])) || (is_month(&two[..2]) && is_day(&two[2..]))
    };
    match digits.len() {
        4 => is_year(&digits),
        6 => is_day_and_month(&digits[..4]) || is_day_and_month(&digits[2..]),
        8 => {
            (is_day_and_month(&digits[..4]) && is_year(&digits[4..]))
                || (is_year(&digits[..4]) && is_day_and_month(&digits[4..]))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
