//! Typical words on printed labels, by role.

use std::ops::Range;
use std::sync::LazyLock;

use crate::statement::{Phrases, Token};
use crate::tsv::lines;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Before the materials of the visible part.
    MainPart,
    /// Before the materials of another part.
    OtherPart,
    /// Part of care instructions: "wash".
    Care,
    /// The place of make, the maker or the company.
    Origin,
    /// A brand in the line is not the item's: the "for" of "for iPhone".
    NotBrand,
}

impl Role {
    fn parse(code: &str) -> Option<Self> {
        Some(match code {
            "main_part" => Self::MainPart,
            "other_part" => Self::OtherPart,
            "care" => Self::Care,
            "origin" => Self::Origin,
            "not_brand" => Self::NotBrand,
            _ => return None,
        })
    }
}

const TABLE: &str = include_str!("words.tsv");

static WORDS: LazyLock<Phrases<Role>> =
    LazyLock::new(|| Phrases::new(lines(TABLE).filter_map(row).flatten().collect::<Vec<_>>()));

fn row(line: &'static str) -> Option<impl Iterator<Item = (&'static str, Role)>> {
    let (role, words) = line.split_once('\t')?;
    let role = Role::parse(role)?;
    Some(words.split('|').map(move |word| (word, role)))
}

/// In order, each with its range of tokens.
pub(super) fn roles(tokens: &[Token]) -> Vec<(Role, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match WORDS.longest(&tokens[at..]) {
            Some((length, role)) => {
                found.push((role, at..at + length));
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::tokens;

    #[test]
    fn every_line_of_the_label_words_is_valid() {
        for line in lines(TABLE) {
            let words: Vec<_> = row(line).unwrap_or_else(|| panic!("invalid line: {line}")).collect();
            assert!(words.iter().all(|(word, _)| !word.is_empty() && word.trim() == *word), "{line}");
        }
        assert!(row("colour\tred").is_none());
    }

    #[test]
    fn the_longest_phrases_are_found_with_their_range_of_tokens() {
        assert_eq!(roles(&tokens("FABRIQUÉ EN France")), [(Role::Origin, 0..2)]);
        assert_eq!(roles(&tokens("Doublure : 100 % polyester")), [(Role::OtherPart, 0..1)]);
        assert_eq!(roles(&tokens("Sézane")), []);
    }
}
