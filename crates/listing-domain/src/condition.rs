//! The seven grades of an item's condition. The language modules contain their names.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A grade of an item's condition, ordered from best to worst.
    pub enum Condition as "condition" {
        /// Never used, with its labels still attached.
        NewWithTags = "new_with_tags",
        /// Never used, but without labels.
        New = "new",
        /// Used once or twice, without signs of wear.
        LikeNew = "like_new",
        /// Little used, with hardly any signs of wear.
        VeryGood = "very_good",
        /// Used, with light signs of wear.
        Good = "good",
        /// Visibly worn, but still usable.
        Fair = "fair",
        /// Broken or incomplete, sold for its parts.
        ForParts = "for_parts",
    }
}

impl Condition {
    /// The grade of an item whose seller stated no condition.
    pub(crate) const ASSUMED: Self = Self::Good;
}
