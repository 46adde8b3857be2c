//! The words in `typed.tsv` for brands that labels don't show: short forms ("Levi") and product lines
//! (`MacBook`).

use std::sync::LazyLock;

use super::table::key;
use super::{Brand, TABLE};
use crate::product::Good;
use crate::tsv::{NONE, Table};

static TYPED: LazyLock<Table<Row>> =
    LazyLock::new(|| Table::read(include_str!("typed.tsv"), Row::parse, |row| row.keys.clone()));

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    Name,
    Short,
    /// A short form that is also a word or a first name.
    Perhaps,
    /// A product line such as `MacBook`: its spelling, and the good, if all its products are one.
    Line(&'static str, Option<Good>),
}

impl Spelling {
    /// Words for both a brand and its product line count as the line.
    pub(crate) fn find(text: &str) -> Option<(Brand, Self)> {
        let typed = key(text);
        if let Some(index) = TYPED.index(&typed) {
            let row = TYPED.row(index);
            let spelling = match row.role {
                Role::Short => Self::Short,
                Role::Perhaps => Self::Perhaps,
                Role::Alone | Role::Behind => Self::Line(row.own_spelling(&typed), row.good),
            };
            return Some((row.brand, spelling));
        }
        TABLE.index(&typed).map(|index| (Brand(index), Self::Name))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// `None` if the line's products are several goods.
    pub(crate) good: Option<Good>,
}

impl Brand {
    /// "Strat" is a line of Fender.
    pub(crate) fn line(self, text: &str) -> Option<Line> {
        let line = key(text);
        let index = TYPED.index(&line_key(self, &line)).or_else(|| TYPED.index(&line))?;
        let row = TYPED.row(index);
        let is_brands_line = row.brand == self && matches!(row.role, Role::Alone | Role::Behind);
        is_brands_line.then_some(Line { good: row.good })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Short,
    Perhaps,
    Alone,
    Behind,
}

struct Row {
    brand: Brand,
    role: Role,
    good: Option<Good>,
    words: Vec<&'static str>,
    keys: Vec<String>,
}

impl Row {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [brand, role, words, good] = columns[..] else { return None };
        let brand = Brand::named(brand).filter(|known| known.name() == brand)?;
        let role = match role {
            "short" => Role::Short,
            "perhaps" => Role::Perhaps,
            "alone" => Role::Alone,
            "behind" => Role::Behind,
            _ => return None,
        };
        let good = if good == NONE { None } else { Some(Good::from_key(good)?) };
        let words: Vec<&str> = words.split('|').collect();
        if words.iter().any(|word| key(word).is_empty()) {
            return None;
        }
        let typed_key = |word: &&str| match role {
            // Several brands may have a line of the same name.
            Role::Behind => line_key(brand, &key(word)),
            Role::Short | Role::Perhaps | Role::Alone => key(word),
        };
        Some(Self { brand, role, good, keys: words.iter().map(typed_key).collect(), words })
    }
}

impl Row {
    /// `MacBook` for "macbook".
    fn own_spelling(&self, typed: &str) -> &'static str {
        self.words.iter().find(|word| key(word) == typed).copied().unwrap_or_default()
    }
}

fn line_key(brand: Brand, line: &str) -> String {
    format!("{}/{line}", brand.name())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::tsv::lines;

    #[test]
    fn every_line_is_valid_and_no_words_name_two_brands() {
        let mut seen = HashSet::new();
        for line in lines(include_str!("typed.tsv")) {
            let row = Row::parse(line).unwrap_or_else(|| panic!("invalid line: {line}"));
            for words in row.keys {
                let named = Brand::named(&words);
                assert!(named.is_none_or(|named| named == row.brand), "{words} also names {named:?}: {line}");
                assert!(seen.insert(words.clone()), "duplicate words: {words}");
            }
        }
        for wrong in
            ["Fender\tbehind\tStrat", "Fender\tline\tStrat\t-", "Zzyzx\tshort\tZ\t-", "Fender\tbehind\t|\t-"]
        {
            assert!(Row::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_brand_is_found_by_name_short_form_or_product_line() {
        let spelled = |text: &str| Spelling::find(text).map(|(brand, spelling)| (brand.name(), spelling));
        let good = Good::from_key;
        assert_eq!(spelled("LEVI"), Some(("Levi’s", Spelling::Short)));
        assert_eq!(spelled("levis"), Some(("Levi’s", Spelling::Name)));
        assert_eq!(spelled("Guild"), Some(("Guild Guitars", Spelling::Perhaps)));
        assert_eq!(spelled("macbook"), Some(("Apple", Spelling::Line("MacBook", good("laptop")))));
        assert_eq!(spelled("Strat"), None);
        let line = |brand: &str, text: &str| Brand::named(brand).unwrap().line(text);
        assert_eq!(line("Fender", "strat"), Some(Line { good: good("electric_guitar") }));
        assert_eq!(line("Squier", "Strat"), Some(Line { good: good("electric_guitar") }));
        assert_eq!(line("Gibson", "Strat"), None);
        assert_eq!(line("Apple", "MacBook"), Some(Line { good: good("laptop") }));
        assert_eq!(line("Champion", "reverse weave"), Some(Line { good: None }));
        assert_eq!(Brand::typed("Tiffany").map(Brand::name), Some("Tiffany & Co."));
        assert_eq!(Brand::typed("Guild"), None);
    }
}
