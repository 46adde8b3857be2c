//! Reads the size of an item from a seller's words.

mod counted;
mod equivalent;
mod lot;
mod numbers;
mod on_product;
mod print;
mod read;
mod sides;
mod units;
mod words;

pub use lot::{Lot, LotKind};
pub use numbers::{Decimal, Span};
pub use units::{Axis, CapacityUnit, CountUnit, LengthUnit, Letter, MemoryKind, System, VolumeUnit};
pub(in crate::statement) use words::is_unit;

use super::audience::AudienceStatement;
use crate::product::{Audience, Department};

/// The meaning of a seller's words for a size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SizeStatement {
    audiences: AudienceStatement,
    sizes: Vec<Size>,
    /// The words as typed, without a leading label such as "size:".
    words: String,
    /// The words as typed, if some of them are not understood; this text is then the value.
    verbatim: Option<String>,
    /// Each run of consecutive words that are not understood.
    rest: Vec<String>,
    /// True if the words, without the label, begin with a size.
    begins_with_size: bool,
    /// The department of the product, once known.
    department: Option<Department>,
}

/// The cup of a bra, such as "DD".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cup(String);

impl Cup {
    /// The cup's letters: "DD".
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The lengths of an item's sides: at least one, each with its name ("height") if stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimensions {
    sides: Vec<(Option<Axis>, Decimal)>,
    unit: Option<LengthUnit>,
}

impl Dimensions {
    /// The sides in the seller's order, at least one, each with its name and length.
    pub fn sides(&self) -> &[(Option<Axis>, Decimal)] {
        &self.sides
    }

    /// The unit of all sides, if stated.
    pub const fn unit(&self) -> Option<LengthUnit> {
        self.unit
    }
}

/// A size, by its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Size {
    /// A size in letters: S, M, L.
    Letters(Span<Letter>),
    /// A number of unknown kind: "38".
    Number(Span<Decimal>),
    /// A European number, for shoes or for clothes of an unknown country: "EU 38".
    European(Span<Decimal>),
    /// A clothes size in French numbers, although the seller names no country: "taille 38".
    French(Span<Decimal>),
    /// A clothes size in a country's numbers: "UK 12".
    Clothes(System, Span<Decimal>),
    /// A shoe size in a country's numbers: "UK 6".
    Shoes(System, Span<Decimal>),
    /// A trousers size, in inches: "W32 L34".
    Waist {
        /// The waist, in inches.
        waist: u32,
        /// The length of the leg, in inches.
        length: Option<u32>,
        /// True if the letter W or a label is present. Two bare numbers might mean something else.
        is_marked: bool,
    },
    /// A bra size: "95B".
    Bra {
        /// The size number of the band under the bust: 95.
        band: u32,
        /// The cup's letters.
        cup: Cup,
    },
    /// A baby's age in months, as a clothes size: "6 months".
    Months(Span<Decimal>),
    /// A child's age in years, as a clothes size: "8 years".
    Years(Span<Decimal>),
    /// An American size of small children, by age in years: "4T".
    Toddler(Span<Decimal>),
    /// The size of a newborn.
    Newborn,
    /// The lengths of an item's sides: "120 x 60 cm".
    Dimensions(Dimensions),
    /// A mattress or bedding of this width and length, in centimeters.
    Bed {
        /// The width, in centimeters.
        width: u32,
        /// The length, in centimeters.
        length: u32,
        /// True if the seller names a bed. Two bare numbers might mean something else.
        is_named: bool,
    },
    /// A storage capacity, of an unspecified kind of memory: "64 GB".
    Capacity(Decimal, CapacityUnit),
    /// The capacity of a kind of memory: "256 GB SSD".
    Memory(Decimal, CapacityUnit, MemoryKind),
    /// The diagonal of a screen, in inches.
    Screen(Decimal),
    /// A volume, with its unit: "1.5 L".
    Volume(Decimal, VolumeUnit),
    /// One size that fits everyone.
    OneSize,
    /// A number with a unit: "500 pieces", "60 W", "2-4 players".
    Counted(Span<Decimal>, CountUnit),
    /// The frame size of a bicycle, with its unit if stated.
    Frame(Decimal, Option<LengthUnit>),
    /// The diameter of bicycle wheels, in inches.
    Wheel(Decimal),
    /// The year in which the item was made.
    Year(u32),
    /// A phone that works with any carrier. Sellers write it in the size field.
    Unlocked,
    /// Several items sold together: "lot de 3".
    Lot(Lot),
}

impl SizeStatement {
    /// Returns the audience that the words name. An age ("6 months") names none.
    pub fn audience(&self) -> Option<Audience> {
        self.audiences.audience()
    }

    /// Returns all audiences that the words name or that ages imply.
    pub(crate) fn audiences(&self) -> AudienceStatement {
        self.sizes
            .iter()
            .fold(self.audiences.clone(), |audiences, size| audiences.with(size.implied_audience()))
    }

    /// Returns the recognized sizes in the order of the words. Several of them may be the same size in
    /// different systems: "UK 12 / FR 40".
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// Returns true if some words are not understood, so that the value is the seller's own words.
    pub const fn is_verbatim(&self) -> bool {
        self.verbatim.is_some()
    }

    /// Returns each run of words that are not understood.
    pub fn rest(&self) -> impl Iterator<Item = &str> {
        self.rest.iter().map(String::as_str)
    }
}

impl Size {
    const fn is_age(&self) -> bool {
        matches!(self, Self::Months(_) | Self::Years(_) | Self::Toddler(_) | Self::Newborn)
    }

    fn is_one_side(&self) -> bool {
        matches!(self, Self::Dimensions(only) if only.sides.len() == 1)
    }

    /// The audience that an age implies: babies or children.
    fn implied_audience(&self) -> Option<Audience> {
        match self {
            Self::Newborn => Some(Audience::Baby),
            Self::Months(age) if age.from <= Decimal::whole(read::OLDEST_MONTHS) => Some(Audience::Baby),
            Self::Months(_) | Self::Toddler(_) => Some(Audience::Children),
            Self::Years(age) if age.to <= Decimal::whole(read::OLDEST_YEARS) => Some(Audience::Children),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
