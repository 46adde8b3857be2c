//! Cuts texts to a length between words, never inside a visible character, without a last word or sign that
//! needs another.

use unicode_segmentation::UnicodeSegmentation;

use super::chars::units;
use super::phrases::AllPhrases;
use super::spans::is_word;

/// Signs that need a word after them.
const IDLE: &[char] =
    &[',', ';', ':', '-', '–', '—', '/', '&', '+', '·', '•', '|', '(', '[', '«', '\'', '’', '='];

/// To at most `max` UTF-16 units, after the last word that fits. A single word that is too long is cut
/// inside.
pub(crate) fn cut(line: &str, max: usize, phrases: AllPhrases) -> String {
    if units(line) <= max {
        return line.to_owned();
    }
    let fitting = fitting_start(line, max);
    // The last word may be incomplete.
    let is_whole_word = !line[fitting.len()..].starts_with(is_word);
    let at_word = if is_whole_word { Some(fitting.len()) } else { fitting.rfind(char::is_whitespace) };
    let cut = at_word.map(|end| without_dangling(&fitting[..end], phrases)).filter(|cut| !cut.is_empty());
    cut.unwrap_or(fitting).trim_end().to_owned()
}

/// To at most `max` UTF-16 units, after a sentence or line if more than half of the fitting text remains,
/// else after a word.
pub(crate) fn cut_prose(text: &str, max: usize, phrases: AllPhrases) -> String {
    if units(text) <= max {
        return text.to_owned();
    }
    let fitting = fitting_start(text, max);
    let mut ends = fitting.char_indices().filter(|(i, c)| match c {
        '\n' => true,
        '.' | '!' | '?' => text[i + 1..].starts_with(char::is_whitespace),
        _ => false,
    });
    match ends.next_back().map(|(i, _)| fitting[..=i].trim_end()) {
        Some(sentences) if sentences.len() * 2 > fitting.len() => sentences.to_owned(),
        _ => cut(text, max, phrases),
    }
}

/// At most `max` UTF-16 units, in whole visible characters (graphemes).
fn fitting_start(text: &str, max: usize) -> &str {
    let mut used = 0;
    let end = text.grapheme_indices(true).find(|(_, grapheme)| {
        used += units(grapheme);
        used > max
    });
    end.map_or(text, |(end, _)| &text[..end])
}

fn without_dangling(text: &str, phrases: AllPhrases) -> &str {
    let mut text = text;
    loop {
        let before = text.len();
        text = text.trim_end_matches(|c: char| c.is_whitespace() || IDLE.contains(&c));
        let last = text
            .rfind(|c: char| !is_word(c))
            .map_or(0, |i| i + text[i..].chars().next().map_or(0, char::len_utf8));
        if phrases.has(&text[last..].to_lowercase(), |phrases| phrases.dangling) {
            text = &text[..last];
        }
        // An unclosed bracket is dropped with the text after it.
        if let Some(open) = text.rfind('(').filter(|open| !text[*open..].contains(')')) {
            text = &text[..open];
        }
        if text.len() == before {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::phrases;
    use proptest::prelude::*;

    fn check(line: &str, max: usize, expected: &str) {
        assert_eq!(cut(line, max, phrases()), expected, "{line} at {max}");
    }

    #[test]
    fn a_line_is_cut_between_words() {
        check("Veste en cuir", 13, "Veste en cuir");
        check("Veste en cuir", 12, "Veste");
        check("Veste en cuir noir", 13, "Veste en cuir");
        check("Veste noire - cuir", 14, "Veste noire");
        check("Veste noire (taille M)", 18, "Veste noire");
        check("Veste de l’été", 10, "Veste");
        check("Anticonstitutionnellement", 5, "Antic");
        check("ééééé ééééé", 7, "ééééé");
        check("👩‍👩‍👧‍👧👩‍👩‍👧‍👧", 12, "👩‍👩‍👧‍👧");
    }

    #[test]
    fn prose_is_cut_after_a_sentence() {
        let text = "Belle veste. Portée deux fois. Envoi rapide et soigné.";
        assert_eq!(cut_prose(text, 45, phrases()), "Belle veste. Portée deux fois.");
        assert_eq!(cut_prose("Un. Deux trois quatre cinq six", 20, phrases()), "Un. Deux trois");
    }

    proptest! {
        #[test]
        fn a_cut_text_fits_and_is_a_beginning_of_the_text(text in any::<String>(), max in 0..60_usize) {
            for cut in [cut(&text, max, phrases()), cut_prose(&text, max, phrases())] {
                prop_assert!(units(&cut) <= max);
                prop_assert!(text.starts_with(&cut));
            }
        }
    }
}
