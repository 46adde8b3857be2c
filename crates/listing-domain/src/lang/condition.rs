//! The languages' names for the condition grades.

use super::of;
use crate::condition::Condition;
use crate::options::Language;
use crate::product::{Gender, Noun};

impl Condition {
    /// Returns the plain name of the grade, for marketplaces without their own label.
    pub fn plain_label(self, language: Language) -> &'static str {
        (of(language).grade)(self)
    }
}

impl Noun {
    /// Makes a grade's words agree with the noun: "comme neuve" for "guitare". A seller's own words stay
    /// unchanged.
    pub fn agreeing(self, grade: &str, language: Language) -> String {
        (of(language).agreeing)(grade, self.gender(), self.is_plural())
    }
}

/// Returns every other form of a grade's words in texts: agreeing with any noun, and after a label.
pub(crate) fn forms_of_grade(grade: &str, language: Language) -> Vec<String> {
    let lang = of(language);
    let agreeing = [Gender::Masculine, Gender::Feminine]
        .into_iter()
        .flat_map(|gender| [false, true].map(|is_plural| (lang.agreeing)(grade, gender, is_plural)));
    let label = |words| format!("{}{}{words}", lang.listing.condition, lang.listing.colon);
    agreeing.chain((lang.grade_behind_label)(grade).map(label)).filter(|form| form != grade).collect()
}
