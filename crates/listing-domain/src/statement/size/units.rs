//! Systems, letters, units and sides: what sizes are told in.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A country's or a region's way to number sizes.
    pub enum System as "size system" {
        /// France.
        Fr = "fr",
        /// What is called European. Shoes are numbered alike in all of Europe, clothes are not.
        Eu = "eu",
        /// The United Kingdom.
        Uk = "uk",
        /// The United States.
        Us = "us",
        /// Italy.
        It = "it",
    }
}

closed_enum! {
    /// A size in letters.
    pub enum Letter as "letter size" {
        /// Very, very small.
        Xxs = "XXS",
        /// Very small.
        Xs = "XS",
        /// Small.
        S = "S",
        /// Medium.
        M = "M",
        /// Large.
        L = "L",
        /// Very large.
        Xl = "XL",
        /// Very, very large.
        Xxl = "XXL",
        /// The same with a third.
        Xxxl = "XXXL",
        /// With a fourth.
        X4 = "4XL",
        /// With a fifth.
        X5 = "5XL",
    }
}

closed_enum! {
    /// A unit of length.
    pub enum LengthUnit as "unit of length" {
        /// Centimetres.
        Cm = "cm",
        /// Millimetres.
        Mm = "mm",
        /// Metres.
        M = "m",
        /// Inches.
        Inch = "inch",
        /// Feet.
        Foot = "foot",
    }
}

closed_enum! {
    /// A side of a thing.
    pub enum Axis as "side" {
        /// Its length.
        Length = "length",
        /// Its width.
        Width = "width",
        /// Its height.
        Height = "height",
        /// Its depth.
        Depth = "depth",
        /// Its diameter.
        Diameter = "diameter",
    }
}

closed_enum! {
    /// A unit of what a memory holds.
    pub enum CapacityUnit as "unit of capacity" {
        /// Megabytes.
        Mb = "mb",
        /// Gigabytes.
        Gb = "gb",
        /// Terabytes.
        Tb = "tb",
    }
}

closed_enum! {
    /// A unit of volume.
    pub enum VolumeUnit as "unit of volume" {
        /// Millilitres.
        Ml = "ml",
        /// Centilitres.
        Cl = "cl",
        /// Litres.
        L = "l",
        /// American fluid ounces.
        FlOz = "floz",
    }
}
