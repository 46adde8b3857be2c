//! The condition in words, as the seller gave it.

use listing_domain::condition::Condition;
use listing_domain::wish::Language;

use crate::lang;

/// A condition that somebody stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConditionPhrase<'a> {
    /// A canonical grade.
    Grade(Condition),
    /// The seller's own words.
    Own(&'a str),
}

impl<'a> ConditionPhrase<'a> {
    /// Reads a code (`very_good`) or a grade's plain name in either language
    /// ("Très bon état", "like new"); everything else is kept as it is, since
    /// it says more than a grade.
    pub(crate) fn read(text: &'a str) -> Self {
        let words = text.trim().trim_end_matches('.').to_lowercase().replace('\'', "’");
        let named = |grade: &Condition| {
            grade.code() == words
                || Language::ALL.iter().any(|language| grade.plain_label(*language).to_lowercase() == words)
        };
        Condition::ALL.iter().copied().find(named).map_or(Self::Own(text.trim()), Self::Grade)
    }

    /// In the language's words, in lower case: "très bon état", "comme neuf".
    pub(crate) fn words(self, language: Language) -> String {
        match self {
            Self::Own(words) => words.to_owned(),
            Self::Grade(grade) => grade.plain_label(language).to_lowercase(),
        }
    }

    /// Within a text: "très bon état", "état : comme neuf".
    pub(crate) fn phrase(self, language: Language) -> String {
        match self {
            Self::Own(_) => self.words(language),
            Self::Grade(grade) => {
                (lang::of(language).grammar.before_grade)(grade).to_owned() + &self.words(language)
            }
        }
    }

    /// Whether the words name themselves a condition, so that no label needs
    /// to stand before them.
    pub(crate) fn is_labelled(self, language: Language) -> bool {
        self.words(language).to_lowercase().contains(lang::of(language).words.labels.condition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_put_into_words() {
        let check = |text: &str, fr: &str, en: &str| {
            let phrase = ConditionPhrase::read(text);
            assert_eq!(
                (phrase.phrase(Language::Fr).as_str(), phrase.phrase(Language::En).as_str()),
                (fr, en)
            );
        };
        check("new_with_tags", "état : neuf avec étiquette", "new with tags");
        check("New", "état : neuf", "new");
        check("Comme neuf", "état : comme neuf", "like new");
        check("very good condition", "très bon état", "very good condition");
        check("État satisfaisant.", "état satisfaisant", "fair condition");
        check("Une petite tache", "Une petite tache", "Une petite tache");
    }

    #[test]
    fn a_label_is_not_said_twice() {
        assert!(ConditionPhrase::read("good").is_labelled(Language::Fr));
        assert!(ConditionPhrase::read("En bon état général").is_labelled(Language::Fr));
        assert!(!ConditionPhrase::read("new").is_labelled(Language::En));
        assert!(!ConditionPhrase::read("une rayure").is_labelled(Language::Fr));
    }
}
