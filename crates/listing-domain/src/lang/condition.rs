//! The condition grades' names.

use super::of;
use crate::condition::Condition;
use crate::options::Language;
use crate::product::{Gender, Noun};

impl Condition {
    /// The ordinary name, for marketplaces without a label of their own.
    pub fn plain_label(self, language: Language) -> &'static str {
        (of(language).grade)(self)
    }
}

impl Noun {
    /// Makes a grade agree with the noun: "comme neuve" for "guitare". A seller's own words are unchanged.
    pub fn agreeing(self, grade: &str, language: Language) -> String {
        (of(language).agreeing)(grade, self.gender(), self.is_plural())
    }
}

/// The grade's other forms: agreeing with any noun, or after a label.
pub(crate) fn forms_of_grade(grade: &str, language: Language) -> Vec<String> {
    let lang = of(language);
    let agreeing = [Gender::Masculine, Gender::Feminine]
        .into_iter()
        .flat_map(|gender| [false, true].map(|is_plural| (lang.agreeing)(grade, gender, is_plural)));
    let label = |words| format!("{}{}{words}", lang.listing.condition, lang.listing.colon);
    agreeing.chain((lang.grade_behind_label)(grade).map(label)).filter(|form| form != grade).collect()
}
