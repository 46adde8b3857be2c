//! The little of English grammar that the texts need.

use listing_domain::condition::Condition;
use listing_domain::product::Noun;

use crate::lang::{Grammar, NameParts};
use crate::writer::text::capitalised;

pub(super) const GRAMMAR: Grammar = Grammar {
    name,
    casual_name: title_name,
    title_name,
    has_genders: false,
    this: demonstrative,
    some: unchanged,
    title_case,
    ebay_order: |[brand, name, audience]| [brand, audience, name],
    before_grade,
};

/// "Zara black leather jacket".
fn name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand, model } = parts;
    [brand, model, colour, material, Some(noun)].into_iter().flatten().collect()
}

/// "black leather Zara jacket".
fn title_name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand, model } = parts;
    [colour, material, brand, model, Some(noun)].into_iter().flatten().collect()
}

fn demonstrative(name: &str, noun: Noun) -> String {
    format!("{} {name}", if noun.is_plural() { "these" } else { "this" })
}

/// Whether "a" or "an" stands before a brand, its letters do not tell: the name goes without.
fn unchanged(name: &str, _: Noun) -> String {
    name.to_owned()
}

/// A grade stands by itself: "like new".
const fn before_grade(_: Condition) -> &'static str {
    ""
}

/// The text with every word capitalised but the small ones and units behind a number, as
/// English titles are.
pub(super) fn title_case(text: &str) -> String {
    const SMALL: [&str; 8] = ["a", "and", "by", "for", "in", "of", "or", "with"];
    const LONGEST_UNIT: usize = 2;
    let mut is_unit = false;
    let word = |(index, word): (usize, &str)| {
        let stays = index > 0 && SMALL.contains(&word) || is_unit && word.chars().count() <= LONGEST_UNIT;
        is_unit = word.ends_with(|c: char| c.is_ascii_digit());
        if stays { word.to_owned() } else { capitalised_parts(word) }
    };
    text.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

fn capitalised_parts(word: &str) -> String {
    word.split('-').map(capitalised).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_have_capitals() {
        assert_eq!(title_case("off-white t-shirt in lie de vin"), "Off-White T-Shirt in Lie De Vin");
        assert_eq!(title_case("size 10"), "Size 10");
        assert_eq!(title_case("120 x 60 cm"), "120 x 60 cm");
    }
}
