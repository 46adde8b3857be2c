use listing_domain::product::{Gender, Noun};

use crate::lang::{About, Grammar, NameParts};

pub(super) const GRAMMAR: Grammar = Grammar {
    name,
    title_name: name,
    with_audience: |name, audience| format!("{name} {audience}"),
    has_genders: true,
    this: demonstrative,
    title_case: str::to_owned,
    whole_grade,
    about,
};

/// "veste Zara femme en cuir noir", or "veste Zara femme cuir noir" if terse.
fn name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand, model, audience, is_terse } = parts;
    // "Ours en peluche en mohair" has one "en" too many.
    let is_bare = is_terse || (noun.contains(" en ") && brand.is_none() && model.is_none());
    let material = material.map(|word| if is_bare { word } else { format!("en {word}") });
    [Some(noun), brand, model, audience, material, colour].into_iter().flatten().collect()
}

/// Completes a bare adjective: "état satisfaisant".
fn whole_grade(grade: &str) -> Option<String> {
    const BARE: [&str; 13] = [
        "acceptable",
        "convenable",
        "correct",
        "excellent",
        "impeccable",
        "irréprochable",
        "moyen",
        "médiocre",
        "nickel",
        "parfait",
        "passable",
        "satisfaisant",
        "vétuste",
    ];
    BARE.contains(&grade).then(|| format!("état {grade}"))
}

/// "Elle est en taille 38, en bon état", "Ils mesurent 120 x 60 cm et sont comme neufs".
fn about(noun: Noun, about: About<'_>) -> Option<String> {
    let they = match (noun.gender(), noun.is_plural()) {
        (Gender::Feminine, false) => "elle",
        (Gender::Feminine, true) => "elles",
        (_, false) => "il",
        (_, true) => "ils",
    };
    let [are, measure] = if noun.is_plural() { ["sont", "mesurent"] } else { ["est", "mesure"] };
    let grade = about.grade.map(|grade| match grade {
        grade if grade.ends_with(" état") && !grade.starts_with("en ") => format!("en {grade}"),
        grade if grade.starts_with("état ") => format!("dans un {grade}"),
        grade => grade.to_owned(),
    });
    Some(match (about.size, about.sides, grade) {
        (Some(size), _, Some(grade)) => format!("{they} {are} en {size}, {grade}"),
        (Some(size), _, None) => format!("{they} {are} en {size}"),
        (None, Some(sides), Some(grade)) => format!("{they} {measure} {sides} et {are} {grade}"),
        (None, Some(sides), None) => format!("{they} {measure} {sides}"),
        (None, None, Some(grade)) => format!("{they} {are} {grade}"),
        (None, None, None) => return None,
    })
}

/// Beginnings of goods' names with an aspirated h, which prevents elision ("la hache"). Every other h is
/// mute.
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

/// As in "l’écharpe", "cet étui".
pub(crate) fn elides(word: &str) -> bool {
    let word = word.to_lowercase();
    let aspirated = || ASPIRATED.iter().any(|start| word.starts_with(start));
    match word.chars().next() {
        Some('h') => !aspirated(),
        Some(first) => "aàâeéèêëiîïoôœuùûü".contains(first),
        None => false,
    }
}

/// "cette veste", "cet étui", "ces baskets".
fn demonstrative(name: &str, noun: Noun) -> String {
    let article = match (noun.is_plural(), noun.gender()) {
        (true, _) => "ces",
        (false, Gender::Feminine) => "cette",
        (false, _) if elides(name) => "cet",
        (false, _) => "ce",
    };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demonstratives_agree_with_their_noun() {
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
}
