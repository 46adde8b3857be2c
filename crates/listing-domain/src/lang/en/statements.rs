//! English wordings for facts that sellers state.

use crate::lang::{LotWords, PhraseFormat, SizeWords, TraitWords};
use crate::statement::{Axis, CapacityUnit, CountUnit, LengthUnit, VolumeUnit};

pub(super) const PHRASE_FORMAT: PhraseFormat =
    PhraseFormat { and: "and", adjective_behind: false, wide_color_first: false, percent: "%" };

pub(super) const SIZES: SizeWords = SizeWords {
    size: "size",
    shoe_size: "size",
    dimensions: "dimensions",
    capacity: "capacity",
    screen: "screen",
    volume: "volume",
    year: "year",
    one_size: "one size",
    newborn: "newborn",
    // Its readers' countries have different size systems.
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
    count_unit: |unit| match unit {
        CountUnit::Piece => ["piece", "pieces"],
        CountUnit::Card => ["card", "cards"],
        CountUnit::Page => ["page", "pages"],
        CountUnit::Watt => ["W", "W"],
        CountUnit::Volt => ["V", "V"],
        CountUnit::MilliampHour => ["mAh", "mAh"],
        CountUnit::Bar => ["bar", "bar"],
        CountUnit::Megapixel => ["MP", "MP"],
        CountUnit::Kilogram => ["kg", "kg"],
        CountUnit::Gram => ["g", "g"],
        CountUnit::Pound => ["lb", "lb"],
        CountUnit::Slice => ["slice", "slices"],
        CountUnit::Cup => ["cup", "cups"],
        CountUnit::Setting => ["place setting", "place settings"],
        CountUnit::Burner => ["burner", "burners"],
        CountUnit::Player => ["player", "players"],
        CountUnit::Person => ["person", "people"],
        CountUnit::Seat => ["seat", "seats"],
        CountUnit::Speed => ["speed", "speeds"],
        CountUnit::String => ["string", "strings"],
        CountUnit::Key => ["key", "keys"],
        CountUnit::Drawer => ["drawer", "drawers"],
        CountUnit::Door => ["door", "doors"],
        CountUnit::Shelf => ["shelf", "shelves"],
    },
    frame: "{length} frame",
    wheels: "{inches} inch wheels",
    unlocked: "unlocked",
    axis: |axis| match axis {
        Axis::Length => "L",
        Axis::Width => "W",
        Axis::Height => "H",
        Axis::Depth => "D",
        Axis::Diameter => "Ø",
    },
    decimal: ".",
};

pub(super) const LOTS: LotWords = LotWords { lot: "lot of {number}", set: "set of {number}", pair: "pair" };

pub(super) const TRAITS: TraitWords = TraitWords {
    circa: "circa {year}",
    decades: |first, last| if first == last { format!("{first}s") } else { format!("{first}s-{last}s") },
    made_in: "made in {country}",
    in_style: "{name} style",
};
