//! What sellers' statements are told with, in French.

use crate::lang::{SizeWords, Telling};
use crate::statement::{Axis, CapacityUnit, LengthUnit, System, VolumeUnit};

pub(super) const TELLING: Telling =
    Telling { and: "et", adjective_behind: true, wide_colour_first: true, percent: " %" };

pub(super) const SIZES: SizeWords = SizeWords {
    size: "taille",
    shoe_size: "pointure",
    dimensions: "dimensions",
    capacity: "capacité",
    screen: "écran",
    volume: "contenance",
    one_size: "taille unique",
    newborn: "naissance",
    own_system: Some(System::Fr),
    months: ["mois", "mois"],
    years: ["an", "ans"],
    inches: ["pouce", "pouces"],
    length_unit: |unit| match unit {
        LengthUnit::Cm => "cm",
        LengthUnit::Mm => "mm",
        LengthUnit::M => "m",
        LengthUnit::Inch => "pouces",
        LengthUnit::Foot => "pieds",
    },
    capacity_unit: |unit| match unit {
        CapacityUnit::Mb => "Mo",
        CapacityUnit::Gb => "Go",
        CapacityUnit::Tb => "To",
    },
    volume_unit: |unit| match unit {
        VolumeUnit::Ml => "ml",
        VolumeUnit::Cl => "cl",
        VolumeUnit::L => "L",
        VolumeUnit::FlOz => "fl oz",
    },
    axis: |axis| match axis {
        Axis::Length => "L",
        Axis::Width => "l",
        Axis::Height => "H",
        Axis::Depth => "P",
        Axis::Diameter => "Ø",
    },
    decimal: ",",
};
