//! The little of French grammar that the texts need.

use listing_domain::product::{Gender, Noun};
use listing_domain::wish::Language;

/// Gender and number, for words that agree with a noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Agreement {
    /// The gender.
    pub(super) gender: Gender,
    /// Whether the noun is plural.
    pub(super) plural: bool,
}

impl Agreement {
    /// Of words that agree with a French noun.
    pub(super) const fn with(noun: Noun) -> Self {
        Self { gender: noun.gender(), plural: noun.is_plural(Language::Fr) }
    }

    /// Of words that agree with a material ("du cuir noir").
    pub(super) const fn singular(gender: Gender) -> Self {
        Self { gender, plural: false }
    }

    /// Picks one of four forms.
    pub(super) const fn pick<T: Copy>(self, masculine: [T; 2], feminine: [T; 2]) -> T {
        let forms = match self.gender {
            Gender::Masculine => masculine,
            Gender::Feminine => feminine,
        };
        if self.plural { forms[1] } else { forms[0] }
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
    "home",
    "hoodie",
    "hotte",
    "houe",
    "housse",
    "hublot",
    "husky",
];

/// Whether an article is elided before the word ("l’écharpe", "cet étui").
pub(super) fn elides(word: &str) -> bool {
    let word = word.to_lowercase();
    let aspirated = || ASPIRATED.iter().any(|start| word.starts_with(start));
    match word.chars().next() {
        Some('h') => !aspirated(),
        Some(first) => "aàâeéèêëiîïoôœuùûü".contains(first),
        None => false,
    }
}

/// The noun with its demonstrative: "cette veste", "cet étui", "ces baskets".
pub(super) fn demonstrative(noun: &str, agreement: Agreement) -> String {
    let before_vowel = if elides(noun) { "cet" } else { "ce" };
    format!("{} {noun}", agreement.pick([before_vowel, "ces"], ["cette", "ces"]))
}

/// The singular noun with its definite article: "le velours", "l’osier".
pub(super) fn definite(noun: &str, gender: Gender) -> String {
    if elides(noun) {
        format!("l’{noun}")
    } else {
        format!("{} {noun}", Agreement::singular(gender).pick(["le", "les"], ["la", "les"]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demonstratives() {
        let check = |noun: Noun, expected: &str| {
            assert_eq!(demonstrative(noun.text(Language::Fr), Agreement::with(noun)), expected);
        };
        check(Noun::feminine("veste", "jacket"), "cette veste");
        check(Noun::feminine("écharpe", "scarf"), "cette écharpe");
        check(Noun::masculine("pull", "sweater"), "ce pull");
        check(Noun::masculine("étui", "case"), "cet étui");
        check(Noun::masculine("harmonica", "harmonica"), "cet harmonica");
        check(Noun::masculine("hamac", "hammock"), "ce hamac");
        check(Noun::masculine("haut", "top"), "ce haut");
        check(Noun::masculine_plural("gants", "gloves"), "ces gants");
        check(Noun::feminine_plural("baskets", "trainers"), "ces baskets");
    }

    #[test]
    fn definite_articles() {
        assert_eq!(definite("velours", Gender::Masculine), "le velours");
        assert_eq!(definite("laine", Gender::Feminine), "la laine");
        assert_eq!(definite("osier", Gender::Masculine), "l’osier");
        assert_eq!(definite("écru", Gender::Masculine), "l’écru");
    }
}
