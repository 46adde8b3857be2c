//! Passwords that are tried first.
//!
//! Whoever guesses passwords tries a word that people like, with a capital, digits and signs
//! around it and letters written as digits; then two such words with digits between them, keys that lie
//! side by side, dates and what is said twice. Several different words are none of that otherwise,
//! however common each of them is.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::text::fold;
use crate::tsv::lines;

/// What stands in order: the alphabet, the digits, and the rows and columns of QWERTY and AZERTY
/// keyboards, those of signs among them.
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

/// The rows in both directions, each on a line of its own.
static RUNS: LazyLock<String> = LazyLock::new(|| {
    let back = ROWS.iter().map(|row| row.chars().rev().collect::<String>());
    ROWS.iter().map(|&row| row.to_owned()).chain(back).collect::<Vec<_>>().join("\n")
});

/// Runs of these lengths make up all longer ones; dates have 4, 6 or 8 digits.
const PIECES: [usize; 5] = [3, 4, 5, 6, 8];
/// How many digits may stand on each side of a word besides runs and dates.
const LOOSE_DIGITS: usize = 4;
/// A single character for each so many may be in no run.
const LOOSE_IN_RUNS: usize = 5;
/// The shortest words that digits join.
const SHORTEST_JOINED: usize = 3;
/// What has fewer letters and digits is judged by its signs alone.
const FEWEST: usize = 4;

/// The words, spelt as [`spelt`] has them.
static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let words = lines(include_str!("common.txt")).flat_map(str::split_whitespace);
    words.map(|word| word.chars().map(spelt).collect()).collect()
});

/// The longest word of the list has fewer characters.
const LONGEST_WORD: usize = 40;

/// Names of months that are too short for the list.
const SHORT_MONTHS: [&str; 13] =
    ["jan", "feb", "fev", "mar", "apr", "avr", "mai", "may", "jun", "jul", "sep", "oct", "dec"];

/// Names of this service that are too short for the list.
const SERVICE: [&str; 1] = ["ptl"];

/// Whether a password of somebody with an e-mail is among those that are tried first.
pub(super) fn is_common(text: &str, email: &str) -> bool {
    let typed: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let named = |signs| {
        let text = plain(text, signs);
        is_pattern(&text) || is_one_word(&text, &own_words(email, signs)) || is_joined_by_digits(&text)
    };
    // A sign may be there for a letter, or for nothing.
    is_pattern(&typed) || named(Signs::AsLetters) || named(Signs::Dropped)
}

/// What becomes of the signs that are written for letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signs {
    AsLetters,
    Dropped,
}

/// A text in lower case without accents, of letters and digits alone, and perhaps of the signs
/// that are written for letters.
fn plain(text: &str, signs: Signs) -> Vec<char> {
    let is_kept = |c: &char| c.is_alphanumeric() || (signs == Signs::AsLetters && spelt(*c) != *c);
    let folded = text.chars().map(fold).filter(is_kept);
    let parts = folded.flat_map(|c| match c {
        'œ' => ['o', 'e'].into_iter().take(2),
        'æ' => ['a', 'e'].into_iter().take(2),
        _ => [c, c].into_iter().take(1),
    });
    parts.collect()
}

/// The letter for which a character is written. I and L are one, as 1 is written for both.
const fn spelt(c: char) -> char {
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

/// What is known of somebody by their e-mail: all of it, its name with and without what follows a
/// plus, and the name's own words.
fn own_words(email: &str, signs: Signs) -> Vec<Vec<char>> {
    let name = email.rsplit_once('@').map_or(email, |(name, _)| name);
    let parts =
        name.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().nth(FEWEST - 1).is_some());
    let untagged = name.split('+').next().unwrap_or(name);
    let words = [email, name, untagged].into_iter().chain(parts);
    let words = words.map(|word| plain(word, signs).into_iter().map(spelt).collect::<Vec<_>>());
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether a text has no word but the one that its pattern repeats or follows.
fn is_pattern(text: &[char]) -> bool {
    text.len() >= FEWEST && (is_repeated(text) || is_of_runs(text))
}

/// Whether a text is one chunk twice or more, the last time perhaps in part.
fn is_repeated(text: &[char]) -> bool {
    (1..=text.len() / 2).any(|period| text[period..] == text[..text.len() - period])
}

/// Whether a text is of runs and dates, but for few characters.
fn is_of_runs(text: &[char]) -> bool {
    let loose = loose_before(text, |_| 1);
    loose.last().is_some_and(|&loose| loose <= text.len() / LOOSE_IN_RUNS)
}

/// Whether a text is one word that is tried first, with digits, runs, dates and signs around it.
fn is_one_word(text: &[char], own: &[Vec<char>]) -> bool {
    let price = |c: char| match c {
        _ if c.is_numeric() => 1,
        _ if c.is_alphanumeric() => usize::MAX,
        _ => 0,
    };
    let (before, after) = (loose_before(text, price), loose_after(text, price));
    let is_letter = |c: &char| c.is_alphabetic();
    if let (Some(start), Some(last)) = (text.iter().position(is_letter), text.iter().rposition(is_letter))
        && before[start] <= LOOSE_DIGITS
        && after[last + 1] <= LOOSE_DIGITS
        && is_pattern(&text[start..=last])
    {
        return true;
    }
    let letters: Vec<char> = text.iter().copied().map(spelt).collect();
    let starts = (0..text.len()).filter(|&start| before[start] <= LOOSE_DIGITS);
    let ends: Vec<usize> = (1..=text.len()).filter(|&end| after[end] <= LOOSE_DIGITS).collect();
    let mut words =
        starts.flat_map(|start| ends.iter().filter(move |&&end| end > start).map(move |&end| (start, end)));
    words.any(|(start, end)| {
        let word = &letters[start..end];
        own.iter().any(|own| own == word) || is_listed(word)
    })
}

/// Whether a word, as [`spelt`] has it, is in the list, or the short name of a month or of the service.
fn is_listed(word: &[char]) -> bool {
    if word.len() >= LONGEST_WORD {
        return false;
    }
    let is_word = |short: &&str| short.chars().map(spelt).eq(word.iter().copied());
    WORDS.contains(&word.iter().collect::<String>()) || SHORT_MONTHS.iter().chain(&SERVICE).any(is_word)
}

/// Whether a text is a word, digits, and a word: the same one again, whichever it is, or both of the list.
fn is_joined_by_digits(text: &[char]) -> bool {
    let is_digit = |c: &char| c.is_numeric();
    let Some(start) = text.iter().position(is_digit) else { return false };
    let digits = text[start..].iter().take_while(|c| is_digit(c)).count();
    let (first, second) = (&text[..start], &text[start + digits..]);
    let is_word = |word: &[char]| word.len() >= SHORTEST_JOINED && word.iter().all(|c| c.is_alphabetic());
    let is_known = |word: &[char]| is_listed(&word.iter().copied().map(spelt).collect::<Vec<_>>());
    is_word(first)
        && is_word(second)
        && (first == second || (digits <= LOOSE_DIGITS && is_known(first) && is_known(second)))
}

/// For each place of a text, what the characters before it cost at least, each at its price and
/// those in runs and dates for nothing.
fn loose_before(text: &[char], price: impl Fn(char) -> usize) -> Vec<usize> {
    let mut loose = vec![0; text.len() + 1];
    for at in 1..=text.len() {
        let alone = price(text[at - 1]).saturating_add(loose[at - 1]);
        let lengths = PIECES.iter().filter(|&&length| length <= at);
        let pieces =
            lengths.filter(|&&length| is_piece(&text[at - length..at])).map(|length| loose[at - length]);
        loose[at] = pieces.fold(alone, usize::min);
    }
    loose
}

/// The same for the characters from each place on.
fn loose_after(text: &[char], price: impl Fn(char) -> usize) -> Vec<usize> {
    let mut loose = vec![0; text.len() + 1];
    for at in (0..text.len()).rev() {
        let alone = price(text[at]).saturating_add(loose[at + 1]);
        let lengths = PIECES.iter().filter(|&&length| length <= text.len() - at);
        let pieces =
            lengths.filter(|&&length| is_piece(&text[at..at + length])).map(|length| loose[at + length]);
        loose[at] = pieces.fold(alone, usize::min);
    }
    loose
}

/// Whether some characters are a run or a date.
fn is_piece(text: &[char]) -> bool {
    let is_same = text.iter().all(|c| *c == text[0]);
    is_same || is_date(text) || RUNS.contains(&text.iter().collect::<String>())
}

/// Whether some characters are a year, or a day by numbers in an order that people write.
fn is_date(text: &[char]) -> bool {
    let Some(digits) = text.iter().map(|c| c.to_digit(10)).collect::<Option<Vec<u32>>>() else {
        return false;
    };
    let number = |digits: &[u32]| digits.iter().fold(0, |number, digit| number * 10 + digit);
    let is_year = |digits: &[u32]| (1900..2100).contains(&number(digits));
    let is_month = |digits: &[u32]| (1..=12).contains(&number(digits));
    let is_day = |digits: &[u32]| (1..=31).contains(&number(digits));
    let are_both = |two: &[u32]| {
        (is_day(&two[..2]) && is_month(&two[2..])) || (is_month(&two[..2]) && is_day(&two[2..]))
    };
    match digits.len() {
        4 => is_year(&digits),
        6 => are_both(&digits[..4]) || are_both(&digits[2..]),
        8 => {
            (are_both(&digits[..4]) && is_year(&digits[4..]))
                || (is_year(&digits[..4]) && are_both(&digits[4..]))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
