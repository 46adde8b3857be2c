//! Systems, letters, units and names of sides.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// A country's or region's numbering.
    pub enum System as "size system" {
        /// French sizes.
        Fr = "fr",
        /// European sizes: the same everywhere for shoes, but not for clothes.
        Eu = "eu",
        /// British sizes.
        Uk = "uk",
        /// American sizes.
        Us = "us",
        /// Italian sizes.
        It = "it",
    }
}

closed_enum! {
    /// A size in letters.
    pub enum Letter as "letter size" {
        /// Extra extra small.
        Xxs = "XXS",
        /// Extra small.
        Xs = "XS",
        /// Small.
        S = "S",
        /// Medium.
        M = "M",
        /// Large.
        L = "L",
        /// Extra large.
        Xl = "XL",
        /// Extra extra large.
        Xxl = "XXL",
        /// Extra large with three X.
        Xxxl = "XXXL",
        /// Extra large with four X.
        X4 = "4XL",
        /// Extra large with five X.
        X5 = "5XL",
    }
}

closed_enum! {
    /// A unit of length.
    pub enum LengthUnit as "unit of length" {
        /// Centimeters.
        Cm = "cm",
        /// Millimeters.
        Mm = "mm",
        /// Meters.
        M = "m",
        /// Inches.
        Inch = "inch",
        /// Feet.
        Foot = "foot",
    }
}

closed_enum! {
    /// The name of a side of an item.
    pub enum Axis as "side" {
        /// The length.
        Length = "length",
        /// The width.
        Width = "width",
        /// The height.
        Height = "height",
        /// The depth.
        Depth = "depth",
        /// The diameter.
        Diameter = "diameter",
    }
}

closed_enum! {
    /// A unit of memory capacity.
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
        /// Milliliters.
        Ml = "ml",
        /// Centiliters.
        Cl = "cl",
        /// Liters.
        L = "l",
        /// American fluid ounces.
        FlOz = "floz",
    }
}

closed_enum! {
    /// A kind of memory.
    pub enum MemoryKind as "kind of memory" {
        /// Working memory (RAM).
        Ram = "RAM",
        /// A solid-state drive.
        Ssd = "SSD",
        /// A hard disk.
        Hdd = "HDD",
    }
}

closed_enum! {
    /// The unit of another number.
    pub enum CountUnit as "counted unit" {
        /// Pieces.
        Piece = "piece",
        /// Cards.
        Card = "card",
        /// Pages.
        Page = "page",
        /// Watts.
        Watt = "watt",
        /// Volts.
        Volt = "volt",
        /// Milliampere-hours.
        MilliampHour = "milliamp_hour",
        /// Bars of pressure.
        Bar = "bar",
        /// Megapixels.
        Megapixel = "megapixel",
        /// Kilograms.
        Kilogram = "kilogram",
        /// Grams.
        Gram = "gram",
        /// Pounds of weight.
        Pound = "pound",
        /// Slices of bread.
        Slice = "slice",
        /// Cups.
        Cup = "cup",
        /// A dishwasher's place settings.
        Setting = "setting",
        /// A cooker's burners.
        Burner = "burner",
        /// Players.
        Player = "player",
        /// Persons served.
        Person = "person",
        /// A sofa's seats.
        Seat = "seat",
        /// A bicycle's gears.
        Speed = "speed",
        /// An instrument's strings.
        String = "string",
        /// An instrument's keys.
        Key = "key",
        /// Drawers.
        Drawer = "drawer",
        /// Doors.
        Door = "door",
        /// Shelves.
        Shelf = "shelf",
    }
}

impl CountUnit {
    /// Parts of one item, such as a puzzle's pieces, not items sold together.
    pub(super) const fn counts_pieces(self) -> bool {
        matches!(self, Self::Piece | Self::Card | Self::Page)
    }
}
