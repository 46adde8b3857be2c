//! Facts that buyers look for and sellers may forget.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// An unstated fact about an item.
    pub enum MissingFact as "missing fact" {
        /// The size of a worn item.
        Size = "size",
        /// The brand.
        Brand = "brand",
        /// The model.
        Model = "model",
        /// Dimensions, or lengths of a garment laid flat.
        Measurements = "measurements",
        /// The condition.
        Condition = "condition",
        /// Working or not.
        Works = "works",
        /// Complete, or what is missing.
        Complete = "complete",
        /// The battery's condition.
        Battery = "battery",
        /// The audience.
        Audience = "audience",
        /// The material.
        Material = "material",
    }
}
