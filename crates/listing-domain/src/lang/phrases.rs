//! Operations with the phrases of all languages.

use std::sync::LazyLock;

use super::of;
use crate::options::Language;
use crate::text::{self, AllPhrases, Phrases};

pub(crate) fn phrases() -> AllPhrases {
    static ALL: LazyLock<Vec<&'static Phrases>> =
        LazyLock::new(|| Language::ALL.iter().map(|language| of(*language).phrases).collect());
    AllPhrases::new(&ALL)
}

/// True if a text contains a phone number, email address or web address, even one written in words.
pub fn has_contact(text: &str) -> bool {
    text::has_contact(text, phrases())
}

/// Returns true for each kind of contact data in a text: email addresses, web addresses and phone numbers.
pub(crate) fn contact_kinds(text: &str) -> [bool; 3] {
    text::contact_kinds(text, phrases())
}

/// Returns a line as plain text without contact data: phone numbers, email, web and postal addresses, and the
/// words that introduce them. The result may be empty.
pub(crate) fn without_contacts(line: &str) -> String {
    text::without_contacts(line, phrases())
}

pub(crate) fn cut(line: &str, max: usize) -> String {
    text::cut(line, max, phrases())
}

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
            let streets = [addresses.before_name, addresses.after_name].concat();
            assert!(!streets.is_empty(), "{language} has no word for a street");
            assert!(!addresses.boxes.is_empty(), "{language} has no word for a post box");
        }
    }

    #[test]
    fn streets_of_every_language_are_found() {
        for language in Language::ALL {
            let addresses = &of(*language).phrases.addresses;
            let before = addresses.before_name.iter().map(|street| format!("12 {street} Victor Hugo"));
            let behind = addresses.after_name.iter().map(|street| {
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
