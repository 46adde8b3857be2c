//! Reads the size of an item.

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

/// The meaning of a size's words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SizeStatement {
    audiences: AudienceStatement,
    sizes: Vec<Size>,
    /// As typed, without a leading label such as "size:".
    words: String,
    /// As typed, if some words are not understood; this text is then the value.
    verbatim: Option<String>,
    /// Consecutive words that are not understood.
    rest: Vec<String>,
    /// The words, without the label, begin with a size.
    begins_with_size: bool,
    /// The product's, once known.
    department: Option<Department>,
}

/// A bra's cup, such as "DD".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cup(String);

impl Cup {
    /// The letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The lengths of an item's sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimensions {
    sides: Vec<(Option<Axis>, Decimal)>,
    unit: Option<LengthUnit>,
}

impl Dimensions {
    /// At least one side, in the seller's order, with its name ("height") if stated.
    pub fn sides(&self) -> &[(Option<Axis>, Decimal)] {
        &self.sides
    }

    /// The common unit, if stated.
    pub const fn unit(&self) -> Option<LengthUnit> {
        self.unit
    }
}

/// A size, by its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Size {
    /// Letters: S, M, L.
    Letters(Span<Letter>),
    /// A number of unknown kind: "38".
    Number(Span<Decimal>),
    /// A European number, for shoes or for clothes of an unknown country: "EU 38".
    European(Span<Decimal>),
    /// Clothes in French numbers, without a named country: "taille 38".
    French(Span<Decimal>),
    /// Clothes in a country's numbers: "UK 12".
    Clothes(System, Span<Decimal>),
    /// Shoes in a country's numbers: "UK 6".
    Shoes(System, Span<Decimal>),
    /// Trousers: "W32 L34".
    Waist {
        /// The waist, in inches.
        waist: u32,
        /// The leg, in inches.
        length: Option<u32>,
        /// True with a W or a label: two bare numbers might mean something else.
        is_marked: bool,
    },
    /// A bra: "95B".
    Bra {
        /// The number of the band under the bust.
        band: u32,
        /// The cup.
        cup: Cup,
    },
    /// A baby's age in months: "6 months".
    Months(Span<Decimal>),
    /// A child's age in years: "8 years".
    Years(Span<Decimal>),
    /// An American size by age in years: "4T".
    Toddler(Span<Decimal>),
    /// Newborn.
    Newborn,
    /// Sides: "120 x 60 cm".
    Dimensions(Dimensions),
    /// A mattress or bedding.
    Bed {
        /// The width, in centimeters.
        width: u32,
        /// The length, in centimeters.
        length: u32,
        /// True if a bed is named: two bare numbers might mean something else.
        is_named: bool,
    },
    /// A capacity of any memory: "64 GB".
    Capacity(Decimal, CapacityUnit),
    /// A capacity of one memory: "256 GB SSD".
    Memory(Decimal, CapacityUnit, MemoryKind),
    /// A screen's diagonal, in inches.
    Screen(Decimal),
    /// A volume: "1.5 L".
    Volume(Decimal, VolumeUnit),
    /// One size for everyone.
    OneSize,
    /// A number with a unit: "500 pieces", "60 W", "2-4 players".
    Counted(Span<Decimal>, CountUnit),
    /// A bicycle's frame.
    Frame(Decimal, Option<LengthUnit>),
    /// A bicycle's wheels, in inches.
    Wheel(Decimal),
    /// The year of make.
    Year(u32),
    /// A phone for any carrier, as sellers write in the size field.
    Unlocked,
    /// Several items: "lot de 3".
    Lot(Lot),
}

impl SizeStatement {
    /// The named audience. An age ("6 months") names none.
    pub fn audience(&self) -> Option<Audience> {
        self.audiences.audience()
    }

    /// Named or implied by ages.
    pub(crate) fn audiences(&self) -> AudienceStatement {
        self.sizes
            .iter()
            .fold(self.audiences.clone(), |audiences, size| audiences.with(size.implied_audience()))
    }

    /// The sizes in order, perhaps one in different systems: "UK 12 / FR 40".
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// True if some words are not understood: the value is the seller's words.
    pub const fn is_verbatim(&self) -> bool {
        self.verbatim.is_some()
    }

    /// Each run of words not understood.
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

    /// Babies or children, by age.
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
