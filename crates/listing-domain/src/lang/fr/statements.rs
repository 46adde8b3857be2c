//! French wordings for facts that sellers state.

use crate::lang::{LotWords, PhraseFormat, SizeWords, TraitWords};
use crate::statement::{Axis, CapacityUnit, CountUnit, LengthUnit, System, VolumeUnit};

pub(super) const PHRASE_FORMAT: PhraseFormat =
    PhraseFormat { and: "et", adjective_behind: true, wide_color_first: true, percent: " %" };

pub(super) const SIZES: SizeWords = SizeWords {
    size: "taille",
    shoe_size: "pointure",
    dimensions: "dimensions",
    capacity: "capacité",
    screen: "écran",
    volume: "contenance",
    year: "année",
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
    count_unit: |unit| match unit {
        CountUnit::Piece => ["pièce", "pièces"],
        CountUnit::Card => ["carte", "cartes"],
        CountUnit::Page => ["page", "pages"],
        CountUnit::Watt => ["W", "W"],
        CountUnit::Volt => ["V", "V"],
        CountUnit::MilliampHour => ["mAh", "mAh"],
        CountUnit::Bar => ["bar", "bars"],
        CountUnit::Megapixel => ["Mpx", "Mpx"],
        CountUnit::Kilogram => ["kg", "kg"],
        CountUnit::Gram => ["g", "g"],
        CountUnit::Pound => ["lb", "lb"],
        CountUnit::Slice => ["fente", "fentes"],
        CountUnit::Cup => ["tasse", "tasses"],
        CountUnit::Setting => ["couvert", "couverts"],
        CountUnit::Burner => ["feu", "feux"],
        CountUnit::Player => ["joueur", "joueurs"],
        CountUnit::Person => ["personne", "personnes"],
        CountUnit::Seat => ["place", "places"],
        CountUnit::Speed => ["vitesse", "vitesses"],
        CountUnit::String => ["corde", "cordes"],
        CountUnit::Key => ["touche", "touches"],
        CountUnit::Drawer => ["tiroir", "tiroirs"],
        CountUnit::Door => ["porte", "portes"],
        CountUnit::Shelf => ["étagère", "étagères"],
    },
    frame: "cadre {length}",
    wheels: "roues {inches} pouces",
    unlocked: "débloqué tout opérateur",
    axis: |axis| match axis {
        Axis::Length => "L",
        Axis::Width => "l",
        Axis::Height => "H",
        Axis::Depth => "P",
        Axis::Diameter => "Ø",
    },
    decimal: ",",
};

pub(super) const LOTS: LotWords = LotWords { lot: "lot de {number}", set: "lot de {number}", pair: "paire" };

pub(super) const TRAITS: TraitWords = TraitWords {
    circa: "vers {year}",
    decades: |first, last| {
        // Only the 20th century has two digits: "années 70".
        let short = |year: u16| if (1900..2000).contains(&year) { year - 1900 } else { year };
        let (first, last) = (short(first), short(last));
        if first == last { format!("années {first}") } else { format!("années {first}-{last}") }
    },
    made_in: "fabriqué {country}",
    in_style: "style {name}",
};
