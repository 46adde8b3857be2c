//! The facts that a listing is better with.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A fact of an item that is not stated.
    pub enum MissingFact as "missing fact" {
        /// The size of something worn.
        Size = "size",
        /// The brand.
        Brand = "brand",
        /// The model.
        Model = "model",
        /// The sides, or the lengths of a garment laid flat.
        Measurements = "measurements",
        /// The condition.
        Condition = "condition",
        /// Its working order.
        Works = "works",
        /// Its completeness.
        Complete = "complete",
        /// The condition of the battery.
        Battery = "battery",
        /// The audience.
        Audience = "audience",
        /// The material.
        Material = "material",
    }
}
