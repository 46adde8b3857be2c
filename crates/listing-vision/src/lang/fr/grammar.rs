//! The little of French grammar that the texts need.

use listing_domain::condition::Condition;
use listing_domain::product::{Department, Gender, Noun};

use crate::lang::{Grammar, NameParts};
use crate::writer::text::capitalised;

pub(super) const GRAMMAR: Grammar =
    Grammar { name, this: demonstrative, definite, title_case: capitalised, before_grade, tags };

/// "veste en cuir noir Zara".
fn name(parts: NameParts) -> Vec<String> {
    let NameParts { noun, material, colour, brand } = parts;
    let material = material.map(|word| format!("en {word}"));
    [Some(noun), material, colour, brand].into_iter().flatten().collect()
}

/// French says "état : comme neuf", because "neuf" alone would have to agree with
/// the item.
const fn before_grade(grade: Condition) -> &'static str {
    match grade {
        Condition::NewWithTags | Condition::New | Condition::LikeNew => "état : ",
        _ => "",
    }
}

const fn tags(department: Department) -> [&'static str; 2] {
    match department {
        Department::Clothing => ["vêtements", "mode"],
        Department::Shoes => ["chaussures", "mode"],
        Department::Bags => ["sacs", "mode"],
        Department::Accessories | Department::JewelleryWatches => ["accessoires", "mode"],
        Department::Furniture => ["meubles", "maison"],
        Department::HomeDecor => ["décoration", "maison"],
        Department::Kitchen => ["cuisine", "maison"],
        Department::Appliances => ["électroménager", "maison"],
        Department::Electronics => ["électronique", "hightech"],
        Department::MediaGames => ["loisirs", "divertissement"],
        Department::ToysBaby => ["enfants", "famille"],
        Department::Sports => ["sport", "loisirs"],
        Department::Instruments => ["musique", "musiciens"],
        Department::ToolsGarden => ["maison", "jardin"],
        Department::Beauty => ["beauté", "cosmétiques"],
        Department::ArtCollectibles => ["collection", "art"],
        Department::Vehicles => ["auto", "voiture"],
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

/// The singular noun with its definite article: "le velours", "l’osier".
fn definite(noun: &str, gender: Gender) -> String {
    if elides(noun) {
        return format!("l’{noun}");
    }
    let article = if gender == Gender::Feminine { "la" } else { "le" };
    format!("{article} {noun}")
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
    fn definite_articles() {
        assert_eq!(definite("velours", Gender::Masculine), "le velours");
        assert_eq!(definite("laine", Gender::Feminine), "la laine");
        assert_eq!(definite("osier", Gender::Masculine), "l’osier");
        assert_eq!(definite("écru", Gender::Masculine), "l’écru");
    }
}
