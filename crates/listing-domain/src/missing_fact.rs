//! Facts about an item that buyers look for and sellers may forget to state.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A fact about an item that its seller did not state.
    pub enum MissingFact as "missing fact" {
        /// The size of an item that is worn.
        Size = "size",
        /// The brand of the item.
        Brand = "brand",
        /// The model of the item.
        Model = "model",
        /// The dimensions, or the lengths of a garment laid flat.
        Measurements = "measurements",
        /// The condition of the item.
        Condition = "condition",
        /// A statement that the item works or does not.
        Works = "works",
        /// A statement that nothing is missing, or what is.
        Complete = "complete",
        /// The condition of the item's battery.
        Battery = "battery",
        /// The audience: women, men, children and so on.
        Audience = "audience",
        /// The material of the item.
        Material = "material",
    }
}
