//! What languages call the grades of wear.

use super::of;
use crate::condition::Condition;
use crate::options::Language;
use crate::product::{Gender, Noun};

impl Condition {
    /// The plain name of the grade, for marketplaces that have no label of
    /// their own for it.
    pub fn plain_label(self, language: Language) -> &'static str {
        (of(language).grade)(self)
    }
}

impl Noun {
    /// The words of a grade as they agree with the noun: "comme neuve" of "guitare". A seller's own
    /// words stay as they are.
    pub fn agreeing(self, grade: &str, language: Language) -> String {
        (of(language).agreeing)(grade, self.gender(), self.is_plural())
    }
}

/// The words of a grade in every form in which a text may have them: as they agree with any noun, and
/// behind a label.
pub(crate) fn forms_of_grade(grade: &str, language: Language) -> Vec<String> {
    let of = of(language);
    let agreeing = [Gender::Masculine, Gender::Feminine]
        .into_iter()
        .flat_map(|gender| [false, true].map(|is_plural| (of.agreeing)(grade, gender, is_plural)));
    let label = |words| format!("{}{}{words}", of.listing.condition, of.listing.colon);
    agreeing.chain((of.grade_behind_label)(grade).map(label)).filter(|form| form != grade).collect()
}
