//! The facts that improve a listing.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A fact about an item that is not stated.
    pub enum MissingFact as "missing fact" {
        /// The size of something worn.
        Size = "size",
        /// The brand.
        Brand = "brand",
        /// The model.
        Model = "model",
        /// The dimensions, or the lengths of a garment laid flat.
        Measurements = "measurements",
        /// The condition.
        Condition = "condition",
        /// The working order.
        Works = "works",
        /// The completeness.
        Complete = "complete",
        /// The battery's condition.
        Battery = "battery",
        /// The audience.
        Audience = "audience",
        /// The material.
        Material = "material",
    }
}
