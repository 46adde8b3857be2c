//! What languages call the grades of wear.

use super::of;
use crate::condition::Condition;
use crate::wish::Language;

impl Condition {
    /// The plain name of the grade, for marketplaces that have no label of
    /// their own for it.
    pub fn plain_label(self, language: Language) -> &'static str {
        (of(language).grade)(self)
    }
}
