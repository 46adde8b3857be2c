//! The seven canonical grades of an item's condition. The language modules hold their wordings.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A canonical grade of wear, best first.
    pub enum Condition as "condition" {
        /// Never used, labels still on.
        NewWithTags = "new_with_tags",
        /// Never used, without labels.
        New = "new",
        /// Used once or twice, without a trace.
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
    /// The condition of an item whose seller stated none.
    pub(crate) const ASSUMED: Self = Self::Good;
}
