//! The state of an item: seven canonical grades and how sellers word them.

use crate::closed_enum::closed_enum;
use crate::wish::{Language, Words};

closed_enum! {
    /// A canonical grade of wear, best first.
    pub enum Condition as "condition" {
        /// Never used, labels still on.
        NewWithTags = "new_with_tags",
        /// Never used, without labels.
        New = "new",
        /// Used once or twice, no trace of it.
        LikeNew = "like_new",
        /// Little used, hardly a trace.
        VeryGood = "very_good",
        /// Used, with light traces.
        Good = "good",
        /// Visibly worn, still fit for use.
        Fair = "fair",
        /// Broken or incomplete.
        ForParts = "for_parts",
    }
}

/// Wordings that name a grade, most specific first: the first one contained
/// in a seller's text decides. Lower case, apostrophes straight.
const WORDINGS: &[(&str, Condition)] = &[
    ("new_with_tags", Condition::NewWithTags),
    ("new with tag", Condition::NewWithTags),
    ("brand new with", Condition::NewWithTags),
    ("nwt", Condition::NewWithTags),
    ("neuf avec étiquette", Condition::NewWithTags),
    ("neuve avec étiquette", Condition::NewWithTags),
    ("avec étiquette", Condition::NewWithTags),
    ("avec etiquette", Condition::NewWithTags),
    ("pour pièces", Condition::ForParts),
    ("pour pieces", Condition::ForParts),
    ("hors service", Condition::ForParts),
    ("ne fonctionne pas", Condition::ForParts),
    ("ne marche pas", Condition::ForParts),
    ("en panne", Condition::ForParts),
    ("for parts", Condition::ForParts),
    ("for_parts", Condition::ForParts),
    ("not working", Condition::ForParts),
    ("doesn't work", Condition::ForParts),
    ("broken", Condition::ForParts),
    ("comme neuf", Condition::LikeNew),
    ("comme neuve", Condition::LikeNew),
    ("état neuf", Condition::New),
    ("quasi neuf", Condition::LikeNew),
    ("quasi neuve", Condition::LikeNew),
    ("like new", Condition::LikeNew),
    ("like_new", Condition::LikeNew),
    ("as new", Condition::LikeNew),
    ("mint", Condition::LikeNew),
    ("excellent", Condition::VeryGood),
    ("parfait état", Condition::VeryGood),
    ("très bon", Condition::VeryGood),
    ("tres bon", Condition::VeryGood),
    ("tbe", Condition::VeryGood),
    ("very good", Condition::VeryGood),
    ("very_good", Condition::VeryGood),
    ("euc", Condition::VeryGood),
    ("état d'usage", Condition::Fair),
    ("satisfaisant", Condition::Fair),
    ("état correct", Condition::Fair),
    ("correct", Condition::Fair),
    ("usé", Condition::Fair),
    ("abîmé", Condition::Fair),
    ("fair", Condition::Fair),
    ("acceptable", Condition::Fair),
    ("worn", Condition::Fair),
    ("bon état", Condition::Good),
    ("bon etat", Condition::Good),
    ("good", Condition::Good),
    ("bon", Condition::Good),
    ("neuf", Condition::New),
    ("neuve", Condition::New),
    ("jamais porté", Condition::New),
    ("jamais servi", Condition::New),
    ("never worn", Condition::New),
    ("never used", Condition::New),
    ("brand new", Condition::New),
    ("unused", Condition::New),
    ("nwot", Condition::New),
    ("new", Condition::New),
];

/// Wordings that turn the grade next to them around, so that no grade is read.
const NEGATIONS: &[&str] = &["pas neuf", "pas neuve", "not new", "not good", "pas bon", "mauvais"];

/// Words that name no grade but tell of wear that is more than light traces.
const WORN: &[&str] = &[
    "mauvais",
    "pas bon",
    "not good",
    "bad",
    "poor",
    "abîmé",
    "abimé",
    "déchiré",
    "troué",
    "trou",
    "torn",
    "hole",
    "damaged",
    "stained",
    "taché",
    "à réparer",
    "needs repair",
];

impl Condition {
    /// What an item is taken to be in when nobody stated its condition.
    pub const ASSUMED: Self = Self::Good;

    /// What words that name no grade are taken for: a worn item where they tell
    /// of wear, else [`Condition::ASSUMED`].
    pub fn assumed_from(words: &str) -> Self {
        let words = words.to_lowercase().replace('’', "'");
        if WORN.iter().any(|worn| contains_words(&words, worn)) { Self::Fair } else { Self::ASSUMED }
    }

    /// Reads the grade out of a seller's free text in French or English.
    ///
    /// Whole words only; the most specific wording wins ("comme neuf" before
    /// "neuf"). `None` when the text names no grade: the text is then still
    /// the seller's, but nothing is guessed from it.
    pub fn from_free_text(text: &str) -> Option<Self> {
        let text = text.to_lowercase().replace('’', "'");
        if NEGATIONS.iter().any(|words| contains_words(&text, words)) {
            return None;
        }
        WORDINGS.iter().find(|(words, _)| contains_words(&text, words)).map(|(_, condition)| *condition)
    }

    /// The plain name of the grade, for marketplaces that have no label of
    /// their own for it.
    pub const fn plain_label(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::NewWithTags => Words { fr: "Neuf avec étiquette", en: "New with tags" },
            Self::New => Words { fr: "Neuf", en: "New" },
            Self::LikeNew => Words { fr: "Comme neuf", en: "Like new" },
            Self::VeryGood => Words { fr: "Très bon état", en: "Very good condition" },
            Self::Good => Words { fr: "Bon état", en: "Good condition" },
            Self::Fair => Words { fr: "État satisfaisant", en: "Fair condition" },
            Self::ForParts => Words { fr: "Pour pièces", en: "For parts" },
        })
    }
}

fn contains_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(start, found)| {
        let before = text[..start].chars().next_back();
        let after = &text[start + found.len()..];
        // A plural or feminine ending still is the same word ("étiquettes").
        let mut rests = ["", "s", "e", "es"].into_iter().filter_map(|ending| after.strip_prefix(ending));
        let whole = rests.any(|rest| !rest.starts_with(char::is_alphanumeric));
        before.is_none_or(|c| !c.is_alphanumeric()) && whole
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<Condition>) {
        assert_eq!(Condition::from_free_text(text), expected, "{text}");
    }

    #[test]
    fn sellers_wordings_are_read() {
        for condition in Condition::ALL {
            check(condition.code(), Some(*condition));
            check(condition.plain_label(Language::Fr), Some(*condition));
            check(condition.plain_label(Language::En), Some(*condition));
        }
        check("Très bon état, porté deux fois", Some(Condition::VeryGood));
        check("Comme neuf !", Some(Condition::LikeNew));
        check("NWT", Some(Condition::NewWithTags));
        check("État d’usage", Some(Condition::Fair));
        check("ne fonctionne pas, neuf il valait 300", Some(Condition::ForParts));
    }

    #[test]
    fn words_without_a_grade_are_taken_for_the_lower_one_in_doubt() {
        let check = |text, expected| assert_eq!(Condition::assumed_from(text), expected, "{text}");
        check("une petite rayure", Condition::Good);
        check("pas neuf", Condition::Good);
        check("mauvais état", Condition::Fair);
        check("two holes in the sleeve", Condition::Fair);
        check("déchirée au coude", Condition::Fair);
        check("Troubadour", Condition::Good);
    }

    #[test]
    fn nothing_is_guessed() {
        check("", None);
        check("une petite tache", None);
        check("pas neuf", None);
        check("newsprint", None);
        check("Renewed energy", None);
    }
}
