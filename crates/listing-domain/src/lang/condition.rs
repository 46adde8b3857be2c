//! The names of the condition grades in each language.

use super::of;
use crate::condition::Condition;
use crate::options::Language;
use crate::product::{Gender, Noun};

impl Condition {
    /// Returns the ordinary name of the grade, for marketplaces that have no label of their own for it.
    pub fn plain_label(self, language: Language) -> &'static str {
        (of(language).grade)(self)
    }
}

impl Noun {
    /// Makes the words of a grade agree with the noun: "comme neuve" for "guitare". A seller's own words are
    /// unchanged.
    pub fn agreeing(self, grade: &str, language: Language) -> String {
        (of(language).agreeing)(grade, self.gender(), self.is_plural())
    }
}

/// Returns the other forms that a grade's words have in texts: agreeing with any noun, or after a label.
pub(crate) fn forms_of_grade(grade: &str, language: Language) -> Vec<String> {
    let lang = of(language);
    let agreeing = [Gender::Masculine, Gender::Feminine]
        .into_iter()
        .flat_map(|gender| [false, true].map(|is_plural| (lang.agreeing)(grade, gender, is_plural)));
    let label = |words| format!("{}{}{words}", lang.listing.condition, lang.listing.colon);
    agreeing.chain((lang.grade_behind_label)(grade).map(label)).filter(|form| form != grade).collect()
}
