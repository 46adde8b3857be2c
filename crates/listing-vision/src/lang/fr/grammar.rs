//! The little of French grammar that the texts need.

use listing_domain::condition::Condition;
use listing_domain::product::{Gender, Noun};

use crate::lang::{Grammar, NameParts};

pub(super) const GRAMMAR: Grammar = Grammar {
    name,
    casual_name,
    title_name,
    has_genders: true,
    this: demonstrative,
    some: indefinite,
    title_case: str::to_owned,
    ebay_order: |[brand, name, audience]| [name, brand, audience],
    before_grade,
};

/// "veste en cuir noir Zara".
fn name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand, model } = parts;
    let material = material.map(|word| format!("en {word}"));
    [Some(noun), material, colour, brand, model].into_iter().flatten().collect()
}

/// "veste Zara en cuir noir".
fn casual_name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand, model } = parts;
    let material = material.map(|word| format!("en {word}"));
    [Some(noun), brand, model, material, colour].into_iter().flatten().collect()
}

/// "veste cuir noir Zara".
fn title_name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand, model } = parts;
    [Some(noun), material, colour, brand, model].into_iter().flatten().collect()
}

/// French says "état : comme neuf", because "neuf" alone would have to agree with
/// the item.
const fn before_grade(grade: Condition) -> &'static str {
    match grade {
        Condition::NewWithTags | Condition::New | Condition::LikeNew => "état : ",
        _ => "",
    }
}

/// Words with an aspirated h, which allow no elision, as far as goods for
/// sale begin with them. Every other h is mute.
const ASPIRATED: &[&str] = &[
    "hach",
    "hall",
    "hamac",
    "hamburg",
    "hamster",
    "hanbok",
    "hand",
    "hangar",
    "harnais",
    "harpe",
    "hausse",
    "haut",
    "heaume",
    "hérisson",
    "hibou",
    "hochet",
    "hockey",
    "homard",
    "holster",
    "home",
    "hoodie",
    "hotte",
    "houe",
    "housse",
    "hoverboard",
    "hub",
    "hublot",
    "husky",
];

/// Whether an article is elided before the word ("l’écharpe", "cet étui").
pub(crate) fn elides(word: &str) -> bool {
    let word = word.to_lowercase();
    let aspirated = || ASPIRATED.iter().any(|start| word.starts_with(start));
    match word.chars().next() {
        Some('h') => !aspirated(),
        Some(first) => "aàâeéèêëiîïoôœuùûü".contains(first),
        None => false,
    }
}

/// A name with its demonstrative: "cette veste", "cet étui", "ces baskets".
fn demonstrative(name: &str, noun: Noun) -> String {
    let article = match (noun.is_plural(), noun.gender()) {
        (true, _) => "ces",
        (false, Gender::Feminine) => "cette",
        (false, _) if elides(name) => "cet",
        (false, _) => "ce",
    };
    format!("{article} {name}")
}

/// "une veste en cuir noir", "des baskets blanches".
fn indefinite(name: &str, noun: Noun) -> String {
    let article = match (noun.is_plural(), noun.gender()) {
        (true, _) => "des",
        (false, Gender::Feminine) => "une",
        (false, _) => "un",
    };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demonstratives() {
        let check = |form, text: &'static str, expected: &str| {
            assert_eq!(demonstrative(text, Noun::parse(form, text).unwrap()), expected);
        };
        check("f", "veste", "cette veste");
        check("f", "écharpe", "cette écharpe");
        check("m", "pull", "ce pull");
        check("m", "étui", "cet étui");
        check("m", "harmonica", "cet harmonica");
        check("m", "hamac", "ce hamac");
        check("m", "hub USB", "ce hub USB");
        check("m", "humidificateur", "cet humidificateur");
        check("m", "haut", "ce haut");
        check("mp", "gants", "ces gants");
        check("fp", "baskets", "ces baskets");
    }

    #[test]
    fn indefinite_articles() {
        let check = |form, text: &'static str, expected: &str| {
            assert_eq!(indefinite(text, Noun::parse(form, text).unwrap()), expected);
        };
        check("f", "veste", "une veste");
        check("m", "étui", "un étui");
        check("fp", "baskets", "des baskets");
    }
}
