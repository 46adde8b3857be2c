//! Texts, read by the phrases of all languages.

use std::sync::LazyLock;

use super::of;
use crate::options::Language;
use crate::text::{self, AllPhrases, Phrases};

/// The phrases of all languages.
pub(crate) fn phrases() -> AllPhrases {
    static ALL: LazyLock<Vec<&'static Phrases>> =
        LazyLock::new(|| Language::ALL.iter().map(|language| of(*language).phrases).collect());
    AllPhrases::new(&ALL)
}

/// Whether a text has a phone number, an e-mail address or a web address, also
/// one that is written in words to hide it.
pub fn has_contact(text: &str) -> bool {
    text::has_contact(text, phrases())
}

/// A line as plain text, without phone numbers and e-mail, web and postal addresses, and
/// without the words that lead up to them; perhaps empty.
pub(crate) fn without_contacts(line: &str) -> String {
    text::without_contacts(line, phrases())
}

/// The longest start of a line that fits and ends after a word. A single word
/// that is too long is cut inside.
pub(crate) fn cut(line: &str, max: usize) -> String {
    text::cut(line, max, phrases())
}

/// The longest start of a text that fits, ending with a sentence or a line where
/// that loses less than half, else after a word.
pub(crate) fn cut_prose(text: &str, max: usize) -> String {
    text::cut_prose(text, max, phrases())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_kind_of_phrase() {
        for language in Language::ALL {
            let phrases = of(*language).phrases;
            let Phrases {
                filler,
                shipping,
                off_platform_payment,
                keyword_lists,
                lead_ins,
                phone_announcements,
                at_words,
                dot_words,
                currency_words,
                dangling,
                addresses,
            } = phrases;
            let folded = [
                filler,
                shipping,
                off_platform_payment,
                keyword_lists,
                lead_ins,
                phone_announcements,
                at_words,
                dot_words,
                currency_words,
            ];
            for list in folded {
                assert!(!list.is_empty(), "{language}");
                for phrase in *list {
                    let read: String = phrase.chars().map(text::fold).collect();
                    assert!(
                        read == **phrase && phrase.trim() == *phrase,
                        "{language}: {phrase} is not folded"
                    );
                }
            }
            assert!(!dangling.is_empty(), "{language}");
            let streets = [addresses.before_name, addresses.behind_name].concat();
            assert!(!streets.is_empty(), "{language} has no word for a street");
            assert!(!addresses.boxes.is_empty(), "{language} has no word for a post box");
        }
    }

    #[test]
    fn streets_of_every_language_are_found() {
        for language in Language::ALL {
            let addresses = &of(*language).phrases.addresses;
            let before = addresses.before_name.iter().map(|street| format!("12 {street} Victor Hugo"));
            let behind = addresses.behind_name.iter().map(|street| {
                let mut letters = street.chars();
                let first = letters.next().map(|letter| letter.to_uppercase().to_string());
                format!("12 Baker {}{}", first.unwrap_or_default(), letters.as_str())
            });
            for address in before.chain(behind) {
                assert_eq!(without_contacts(&address), "", "{language}: {address}");
            }
        }
    }
}
