//! The tables of a language: what buyers ask, what goods are for, what materials need.
//!
//! They are read when they are first asked for. A line that cannot be read is
//! left out there; tests read every line of every table.

use std::collections::HashMap;

use crate::tables::lines;

/// What separates several words of one column.
const SEVERAL: char = '|';
/// What a column says where there is none.
const NONE: &str = "-";
/// The group of all goods.
const ALL: &str = "all";

/// The lines of a table as their columns.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    lines(table).map(|line| line.split('\t').collect())
}

/// The words of a column; none where one of them is empty.
fn words(column: &'static str) -> Option<Vec<&'static str>> {
    let words: Vec<&str> = column.split(SEVERAL).collect();
    words.iter().all(|word| !word.is_empty() && word.trim() == *word).then_some(words)
}

/// What is said about something that a code names.
pub(crate) struct Sayings(HashMap<&'static str, Variants>);

/// One thing in several wordings, and those of American readers where they differ.
struct Variants {
    plain: Vec<&'static str>,
    american: Vec<&'static str>,
}

impl Variants {
    fn parse(plain: &'static str, american: &'static str) -> Option<Self> {
        let american = if american == NONE { Vec::new() } else { words(american)? };
        let plain = words(plain)?;
        (american.is_empty() || american.len() == plain.len()).then_some(Self { plain, american })
    }

    fn of(&self, is_american: bool) -> &[&'static str] {
        if is_american && !self.american.is_empty() { &self.american } else { &self.plain }
    }
}

impl Sayings {
    /// Reads the words of a column, and those of American readers in the one behind it.
    pub(super) fn read(table: &'static str, column: usize) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row, column)).collect())
    }

    fn entry(row: &[&'static str], column: usize) -> Option<(&'static str, Variants)> {
        let (code, plain, american) = (row.first()?, row.get(column)?, row.get(column + 1)?);
        let is_said = *plain != NONE;
        Some((code, Variants::parse(plain, american).filter(|_| is_said)?))
    }

    /// The wordings of a code; none of one that is not known.
    pub(crate) fn of(&self, code: &str, is_american: bool) -> &[&'static str] {
        self.0.get(code).map_or(&[], |variants| variants.of(is_american))
    }
}

/// What materials need in care, by the goods that are made of them.
pub(crate) struct Care(HashMap<(&'static str, &'static str), Variants>);

impl Care {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<((&'static str, &'static str), Variants)> {
        let [material, group, plain, american] = row else { return None };
        Some(((material, group), Variants::parse(plain, american)?))
    }

    /// The sentences for a material in the first of the groups of goods that has some; none where
    /// nothing is known.
    pub(crate) fn of(
        &self,
        material: &'static str,
        groups: &[&'static str],
        is_american: bool,
    ) -> &[&'static str] {
        let variants = groups.iter().chain(&[ALL]).find_map(|group| self.0.get(&(material, *group)));
        variants.map_or(&[], |variants| variants.of(is_american))
    }
}
