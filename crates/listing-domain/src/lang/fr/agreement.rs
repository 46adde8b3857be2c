//! Agreement of French condition words: "neuf", but "une veste neuve".

use crate::product::Gender;

/// Masculine, feminine, masculine plural, feminine plural.
const NEW: [&str; 4] = ["neuf", "neuve", "neufs", "neuves"];

/// They may follow "jamais".
const PARTICIPLES: [&str; 2] = ["porté", "utilisé"];

/// Words around these that never change.
const FIXED: [&str; 8] = ["comme", "quasi", "quasiment", "presque", "jamais", "avec", "sans", "étiquette"];

/// "comme neuve", "neufs avec étiquette". A text with any other word is a seller's own and stays unchanged.
pub(super) fn agreeing(words: &str, gender: Gender, is_plural: bool) -> String {
    let form = usize::from(gender == Gender::Feminine) + 2 * usize::from(is_plural);
    let agreed = |word: &str| match word {
        word if NEW.contains(&word) => Some(NEW[form].to_owned()),
        word if PARTICIPLES.contains(&word) => Some(format!("{word}{}", ["", "e", "s", "es"][form])),
        word => FIXED.contains(&word).then(|| word.to_owned()),
    };
    let all: Option<Vec<String>> = words.split(' ').map(agreed).collect();
    all.map_or_else(|| words.to_owned(), |all| all.join(" "))
}

/// For use after the label "état": "bon" from "bon état".
pub(super) fn behind_label(words: &str) -> Option<&str> {
    words.strip_suffix(" état").or_else(|| words.strip_prefix("état "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_agree_with_the_noun_and_a_sellers_own_words_are_unchanged() {
        let check = |words: &str, expected: [&str; 4]| {
            let agreed = |gender, is_plural| agreeing(words, gender, is_plural);
            let (masculine, feminine) = (Gender::Masculine, Gender::Feminine);
            let forms = [
                agreed(masculine, false),
                agreed(feminine, false),
                agreed(masculine, true),
                agreed(feminine, true),
            ];
            assert_eq!(forms, expected);
        };
        check("comme neuf", ["comme neuf", "comme neuve", "comme neufs", "comme neuves"]);
        check(
            "neuve sans étiquette",
            ["neuf sans étiquette", "neuve sans étiquette", "neufs sans étiquette", "neuves sans étiquette"],
        );
        check("jamais porté", ["jamais porté", "jamais portée", "jamais portés", "jamais portées"]);
        for same in ["bon état", "neuf mais taché", "très bon état"] {
            check(same, [same; 4]);
        }
    }
}
