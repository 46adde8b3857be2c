//! Agreement of French words for a condition with their noun.

use crate::product::Gender;

/// "New", as it is said of what is masculine, feminine, and of several of either.
const NEW: [&str; 4] = ["neuf", "neuve", "neufs", "neuves"];

/// Participles that may stand behind "jamais".
const PARTICIPLES: [&str; 2] = ["porté", "utilisé"];

/// The words around them, which do not agree.
const FIXED: [&str; 8] = ["comme", "quasi", "quasiment", "presque", "jamais", "avec", "sans", "étiquette"];

/// A grade as it agrees: "comme neuve", "neufs avec étiquette". What has other words is a seller's
/// own and stays as it is.
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

/// The words of a grade behind the label "état": "bon" of "bon état".
pub(super) fn behind_label(words: &str) -> Option<&str> {
    words.strip_suffix(" état").or_else(|| words.strip_prefix("état "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_agree_and_words_of_a_seller_stay() {
        let check = |words: &str, expected: [&str; 4]| {
            let of = |gender, is_plural| agreeing(words, gender, is_plural);
            let (masculine, feminine) = (Gender::Masculine, Gender::Feminine);
            let forms = [of(masculine, false), of(feminine, false), of(masculine, true), of(feminine, true)];
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
