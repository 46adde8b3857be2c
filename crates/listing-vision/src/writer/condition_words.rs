//! The condition in words.

use listing_domain::condition::Condition;
use listing_domain::statement::ConditionStatement;
use listing_domain::wish::Language;

use super::text::lowered;
use crate::lang;

/// A condition in the seller's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ConditionPhrase<'a>(ConditionStatement<'a>);

impl<'a> ConditionPhrase<'a> {
    /// Reads the words; `None` where there are none.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let statement = ConditionStatement::read(text);
        (!statement.is_empty()).then_some(Self(statement))
    }

    /// The grade that the seller names, if any.
    pub(crate) fn named(&self) -> Option<Condition> {
        self.0.grade().filter(|_| self.0.is_named())
    }

    /// The whole condition on one line: "très bon état, petite tache au dos".
    pub(crate) fn words(&self, language: Language) -> String {
        let told = self.0.told(language);
        told.iter().map(|words| lowered(words)).collect::<Vec<_>>().join(", ")
    }

    /// The same as a sentence begins: "état : comme neuf, porté deux fois".
    pub(crate) fn phrase(&self, language: Language) -> String {
        let before = self.named().filter(|_| !self.is_labelled(language));
        before.map_or("", |grade| (lang::of(language).grammar.before_grade)(grade)).to_owned()
            + &self.words(language)
    }

    /// Returns true if the words begin with the name of what they describe, so that no label needs to
    /// stand before them.
    pub(crate) fn is_labelled(&self, language: Language) -> bool {
        let first = self.0.told(language).into_iter().next().unwrap_or_default();
        first.to_lowercase().contains(lang::of(language).words.labels.condition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_put_into_words() {
        let check = |text: &str, fr: &str, en: &str| {
            let phrase = ConditionPhrase::read(text).unwrap();
            assert_eq!([phrase.phrase(Language::Fr), phrase.phrase(Language::En)], [fr, en], "{text}");
        };
        check("new_with_tags", "état : neuf avec étiquette", "new with tags");
        check("New", "état : neuf", "new");
        check("Comme neuf", "état : comme neuf", "like new");
        check("VGC", "très bon état", "very good condition");
        check("État satisfaisant.", "état satisfaisant", "fair condition");
        check("Semelles propres", "semelles propres", "semelles propres");
        check(
            "TBE, petite tache au dos",
            "très bon état, petite tache au dos",
            "very good condition, petite tache au dos",
        );
        check("neuf ss etiquette", "état : neuf sans étiquette", "new without tags");
        check("complet sauf 1 boule", "complet sauf 1 boule", "complet sauf 1 boule");
        assert_eq!(ConditionPhrase::read(""), None);
    }

    #[test]
    fn a_label_is_not_said_twice() {
        let is_labelled = |text, language| ConditionPhrase::read(text).unwrap().is_labelled(language);
        assert!(is_labelled("good", Language::Fr));
        assert!(is_labelled("En bon état général", Language::Fr));
        assert!(!is_labelled("new", Language::En));
        assert!(!is_labelled("semelles propres", Language::Fr));
    }
}
