use listing_domain::condition::Condition;
use listing_domain::options::Language;
use listing_domain::statement::ConditionStatement;

use super::text::lowered;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ConditionPhrase<'a>(ConditionStatement<'a>);

impl<'a> ConditionPhrase<'a> {
    /// `None` if there are no words.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let statement = ConditionStatement::read(text);
        (!statement.is_empty()).then_some(Self(statement))
    }

    pub(crate) fn named(&self) -> Option<Condition> {
        self.0.grade().filter(|_| self.0.is_named())
    }

    /// In order, as within a sentence: "très bon état", "petite tache au dos".
    pub(crate) fn pieces(&self, language: Language) -> Vec<String> {
        self.0.phrases(language).iter().map(|words| lowered(words)).collect()
    }

    /// After a label, as in "État : très bon, petite tache au dos".
    pub(crate) fn behind_label(&self, language: Language) -> String {
        let words = self.0.phrases_after_label(language);
        words.iter().map(|words| lowered(words)).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn condition_is_worded_within_a_sentence_and_after_a_label() {
        let check = |text: &str, pieces: [&str; 2], behind_label: [&str; 2]| {
            let phrase = ConditionPhrase::read(text).unwrap();
            let languages = [Language::Fr, Language::En];
            assert_eq!(languages.map(|language| phrase.pieces(language).join(", ")), pieces, "{text}");
            assert_eq!(languages.map(|language| phrase.behind_label(language)), behind_label, "{text}");
        };
        let same = ["neuf avec étiquette", "new with tags"];
        check("new_with_tags", same, same);
        check("VGC", ["très bon état", "very good condition"], ["très bon", "very good"]);
        check("État satisfaisant.", ["état satisfaisant", "fair condition"], ["satisfaisant", "fair"]);
        check("Semelles propres", ["semelles propres"; 2], ["semelles propres"; 2]);
        check(
            "TBE, petite tache au dos",
            ["très bon état, petite tache au dos", "very good condition, petite tache au dos"],
            ["très bon, petite tache au dos", "very good, petite tache au dos"],
        );
        let same = ["neuf sans étiquette", "new without tags"];
        check("neuf ss etiquette", same, same);
        check("complet sauf 1 boule", ["complet sauf 1 boule"; 2], ["complet sauf 1 boule"; 2]);
        assert_eq!(ConditionPhrase::read(""), None);
    }
}
