//! Finds words and phrases, and removes spans without traces.

use std::ops::Range;

use super::chars::fold;
use super::phrases::AllPhrases;

/// A range of character indexes.
pub(super) type Span = Range<usize>;

/// Removed with the span after them: the colon of "tel: …".
const LEADING_SIGNS: &[char] = &[':', '=', '→', '–', '—', '-', '/', '|', '•', '·'];

/// For tests.
#[cfg(test)]
pub(super) fn found(find: impl FnOnce(&[char]) -> Vec<Span>, text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    find(&chars).into_iter().map(|span| chars[span].iter().collect()).collect()
}

/// A letter, a digit, or a combining mark.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || super::chars::is_combining(c)
}

/// Letters and digits, joined by apostrophes and hyphens.
pub(super) fn words(chars: &[char]) -> Vec<Span> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !is_word(chars[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < chars.len() && (is_word(chars[at]) || is_link(chars, at)) {
            at += 1;
        }
        words.push(start..at);
    }
    words
}

/// An apostrophe or hyphen within a word.
fn is_link(chars: &[char], at: usize) -> bool {
    matches!(fold(chars[at]), '\'' | '-') && chars.get(at + 1).is_some_and(|c| is_word(*c))
}

/// Whole words. Phrases are in lower case without accents, and a space in them matches any number of spaces.
pub(super) fn find_phrases(chars: &[char], lists: &[&[&str]]) -> Vec<Span> {
    let starts = (0..chars.len()).filter(|i| is_word(chars[*i]) && (*i == 0 || !is_word(chars[*i - 1])));
    let mut found: Vec<Span> = Vec::new();
    for start in starts {
        if found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let phrases = lists.iter().copied().flatten();
        let longest = phrases.filter_map(|phrase| phrase_end(chars, start, phrase)).max();
        found.extend(longest.map(|end| start..end));
    }
    found
}

fn phrase_end(chars: &[char], start: usize, phrase: &str) -> Option<usize> {
    let mut at = start;
    for expected in phrase.chars() {
        let c = *chars.get(at)?;
        if fold(c) != expected {
            return None;
        }
        at += 1;
        while expected == ' ' && chars.get(at) == Some(&' ') {
            at += 1;
        }
    }
    chars.get(at).is_none_or(|c| !is_word(*c)).then_some(at)
}

/// Whole words. Case and the kind of apostrophe don't matter, but accents do.
pub(crate) fn contains_words(text: &str, words: &str) -> bool {
    let lower = |text: &str| -> Vec<char> {
        let plain = |c: char| match c {
            '’' => '\'',
            '-' => ' ',
            other => other,
        };
        text.chars().flat_map(char::to_lowercase).map(plain).collect()
    };
    let (text, words) = (lower(text), lower(words));
    if words.is_empty() {
        return true;
    }
    // From three characters, words also match with a plural or feminine ending ("noir" in "noires"); "M" must
    // not match "me".
    let endings = if words.len() >= 3 { 2 } else { 0 };
    text.windows(words.len()).enumerate().filter(|(_, window)| *window == words).any(|(start, _)| {
        let after = text[start + words.len()..].iter();
        let ending = after.take_while(|c| is_word(**c)).collect::<String>();
        let is_whole =
            ending.is_empty() || (ending.len() <= endings && matches!(ending.as_str(), "e" | "s" | "es"));
        (start == 0 || !is_word(text[start - 1]) || !is_word(words[0])) && is_whole
    })
}

/// With the words and signs that introduce a span ("tel:") and brackets around it. Spans are in order.
pub(super) fn without(chars: &[char], spans: &[Span], phrases: AllPhrases) -> String {
    let mut keep = vec![true; chars.len()];
    for span in spans {
        let span = with_lead_in(chars, span.clone(), phrases);
        keep[with_idle_marks(chars, span)].fill(false);
    }
    let mut out = String::with_capacity(chars.len());
    let mut gap = false;
    for (c, keep) in chars.iter().zip(keep) {
        if keep && gap && matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')') {
            // A mark now directly follows the text before the span.
            out.truncate(out.trim_end_matches(' ').len());
        } else if keep && gap {
            out.push(' ');
        }
        if keep {
            out.push(*c);
        }
        gap = !keep;
    }
    out
}

fn with_lead_in(chars: &[char], mut span: Span, phrases: AllPhrases) -> Span {
    loop {
        let before = back_over(chars, span.start, |c| c == ' ');
        let open = before.checked_sub(1).map(|i| chars[i]);
        let after = (span.end..chars.len()).find(|i| chars[*i] != ' ').unwrap_or(chars.len());
        match (open, chars.get(after)) {
            (Some('('), Some(')')) | (Some('['), Some(']')) => span = before - 1..after + 1,
            (Some(sign), _) if LEADING_SIGNS.contains(&sign) => span.start = before - 1,
            (Some(c), _) if is_word(c) || c == '°' => {
                let word = back_over(chars, before, |c| is_word(c) || matches!(fold(c), '\'' | '-' | '°'));
                let folded: String = chars[word..before].iter().map(|c| fold(*c)).collect();
                if !phrases.has(folded.trim_start_matches('-'), |phrases| phrases.lead_ins) {
                    return span;
                }
                span.start = word;
            }
            _ => return span,
        }
    }
}

/// Adds punctuation that is useless without the span: the mark after a removed sentence, or the comma before
/// a removed end of one.
fn with_idle_marks(chars: &[char], span: Span) -> Span {
    let before = back_over(chars, span.start, |c| c == ' ');
    let after = (span.end..chars.len()).find(|i| chars[*i] != ' ').unwrap_or(chars.len());
    let ends_sentence = |c: char| matches!(c, '\n' | '.' | '!' | '?');
    let starts = before == 0 || ends_sentence(chars[before - 1]);
    let ends = chars.get(after).is_none_or(|c| ends_sentence(*c));
    if starts {
        let marks = chars[after..].iter().take_while(|c| matches!(c, '.' | '!' | '?' | ',' | ';' | ':'));
        span.start..after + marks.count()
    } else if ends && matches!(chars[before - 1], ',' | ';' | ':') {
        before - 1..span.end
    } else {
        span
    }
}

fn back_over(chars: &[char], from: usize, over: impl Fn(char) -> bool) -> usize {
    (0..from).rev().take_while(|i| over(chars[*i])).last().unwrap_or(from)
}

/// With the sign that ends it.
pub(super) fn sentence(chars: &[char], span: &Span) -> Span {
    let ends = |i: usize| {
        matches!(chars[i], '.' | '!' | '?' | ';') && chars.get(i + 1).is_none_or(|next| !is_word(*next))
    };
    let start = (0..span.start).rev().find(|i| chars[*i] == '\n' || ends(*i)).map_or(0, |i| i + 1);
    let line_end = (span.end..chars.len()).find(|i| chars[*i] == '\n').unwrap_or(chars.len());
    let end = (span.end..line_end).find(|i| ends(*i)).map_or(line_end, |i| i + 1);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::phrases;

    #[test]
    fn a_word_is_not_found_within_a_longer_word() {
        let check =
            |text, words, expected| assert_eq!(contains_words(text, words), expected, "{words} in {text}");
        check("Veste Zara noire", "zara", true);
        check("Veste noire", "Noir", true);
        check("Vestes de l’été", "L'ÉTÉ", true);
        check("Donne-moi ce manteau", "M", false);
        check("Taille M.", "m", true);
        check("Zarafa", "Zara", false);
        check("Cote", "Coté", false);
        check("H&M, taille 36/38", "h&m", true);
        check("136/38", "36/38", false);
        check("rien", "", true);
    }

    #[test]
    fn phrases_are_found_regardless_of_case_and_accents() {
        let chars: Vec<char> = "À vendre, A  VENDRE et pas à vendredi".chars().collect();
        assert_eq!(find_phrases(&chars, &[&["a vendre"]]), [0..8, 10..19]);
    }

    #[test]
    fn introducing_words_are_removed_with_a_span() {
        let check = |text: &str, expected: &str| {
            let chars: Vec<char> = text.chars().collect();
            let gap = chars.iter().position(|c| *c == '§').unwrap();
            assert_eq!(without(&chars, std::slice::from_ref(&(gap..gap + 1)), phrases()), expected, "{text}");
        };
        check("Veste (tél : §) noire", "Veste   noire");
        check("Belle veste, contactez-moi au §.", "Belle veste.");
        check("Belle veste. Mon numéro : §. Merci", "Belle veste.   Merci");
        check("Le prix ferme § et envoi", "Le   et envoi");
        check("Photos sur § !", "Photos   !");
        check("Sac à main §", "Sac à main ");
    }

    #[test]
    fn a_sentence_includes_the_mark_that_ends_it() {
        let chars: Vec<char> = "Un 1.5. Deux § ici ! Trois\nQuatre".chars().collect();
        let found = sentence(&chars, &(13..14));
        assert_eq!(chars[found].iter().collect::<String>(), " Deux § ici !");
    }
}
