//! Photos whose colors and patterns people labeled by eye.

use std::path::Path;

use anyhow::{Context as _, Result};

/// Their first lines explain the format.
const COLOURS: &str = include_str!("../../../data/colours.tsv");
const PATTERNS: &str = include_str!("../../../data/patterns.tsv");
const KEPT: &str = include_str!("../../../data/kept.tsv");
const DRAWN: &str = include_str!("../../../data/drawn.tsv");

/// "None" in tables and answers.
pub(super) const NONE: &str = "-";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Tuned,
    Untouched,
}

/// If several answers are right, the first is the best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Labelled {
    pub(super) file: &'static str,
    /// For colors.
    pub(super) part: Part,
    /// For patterns.
    pub(super) pattern_part: Part,
    pub(super) main: Vec<&'static str>,
    pub(super) second: Vec<&'static str>,
    pub(super) pattern: Vec<&'static str>,
}

impl Part {
    pub(super) const ALL: [Self; 2] = [Self::Tuned, Self::Untouched];

    /// Splits a table in half by the last hexadecimal digit of the file name, which is practically random,
    /// and does not change when photos are added.
    fn of(file: &str) -> Result<Self> {
        let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str());
        let digit = stem.and_then(|stem| stem.chars().last()?.to_digit(16));
        let digit = digit.with_context(|| format!("{file} does not end with a hexadecimal digit"))?;
        Ok(Self::of_number(digit))
    }

    fn of_number(number: u32) -> Self {
        if number.is_multiple_of(2) { Self::Tuned } else { Self::Untouched }
    }
}

pub(super) fn photos() -> Result<Vec<Labelled>> {
    // Tuning used all colors of the first three tables, and half of the patterns of the first two.
    let first = rows(COLOURS).map(|row| {
        let [file, main, second, pattern, note] = fields(row)?;
        Ok(labelled(file, [Part::Tuned, Part::of(file)?], [main, second, pattern], note))
    });
    let patterned = rows(PATTERNS).map(|row| {
        let [file, pattern, main, second, note] = fields(row)?;
        Ok(labelled(file, [Part::Tuned, Part::of(file)?], [main, second, pattern], note))
    });
    let kept = rows(KEPT).map(|row| {
        let [file, main, second, pattern, note] = fields(row)?;
        Ok(labelled(file, [Part::Tuned, Part::Untouched], [main, second, pattern], note))
    });
    let drawn = rows(DRAWN).map(|row| {
        let [file, main, second, pattern, note, contributor] = fields(row)?;
        let part = Part::of_number(
            contributor.parse().with_context(|| format!("the row has no contributor: {row}"))?,
        );
        Ok(labelled(file, [part, part], [main, second, pattern], note))
    });
    first.chain(patterned).chain(kept).chain(drawn).collect()
}

fn labelled(
    file: &'static str,
    [part, pattern_part]: [Part; 2],
    [main, second, pattern]: [&'static str; 3],
    note: &'static str,
) -> Labelled {
    Labelled {
        file,
        part,
        pattern_part,
        main: with_alternatives(main, note, "or "),
        second: with_alternatives(second, note, "second or "),
        pattern: with_alternatives(pattern, note, "pattern or "),
    }
}

fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

fn fields<const N: usize>(row: &'static str) -> Result<[&'static str; N]> {
    let fields: Vec<_> = row.split('\t').collect();
    fields.try_into().ok().with_context(|| format!("the row does not have {N} fields: {row}"))
}

fn with_alternatives(label: &'static str, note: &'static str, prefix: &str) -> Vec<&'static str> {
    let alternatives = note.split("; ").filter_map(|part| part.strip_prefix(prefix));
    std::iter::once(label).chain(alternatives.flat_map(|part| part.split(" or "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_in_the_tables_add_other_right_answers() {
        let labelled = photos().unwrap();
        let of = |start: &str| labelled.iter().find(|photo| photo.file.contains(start)).unwrap().clone();
        let print = of("06164b7d");
        assert_eq!(print.main, ["white", "multicoloured"]);
        assert_eq!(print.second, ["blue", "black"]);
        assert_eq!(of("67e1a4f3").pattern, ["stripes", "logo"]);
        assert_eq!(of("ae6a0db6").second, ["navy_blue", "white"]);
        assert_eq!(labelled.len(), 150 + 120 + 112 + 255);
    }

    #[test]
    fn tuned_and_untouched_parts_are_large_and_share_no_photo() {
        let photos = photos().unwrap();
        for part in Part::ALL {
            let is_in = |of: fn(&Labelled) -> Part| photos.iter().filter(|photo| of(photo) == part).count();
            assert!(is_in(|photo| photo.part) > 50 && is_in(|photo| photo.pattern_part) > 100, "{part:?}");
        }
        let files: std::collections::HashSet<_> = photos.iter().map(|photo| photo.file).collect();
        assert_eq!(files.len(), photos.len());
    }
}
