//! Checks model names against the forms (shapes) of a brand's models, in `shapes.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::product::Brand;
use crate::tsv::{NONE, lines};

const TABLE: &str = include_str!("shapes.tsv");

/// The letters that a `~` matches.
const MAX_OPTIONAL_LETTERS: usize = 3;
pub(super) const MAX_WORDS: usize = 4;

struct Shapes {
    anywhere: Vec<&'static str>,
    announced: Vec<&'static str>,
}

static SHAPES: LazyLock<HashMap<Brand, Shapes>> = LazyLock::new(|| lines(TABLE).filter_map(row).collect());

fn row(line: &'static str) -> Option<(Brand, Shapes)> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [brand, anywhere, announced] = columns[..] else { return None };
    let shapes = |column: &'static str| -> Option<Vec<&'static str>> {
        let shapes: Vec<&str> = if column == NONE { Vec::new() } else { column.split('|').collect() };
        let is_shape =
            |shape: &&str| shape.trim() == *shape && shape.contains(|c: char| c == '#' || c.is_ascii_digit());
        shapes.iter().all(is_shape).then_some(shapes)
    };
    Some((Brand::named(brand)?, Shapes { anywhere: shapes(anywhere)?, announced: shapes(announced)? }))
}

/// True if a name fits once similar letters and digits, such as O and 0, are equal: it was probably misread.
pub(super) fn nearly_fit(brand: Brand, name: &str) -> bool {
    let plain = |text: &str| text.chars().map(lookalike).collect::<String>();
    let name: Vec<char> = plain(name).chars().collect();
    let fits = |shape: &&str| matches(&plain(shape).chars().collect::<Vec<_>>(), &name);
    SHAPES.get(&brand).is_some_and(|shapes| shapes.anywhere.iter().any(fits))
}

fn lookalike(c: char) -> char {
    match c {
        'O' => '0',
        'I' | 'l' => '1',
        'S' => '5',
        other => other,
    }
}

/// Some forms count only after a word such as "Model".
pub(super) fn fit(brand: Brand, name: &str, is_announced: bool) -> bool {
    let name: Vec<char> = name.chars().collect();
    let fits = |shape: &&str| matches(&shape.chars().collect::<Vec<_>>(), &name);
    SHAPES.get(&brand).is_some_and(|shapes| {
        shapes.anywhere.iter().any(&fits) || (is_announced && shapes.announced.iter().any(&fits))
    })
}

fn matches(shape: &[char], name: &[char]) -> bool {
    let Some((first, shape)) = shape.split_first() else { return name.is_empty() };
    if *first == '~' {
        let letters = name.iter().take(MAX_OPTIONAL_LETTERS).take_while(|c| c.is_ascii_alphabetic()).count();
        return (0..=letters).any(|skipped| matches(shape, &name[skipped..]));
    }
    let Some((letter, name)) = name.split_first() else { return false };
    let fits = match first {
        '#' => letter.is_ascii_digit(),
        '@' => letter.is_ascii_alphabetic(),
        other => other.eq_ignore_ascii_case(letter),
    };
    fits && matches(shape, name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_is_valid_and_no_brand_has_two_lines() {
        let mut seen = HashSet::new();
        for line in lines(TABLE) {
            let (brand, shapes) = row(line).unwrap_or_else(|| panic!("invalid line: {line}"));
            assert!(seen.insert(brand), "duplicate brand: {line}");
            let all = shapes.anywhere.iter().chain(&shapes.announced);
            assert!(all.clone().count() > 0, "{line}");
            for shape in all {
                assert!(shape.split(' ').count() <= MAX_WORDS, "{shape}");
            }
        }
        assert!(row("No such brand\tA##\t-").is_none() && row("Sony\tWH-|A##\t-").is_none());
    }

    #[test]
    fn a_form_matches_only_whole_model_names() {
        let check = |brand: &str, name: &str, is_announced: bool, expected: bool| {
            assert_eq!(fit(Brand::named(brand).unwrap(), name, is_announced), expected, "{brand} {name}");
        };
        check("Sony", "WH-1000XM4", false, true);
        check("Sony", "wh-1000xm4", false, true);
        check("Sony", "WH-1000XM4B", false, false);
        check("Sony", "WH-1OOOXM4", false, false);
        check("Samsung", "SM-G991B", false, true);
        check("Samsung", "SM-G991", false, true);
        check("Canon", "SM-G991B", false, false);
        check("Canon", "EOS 80D", false, true);
        check("Xbox", "1914", false, false);
        check("Xbox", "1914", true, true);
        check("Zara", "A1234", true, false);
    }
}
