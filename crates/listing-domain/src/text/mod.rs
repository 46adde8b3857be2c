//! Cleans and cuts texts for marketplaces, and extracts hashtags.
//!
//! Texts from models and sellers are untrusted: they become plain text, without forbidden parts and the words
//! that introduce them.
//!
//! Lengths are in UTF-16 units, the strictest count that a marketplace may use.

mod caps;
mod chars;
mod clean;
mod contact;
mod cut;
mod hashtags;
mod lint;
mod phone;
mod phrases;
mod plain;
mod postal;
mod price;
mod quotes;
mod shape;
mod spans;
mod symbols;
mod tidy;

pub(crate) use caps::{ACRONYMS, Spellings};
pub(crate) use chars::{capitalized, fold, folded_words, has_words, is_invisible, units};
pub(crate) use clean::{Rules, clean};
pub(crate) use cut::{cut, cut_prose};
pub(crate) use hashtags::{hashtag, split_hashtags};
pub(crate) use lint::Lint;
pub(crate) use phrases::{AddressWords, AllPhrases, Phrases};
pub(crate) use plain::plain;
pub(crate) use shape::Shape;
pub(crate) use spans::contains_words;

pub(crate) fn has_contact(text: &str, phrases: AllPhrases) -> bool {
    contact_kinds(text, phrases).contains(&true)
}

/// Returns true for each kind of contact data in a text: email addresses, web addresses and phone numbers.
pub(crate) fn contact_kinds(text: &str, phrases: AllPhrases) -> [bool; 3] {
    let chars: Vec<char> = text.chars().collect();
    let addresses = contact::find(&chars, phrases);
    let has = |kind| addresses.iter().any(|(found, _)| *found == kind);
    let has_phone_number = !phone::find(&chars, phrases).is_empty();
    [has(contact::Address::Email), has(contact::Address::Url), has_phone_number]
}

pub(crate) fn without_contacts(line: &str, phrases: AllPhrases) -> String {
    clean::without_contacts(line, phrases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::phrases;

    #[test]
    fn contact_data_is_found_in_every_form() {
        for text in ["06 12 34 56 78", "ann@example.com", "ann arobase example point com", "www.example.com"]
        {
            assert!(has_contact(text, phrases()), "{text}");
        }
        for text in ["Veste taille 38, portée 2 fois", "Levi’s 501", "30 x 40 x 50 cm"] {
            assert!(!has_contact(text, phrases()), "{text}");
        }
    }
}
