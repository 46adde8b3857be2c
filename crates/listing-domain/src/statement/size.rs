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
    /// The words as typed, without a label in front.
    words: String,
    /// The words as typed, if some are not understood.
    verbatim: Option<String>,
    /// The runs of words that are not understood.
    rest: Vec<String>,
    /// True if the words begin with a size.
    begins_with_size: bool,
    /// The department of the product in question.
    department: Option<Department>,
}

/// The cup of a bra.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cup(String);

impl Cup {
    /// The letters of the cup.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The sides of an item: at least one, each with its name if stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimensions {
    sides: Vec<(Option<Axis>, Decimal)>,
    unit: Option<LengthUnit>,
}

impl Dimensions {
    /// The sides as stated, at least one.
    pub fn sides(&self) -> &[(Option<Axis>, Decimal)] {
        &self.sides
    }

    /// The unit of all sides, if stated.
    pub const fn unit(&self) -> Option<LengthUnit> {
        self.unit
    }
}

/// A size of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Size {
    /// A size in letters: S, M, L.
    Letters(Span<Letter>),
    /// A number without further details.
    Number(Span<Decimal>),
    /// A number stated as European: of shoes, or of clothes of an unknown country.
    European(Span<Decimal>),
    /// Clothes in French numbers not stated as such: "taille 38".
    French(Span<Decimal>),
    /// Clothes in a country's numbers.
    Clothes(System, Span<Decimal>),
    /// Shoes in a country's numbers.
    Shoes(System, Span<Decimal>),
    /// Trousers, in inches.
    Waist {
        /// The waist.
        waist: u32,
        /// The length of the leg.
        length: Option<u32>,
        /// True if the letters are present; two bare numbers might be something else.
        is_marked: bool,
    },
    /// A bra.
    Bra {
        /// The band under the bust.
        band: u32,
        /// The cup.
        cup: Cup,
    },
    /// A baby's age in months.
    Months(Span<Decimal>),
    /// A child's age in years.
    Years(Span<Decimal>),
    /// A small child's American size by age: "4T".
    Toddler(Span<Decimal>),
    /// The size of a newborn.
    Newborn,
    /// Sides.
    Dimensions(Dimensions),
    /// A mattress or bedding of this width and length, in centimeters.
    Bed {
        /// The width.
        width: u32,
        /// The length.
        length: u32,
        /// True if a bed is named; two bare numbers might be something else.
        is_named: bool,
    },
    /// The capacity of a memory.
    Capacity(Decimal, CapacityUnit),
    /// The capacity of a memory of this kind.
    Memory(Decimal, CapacityUnit, MemoryKind),
    /// The diagonal of a screen, in inches.
    Screen(Decimal),
    /// A volume.
    Volume(Decimal, VolumeUnit),
    /// A single size for all wearers.
    OneSize,
    /// A count of something that an item has or takes: pieces, watts, players.
    Counted(Span<Decimal>, CountUnit),
    /// A bicycle frame, in this unit if stated.
    Frame(Decimal, Option<LengthUnit>),
    /// Bicycle wheels, in inches.
    Wheel(Decimal),
    /// The year of make.
    Year(u32),
    /// A phone open to any carrier's card.
    Unlocked,
    /// Several items sold as one.
    Lot(Lot),
}

impl SizeStatement {
    /// Returns the audience that the words name; an age names none.
    pub fn audience(&self) -> Option<Audience> {
        self.audiences.audience()
    }

    /// Returns all named audiences, including those implied by ages.
    pub(crate) fn audiences(&self) -> AudienceStatement {
        self.sizes
            .iter()
            .fold(self.audiences.clone(), |audiences, size| audiences.with(size.implied_audience()))
    }

    /// Returns the recognized sizes in the order of the words. Several may be one size in several systems.
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

    /// The audience implied by an age.
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
