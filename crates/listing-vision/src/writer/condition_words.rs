//! The condition in words.

use listing_domain::condition::Condition;
use listing_domain::statement::ConditionStatement;
use listing_domain::wish::Language;

use crate::lang;

/// A condition that somebody stated, without what was said beyond the grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConditionPhrase<'a> {
    /// A canonical grade.
    Grade(Condition),
    /// The seller's own words, of which no grade can be read.
    Own(&'a str),
}

impl<'a> ConditionPhrase<'a> {
    /// What a seller's words for a condition mean, and what they say beyond a grade, in
    /// these words; nothing where they say nothing of a condition.
    pub(crate) fn read(text: &'a str) -> (Option<Self>, Vec<&'a str>) {
        let statement = ConditionStatement::read(text);
        match statement.grade() {
            Some(grade) => (Some(Self::Grade(grade)), statement.remarks().collect()),
            None if statement.is_empty() => (None, Vec::new()),
            None => (Some(Self::Own(text.trim())), Vec::new()),
        }
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

    fn read(text: &str) -> ConditionPhrase<'_> {
        ConditionPhrase::read(text).0.unwrap()
    }

    #[test]
    fn grades_are_put_into_words() {
        let check = |text: &str, fr: &str, en: &str| {
            let phrase = read(text);
            assert_eq!(
                (phrase.phrase(Language::Fr).as_str(), phrase.phrase(Language::En).as_str()),
                (fr, en)
            );
        };
        check("new_with_tags", "état : neuf avec étiquette", "new with tags");
        check("New", "état : neuf", "new");
        check("Comme neuf", "état : comme neuf", "like new");
        check("VGC", "très bon état", "very good condition");
        check("État satisfaisant.", "état satisfaisant", "fair condition");
        check("Semelles propres", "Semelles propres", "Semelles propres");
    }

    #[test]
    fn what_is_said_beyond_the_grade_stands_apart() {
        let (grade, remarks) = ConditionPhrase::read("Très bon état, petite tache au dos");
        assert_eq!(
            (grade, remarks),
            (Some(ConditionPhrase::Grade(Condition::Good)), vec!["petite tache au dos"])
        );
        assert_eq!(ConditionPhrase::read("occasion"), (None, Vec::new()));
    }

    #[test]
    fn a_label_is_not_said_twice() {
        assert!(read("good").is_labelled(Language::Fr));
        assert!(read("En bon état général").is_labelled(Language::Fr));
        assert!(!read("new").is_labelled(Language::En));
        assert!(!read("semelles propres").is_labelled(Language::Fr));
    }
}
