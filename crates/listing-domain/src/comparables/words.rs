//! Splits titles into search words.

use crate::text::folded_words;

/// In characters; longer words are cut.
const MAX_CHARS: usize = 40;

/// Further words of a title are ignored.
const MAX_WORDS: usize = 40;

/// The words of a text for storage and search, each once, in order: letters and digits in lower case, without
/// accents and ligatures.
pub fn words(text: &str) -> Vec<String> {
    let plain = text.replace(['œ', 'Œ'], "oe").replace(['æ', 'Æ'], "ae");
    // A combining accent is a separate character after its letter.
    let plain: String = plain.chars().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect();
    let mut found: Vec<String> = Vec::new();
    for word in folded_words(&plain) {
        let word: String = word.chars().take(MAX_CHARS).collect();
        if found.len() < MAX_WORDS && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_words_are_equal_for_all_spellings_of_a_title() {
        for text in ["Théière en fonte, THÉIÈRE", "theiere EN (fonte)", "the\u{301}ie\u{300}re en-fonte"]
        {
            assert_eq!(words(text), ["theiere", "en", "fonte"], "{text}");
        }
        assert_eq!(words("Œuvre Levi’s 501"), ["oeuvre", "levi", "s", "501"]);
    }

    #[test]
    fn search_words_contain_only_letters_and_digits() {
        for text in ["\" OR 1=1; --", "a* NEAR(b) ^c 'd' & | ! <-> :*", "\0\u{feff}", "{x}: (y) + -z"] {
            for word in words(text) {
                assert!(!word.is_empty() && word.chars().all(char::is_alphanumeric), "{word}");
            }
        }
        let long = words(&"é".repeat(10_000));
        assert_eq!(long, ["e".repeat(MAX_CHARS)]);
        let many: Vec<String> = (0..1_000).map(|number| number.to_string()).collect();
        assert_eq!(words(&many.join(" ")).len(), MAX_WORDS);
    }
}
