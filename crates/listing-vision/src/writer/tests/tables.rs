//! The tables of phrases, read to the last line.

use std::collections::HashSet;

use super::*;
use crate::tables::lines;
use crate::writer::item::Item;
use crate::writer::phrases::{Phrase, Register, Slot, Word};

/// The tables of a language with their names.
fn tables(language: Language) -> Vec<(String, Vec<&'static str>)> {
    let folder = format!("{}/src/lang/{language}/phrases", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&folder).expect(&folder).map(|file| file.unwrap().path());
    let read = |file: std::path::PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        (file.file_stem().unwrap().to_str().unwrap().to_owned(), lines(text.leak()).collect())
    };
    files.map(read).collect()
}

#[test]
fn every_phrase_can_be_read_and_stands_once() {
    for language in Language::ALL {
        let tables = tables(*language);
        assert_eq!(tables.len(), Platform::ALL.len() + 1);
        for (name, lines) in tables {
            let mut seen = HashSet::new();
            for line in lines {
                let phrase = Phrase::parse(line).unwrap_or_else(|| panic!("{language} {name}: {line}"));
                assert!(seen.insert(line), "{language} {name} twice: {line}");
                check_words(&phrase, &format!("{language} {name}: {line}"));
            }
        }
    }
}

/// Each place of a text names the item as its plan expects.
fn check_words(phrase: &Phrase, shown: &str) {
    let puts = |words: &[Word]| words.iter().filter(|word| phrase.text().puts(**word)).count();
    let full = puts(&[Word::This, Word::Name, Word::Some]);
    let bare = puts(&[Word::Bare, Word::Noun]);
    match phrase.slot() {
        Slot::Opening => assert_eq!((full, bare), (1, 0), "{shown}"),
        Slot::BareOpening => assert_eq!((full, bare), (0, 1), "{shown}"),
        Slot::Photos => assert_eq!(puts(&[Word::Left]), 1, "{shown}"),
        Slot::Use => assert_eq!(puts(&[Word::Use]), 1, "{shown}"),
        Slot::Ask => assert_eq!(puts(&[Word::Asks]), 1, "{shown}"),
        Slot::Heading | Slot::Handover | Slot::Closing => assert_eq!(full, 0, "{shown}"),
    }
}

#[test]
fn there_is_much_to_choose_from_everywhere() {
    let jacket = Facts::of(Product::Good(Good::of("puffer_jacket").unwrap()));
    let unknown = Facts::of(Product::Unknown);
    for (facts, at_least) in [(jacket, 5), (unknown, 4)] {
        for language in Language::ALL {
            let item = Item::new(&facts, *language);
            for platform in Platform::ALL {
                for tone in Tone::ALL {
                    let register = if matches!(platform, Platform::Vinted | Platform::Depop) {
                        Register::Tu
                    } else {
                        Register::Vous
                    };
                    for slot in [Slot::Opening, Slot::Photos, Slot::Handover, Slot::Closing] {
                        let count =
                            item.lang().phrases.fitting(*platform, *tone, slot, &item, register).len();
                        assert!(count >= at_least, "{count} of {slot:?} on {platform} in {language}, {tone}");
                    }
                }
            }
        }
    }
}

#[test]
fn everything_that_goods_are_asked_about_and_used_for_has_words() {
    for language in Language::ALL {
        let lang = lang::of(*language);
        let uses = uses(*language);
        for good in Good::all() {
            for code in good.asks() {
                assert!(!lang.asks.of(code, false).is_empty(), "{language} has no words for {code}");
            }
            for code in good.uses() {
                assert!(uses.contains(code), "{language} has no line for {code}");
            }
        }
    }
}

/// The codes of the table of uses, each line of which is as its first lines say.
fn uses(language: Language) -> HashSet<&'static str> {
    let file = format!("{}/src/lang/{language}/uses.tsv", env!("CARGO_MANIFEST_DIR"));
    let table: &'static str = std::fs::read_to_string(&file).expect(&file).leak();
    let lang = lang::of(language);
    let code = |line: &'static str| {
        let [code, words, american, keyword, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let count = |words: &str| if words == "-" { 0 } else { words.split('|').count() };
        assert_eq!(lang.uses.of(code, false).len(), count(words), "{line}");
        assert!(american == "-" || count(words) == count(american), "{line}");
        // What is typed into a search box is no phrase.
        assert_eq!(lang.use_keywords.of(code, false).len(), count(keyword), "{line}");
        assert!(count(keyword) <= 1 && keyword.split(' ').count() <= 4, "{line}");
        code
    };
    lines(table).map(code).collect()
}

#[test]
fn nothing_is_praised_and_no_buyer_is_led_away() {
    let claims = [
        "idéal",
        "parfait",
        "magnifique",
        "superbe",
        "sublime",
        "qualité",
        "intemporel",
        "rare",
        "vintage",
        "comme neuf",
        "bonne affaire",
        "petit prix",
        "perfect",
        "gorgeous",
        "stunning",
        "must-have",
        "quality",
        "authentic",
        "well cared",
        "gently",
        "fast shipping",
        "smoke",
        "like new",
        "bargain",
        "great deal",
        "paypal",
        "whatsapp",
        "http",
        "www",
        "@",
        "€",
        "$",
    ];
    for language in Language::ALL {
        for (name, lines) in tables(*language) {
            for line in lines {
                let text = line.to_lowercase();
                for claim in claims {
                    let found =
                        text.match_indices(claim).any(|(at, _)| !text[..at].ends_with(char::is_alphabetic));
                    assert!(!found, "{claim:?} in {language} {name}: {line}");
                }
            }
        }
    }
}
