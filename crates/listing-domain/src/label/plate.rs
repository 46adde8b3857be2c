//! Splits lines of type plates at words such as "Model" or "S/N".

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::statement::{Phrases, tokens};
use crate::tsv::lines;

/// The meaning of a word for the text after it, or for the plate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// "Model".
    Model,
    /// A maker's reference, often the model: "Type", "Réf.".
    Reference,
    /// Another number, ignored: a serial number, a date, a rating.
    Number,
    /// A power supply's output voltage.
    Output,
    Supply,
    Battery,
}

impl Word {
    fn parse(code: &str) -> Option<Self> {
        Some(match code {
            "model" => Self::Model,
            "reference" => Self::Reference,
            "number" => Self::Number,
            "output" => Self::Output,
            "supply" => Self::Supply,
            "battery" => Self::Battery,
            _ => return None,
        })
    }
}

const TABLE: &str = include_str!("plate.tsv");

static WORDS: LazyLock<Phrases<Word>> =
    LazyLock::new(|| Phrases::new(lines(TABLE).filter_map(row).flatten().collect::<Vec<_>>()));

fn row(line: &'static str) -> Option<impl Iterator<Item = (&'static str, Word)>> {
    let (word, words) = line.split_once('\t')?;
    let word = Word::parse(word)?;
    Some(words.split('|').map(move |text| (text, word)))
}

/// The rows that are not words before numbers.
pub(super) struct Lists {
    /// Units of electrical ratings, in lower case: "230V" cannot be a model.
    pub(super) units: HashSet<&'static str>,
    /// Beginnings of standards, plugs and batteries, in lower case: "IP44", "CR2032".
    pub(super) standards: HashSet<&'static str>,
    /// In lower case without accents: a storage capacity after "up to" is not the item's.
    pub(super) not_capacity: HashSet<&'static str>,
    /// Keys of goods without a model, such as cases: text on them names compatible items.
    pub(super) without_model: HashSet<&'static str>,
    /// Keys of goods with models, unlike others of their department.
    pub(super) with_model: HashSet<&'static str>,
    /// Keys of power supplies. On any other good, such a plate belongs to its power supply.
    pub(super) power_supplies: HashSet<&'static str>,
    /// Keys of batteries.
    pub(super) batteries: HashSet<&'static str>,
}

pub(super) static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let list = |name: &str| {
        let rows = lines(TABLE).filter_map(|line| line.split_once('\t'));
        rows.filter(|(row, _)| *row == name).flat_map(|(_, words)| words.split('|')).collect()
    };
    Lists {
        units: list("unit"),
        standards: list("standard"),
        not_capacity: list("not_capacity"),
        without_model: list("without_model"),
        with_model: list("with_model"),
        power_supplies: list("power_supply"),
        batteries: list("battery_good"),
    }
});

/// A section of a line, and the word that precedes and explains it, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) word: Option<Word>,
    pub(super) text: &'a str,
}

pub(super) fn pieces(line: &str) -> Vec<Piece<'_>> {
    let tokens = tokens(line);
    let (mut found, mut word, mut from, mut at) = (Vec::new(), None, 0, 0);
    while at < tokens.len() {
        let Some((length, next)) = WORDS.longest(&tokens[at..]).filter(|(length, _)| {
            let is_apart = |position: usize, is_end: bool| {
                let side = if is_end {
                    line[position..].chars().next()
                } else {
                    line[..position].chars().next_back()
                };
                !side.is_some_and(|c| c.is_alphanumeric() || c == '-')
            };
            // The "SN" of "SN-850" and the "V" of "12V" are not words.
            is_apart(tokens[at].range.start, false) && is_apart(tokens[at + length - 1].range.end, true)
        }) else {
            at += 1;
            continue;
        };
        found.push(Piece { word, text: trimmed(&line[from..tokens[at].range.start]) });
        word = Some(next);
        at += length;
        from = tokens[at - 1].range.end;
    }
    found.push(Piece { word, text: trimmed(&line[from..]) });
    found.retain(|piece| piece.word.is_some() || !piece.text.is_empty());
    found
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphanumeric() && c != '+')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::Good;

    #[test]
    fn every_line_of_the_plate_table_is_valid() {
        let Lists { units, standards, not_capacity, without_model, with_model, power_supplies, batteries } =
            &*LISTS;
        let goods = [without_model, with_model, power_supplies, batteries];
        for key in goods.into_iter().flatten() {
            assert!(Good::from_key(key).is_some(), "{key}");
        }
        for line in lines(TABLE) {
            let (_, words) = line.split_once('\t').unwrap();
            for word in words.split('|') {
                let is_listed =
                    [units, standards, not_capacity].into_iter().chain(goods).any(|list| list.contains(word));
                assert!(!word.is_empty() && word.trim() == word, "{line}");
                assert!(is_listed || row(line).is_some(), "{line}");
            }
        }
        assert!(row("colour\tred").is_none());
    }

    #[test]
    fn a_line_is_split_at_words_that_explain_the_next_text() {
        let check = |line: &str, expected: &[(Option<Word>, &str)]| {
            let found: Vec<_> = pieces(line).into_iter().map(|piece| (piece.word, piece.text)).collect();
            assert_eq!(found, expected, "{line}");
        };
        check("Sony MODEL NO. WH-1000XM4", &[(None, "Sony"), (Some(Word::Model), "WH-1000XM4")]);
        check(
            "Modèle : GSR 12V-15  N° de série : 42",
            &[(Some(Word::Model), "GSR 12V-15"), (Some(Word::Number), "42")],
        );
        check("MODEL / MODÈLE: A1234", &[(Some(Word::Model), ""), (Some(Word::Model), "A1234")]);
        check("M/N", &[(Some(Word::Model), "")]);
        check("SN-850", &[(None, "SN-850")]);
        check("EOS 80D", &[(None, "EOS 80D")]);
    }
}
