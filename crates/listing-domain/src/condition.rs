//! The seven grades of an item's condition; the language modules have their names.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A grade of condition, ordered from best to worst.
    pub enum Condition as "condition" {
        /// Never used, with its labels attached.
        NewWithTags = "new_with_tags",
        /// Never used, without labels.
        New = "new",
        /// Used once or twice, without signs of wear.
        LikeNew = "like_new",
        /// Little used, with hardly any signs of wear.
        VeryGood = "very_good",
        /// Used, light signs of wear.
        Good = "good",
        /// Visibly worn, but usable.
        Fair = "fair",
        /// Broken or incomplete.
        ForParts = "for_parts",
    }
}

impl Condition {
    /// For an item without a stated condition.
    pub(crate) const ASSUMED: Self = Self::Good;
}
