use listing_domain::product::Noun;

use crate::lang::{About, Grammar, NameParts};
use crate::writer::text::capitalized;

pub(super) const GRAMMAR: Grammar = Grammar {
    name,
    title_name,
    with_audience: |name, audience| format!("{audience} {name}"),
    has_genders: false,
    this: demonstrative,
    title_case,
    whole_grade,
    about,
};

/// "black leather Zara jacket".
fn name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand, model, .. } = parts;
    [colour, material, brand, model, Some(noun)].into_iter().flatten().collect()
}

/// "Zara women’s black leather jacket".
fn title_name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand, model, audience, .. } = parts;
    [brand, model, audience, colour, material, Some(noun)].into_iter().flatten().collect()
}

fn demonstrative(name: &str, noun: Noun) -> String {
    format!("{} {name}", if noun.is_plural() { "these" } else { "this" })
}

/// Completes a bare adjective: "decent condition".
fn whole_grade(grade: &str) -> Option<String> {
    const BARE: [&str; 14] = [
        "acceptable",
        "average",
        "bad",
        "decent",
        "excellent",
        "fair",
        "flawless",
        "good",
        "immaculate",
        "passable",
        "perfect",
        "poor",
        "reasonable",
        "rough",
    ];
    BARE.contains(&grade).then(|| format!("{grade} condition"))
}

/// "It’s a size 10, in good condition", "They measure 120 x 60 cm and are like new".
fn about(noun: Noun, about: About<'_>) -> Option<String> {
    let [they, are, measure] =
        if noun.is_plural() { ["they", "are", "measure"] } else { ["it", "is", "measures"] };
    let they_are = if noun.is_plural() { "they’re" } else { "it’s" };
    let in_state = |grade: &str| grade.ends_with(" condition") && !grade.starts_with("in ");
    let grade =
        about.grade.map(|grade| if in_state(grade) { format!("in {grade}") } else { grade.to_owned() });
    Some(match (about.size, about.sides, grade) {
        (Some(size), _, Some(grade)) => format!("{they_are} a {size}, {grade}"),
        (Some(size), _, None) => format!("{they_are} a {size}"),
        (None, Some(sides), Some(grade)) => format!("{they} {measure} {sides} and {are} {grade}"),
        (None, Some(sides), None) => format!("{they} {measure} {sides}"),
        (None, None, Some(grade)) => format!("{they_are} {grade}"),
        (None, None, None) => return None,
    })
}

/// Except small words and units after a number, as in English titles.
pub(super) fn title_case(text: &str) -> String {
    const SMALL: [&str; 8] = ["a", "and", "by", "for", "in", "of", "or", "with"];
    const LONGEST_UNIT: usize = 2;
    let mut is_unit = false;
    let word = |(index, word): (usize, &str)| {
        let stays =
            index > 0 && SMALL.contains(&word) || is_unit && word.trim_end_matches(')').len() <= LONGEST_UNIT;
        is_unit = word.ends_with(|c: char| c.is_ascii_digit());
        if stays { word.to_owned() } else { capitalised_parts(word) }
    };
    text.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

fn capitalised_parts(word: &str) -> String {
    word.split('-').map(capitalized).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_titles_have_capitals_except_small_words_and_units() {
        assert_eq!(title_case("off-white t-shirt in lie de vin"), "Off-White T-Shirt in Lie De Vin");
        assert_eq!(title_case("size 10"), "Size 10");
        assert_eq!(title_case("47.2 x 23.6 in (120 x 60 cm)"), "47.2 x 23.6 in (120 x 60 cm)");
    }
}
