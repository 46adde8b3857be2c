//! How the grades of wear are worded.

use std::sync::LazyLock;

use super::{all_reading, of};
use crate::condition::Condition;
use crate::wish::Language;

/// The wordings of all languages, most specific first.
static WORDINGS: LazyLock<Vec<(&str, Condition)>> = LazyLock::new(|| {
    let mut wordings: Vec<_> = all_reading(|reading| reading.grades).collect();
    wordings.sort_by_key(|(rank, ..)| *rank);
    wordings.into_iter().map(|(_, words, condition)| (*words, *condition)).collect()
});

impl Condition {
    /// What words that name no grade are taken for: a worn item where they tell
    /// of wear, else `Condition::ASSUMED`.
    pub fn assumed_from(words: &str) -> Self {
        let words = words.to_lowercase().replace('’', "'");
        if all_reading(|reading| reading.worn).any(|worn| contains_words(&words, worn)) {
            Self::Fair
        } else {
            Self::ASSUMED
        }
    }

    /// Reads the grade out of a seller's free text in any of the languages.
    ///
    /// Whole words only; the most specific wording wins ("comme neuf" before
    /// "neuf"). `None` when the text names no grade: the text is then still
    /// the seller's, but nothing is guessed from it.
    pub fn from_free_text(text: &str) -> Option<Self> {
        let text = text.to_lowercase().replace('’', "'");
        if all_reading(|reading| reading.no_grade).any(|words| contains_words(&text, words)) {
            return None;
        }
        WORDINGS.iter().find(|(words, _)| contains_words(&text, words)).map(|(_, condition)| *condition)
    }

    /// The plain name of the grade, for marketplaces that have no label of
    /// their own for it.
    pub fn plain_label(self, language: Language) -> &'static str {
        (of(language).grade)(self)
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
