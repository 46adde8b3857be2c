//! What sellers' statements are told with, in English.

use crate::lang::{SizeWords, Telling};
use crate::statement::{Axis, CapacityUnit, LengthUnit, VolumeUnit};

pub(super) const TELLING: Telling =
    Telling { and: "and", adjective_behind: false, wide_colour_first: false, percent: "%" };

pub(super) const SIZES: SizeWords = SizeWords {
    size: "size",
    shoe_size: "size",
    dimensions: "dimensions",
    capacity: "capacity",
    screen: "screen",
    volume: "volume",
    one_size: "one size",
    newborn: "newborn",
    // Buyers of several countries read English.
    own_system: None,
    months: ["month", "months"],
    years: ["year", "years"],
    inches: ["inch", "inches"],
    length_unit: |unit| match unit {
        LengthUnit::Cm => "cm",
        LengthUnit::Mm => "mm",
        LengthUnit::M => "m",
        LengthUnit::Inch => "in",
        LengthUnit::Foot => "ft",
    },
    capacity_unit: |unit| match unit {
        CapacityUnit::Mb => "MB",
        CapacityUnit::Gb => "GB",
        CapacityUnit::Tb => "TB",
    },
    volume_unit: |unit| match unit {
        VolumeUnit::Ml => "ml",
        VolumeUnit::Cl => "cl",
        VolumeUnit::L => "L",
        VolumeUnit::FlOz => "fl oz",
    },
    axis: |axis| match axis {
        Axis::Length => "L",
        Axis::Width => "W",
        Axis::Height => "H",
        Axis::Depth => "D",
        Axis::Diameter => "Ø",
    },
    decimal: ".",
};
