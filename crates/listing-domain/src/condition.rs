//! The state of an item: seven canonical grades. How people word them stands with
//! the languages.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A canonical grade of wear, best first.
    pub enum Condition as "condition" {
        /// Never used, labels still on.
        NewWithTags = "new_with_tags",
        /// Never used, without labels.
        New = "new",
        /// Used once or twice, no trace of it.
        LikeNew = "like_new",
        /// Little used, hardly a trace.
        VeryGood = "very_good",
        /// Used, with light traces.
        Good = "good",
        /// Visibly worn, still fit for use.
        Fair = "fair",
        /// Broken or incomplete.
        ForParts = "for_parts",
    }
}

impl Condition {
    /// What an item is taken to be in when nobody stated its condition.
    pub(crate) const ASSUMED: Self = Self::Good;
}
