//! The photos whose colours and patterns were labelled by eye, and how an answer is judged.

use std::path::Path;

use anyhow::{Context as _, Result};

/// Explained in the tables' first lines.
const COLOURS: &str = include_str!("../../../data/colours.tsv");
const PATTERNS: &str = include_str!("../../../data/patterns.tsv");

/// What stands for "none" in the tables and in answers.
pub(super) const NONE: &str = "-";

/// Which photos may be looked at while the engine is improved, and which only measure it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Half {
    /// Thresholds are set on these.
    Tuned,
    /// Nothing is set on these.
    Untouched,
}

/// A labelled photo. Of what may be right, the first is what is said first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Labelled {
    pub(super) file: &'static str,
    pub(super) half: Half,
    /// Empty where only the pattern is labelled.
    pub(super) main: Vec<&'static str>,
    pub(super) second: Vec<&'static str>,
    pub(super) pattern: Vec<&'static str>,
}

impl Half {
    pub(super) const ALL: [Self; 2] = [Self::Tuned, Self::Untouched];

    /// By the last hexadecimal digit of the file's name, which is as good as random and stays
    /// the same when photos are added.
    fn of(file: &str) -> Result<Self> {
        let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str());
        let digit = stem.and_then(|stem| stem.chars().last()?.to_digit(16));
        let digit = digit.with_context(|| format!("{file} does not end with a hexadecimal digit"))?;
        Ok(if digit % 2 == 0 { Self::Tuned } else { Self::Untouched })
    }
}

/// The photos with labelled colours and patterns.
pub(super) fn colours() -> Result<Vec<Labelled>> {
    rows(COLOURS)
        .map(|row| {
            let [file, main, second, pattern, note] = fields(row)?;
            Ok(Labelled {
                file,
                half: Half::of(file)?,
                main: with_alternatives(main, note, "or "),
                second: with_alternatives(second, note, "second or "),
                pattern: with_alternatives(pattern, note, "pattern or "),
            })
        })
        .collect()
}

/// The photos with labelled patterns alone.
pub(super) fn patterns() -> Result<Vec<Labelled>> {
    rows(PATTERNS)
        .map(|row| {
            let [file, pattern] = fields(row)?;
            Ok(Labelled { file, half: Half::of(file)?, main: vec![], second: vec![], pattern: vec![pattern] })
        })
        .collect()
}

fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

fn fields<const N: usize>(row: &'static str) -> Result<[&'static str; N]> {
    let fields: Vec<_> = row.split('\t').collect();
    fields.try_into().ok().with_context(|| format!("not {N} fields: {row}"))
}

fn with_alternatives(label: &'static str, note: &'static str, prefix: &str) -> Vec<&'static str> {
    let alternatives = note.split("; ").filter_map(|part| part.strip_prefix(prefix));
    std::iter::once(label).chain(alternatives.flat_map(|part| part.split(" or "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_tell_what_else_is_right() {
        let labelled = colours().unwrap();
        let of = |start: &str| labelled.iter().find(|photo| photo.file.contains(start)).unwrap().clone();
        let print = of("06164b7d");
        assert_eq!(print.main, ["white", "multicoloured"]);
        assert_eq!(print.second, ["blue", "black"]);
        assert_eq!(of("67e1a4f3").pattern, ["stripes", "logo"]);
        assert_eq!(of("ae6a0db6").second, ["navy_blue", "white"]);
        assert_eq!((labelled.len(), patterns().unwrap().len()), (150, 120));
    }

    #[test]
    fn both_halves_are_large() {
        for half in Half::ALL {
            let count = |photos: Vec<Labelled>| photos.iter().filter(|photo| photo.half == half).count();
            assert!(count(colours().unwrap()) > 60 && count(patterns().unwrap()) > 45, "{half:?}");
        }
    }
}
