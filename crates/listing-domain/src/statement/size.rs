//! The size of an item, understood from a seller's words.

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

/// What a seller's words say of a size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SizeStatement {
    named: AudienceStatement,
    sizes: Vec<Size>,
    /// The words as they are, without a label in front.
    words: String,
    /// The same, where they say more than is understood.
    own: Option<String>,
    /// The words among them that are not understood, each run of them.
    rest: Vec<String>,
    /// True if the words begin with something that is understood.
    begins_with_size: bool,
    /// The department of the product that the words are about.
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

/// The sides of a thing: at least one, each with its name if that is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimensions {
    sides: Vec<(Option<Axis>, Decimal)>,
    unit: Option<LengthUnit>,
}

impl Dimensions {
    /// The sides in the order in which they are told, at least one.
    pub fn sides(&self) -> &[(Option<Axis>, Decimal)] {
        &self.sides
    }

    /// The unit of all of them, where it is said.
    pub const fn unit(&self) -> Option<LengthUnit> {
        self.unit
    }
}

/// A size of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Size {
    /// S, M, L.
    Letters(Span<Letter>),
    /// A number of which nothing more is said.
    Number(Span<Decimal>),
    /// A number that is called European: of shoes, or of clothes of some country.
    European(Span<Decimal>),
    /// Of clothes, in French numbers that were not called so: "taille 38".
    French(Span<Decimal>),
    /// Of clothes, in a country's numbers.
    Clothes(System, Span<Decimal>),
    /// Of shoes.
    Shoes(System, Span<Decimal>),
    /// Of trousers, in inches.
    Waist {
        /// Around the waist.
        waist: u32,
        /// Of the leg.
        length: Option<u32>,
        /// Whether the letters are there; two bare numbers might be something else.
        is_marked: bool,
    },
    /// Of a bra.
    Bra {
        /// Under the bust.
        band: u32,
        /// The cup.
        cup: Cup,
    },
    /// Of a baby, by its age.
    Months(Span<Decimal>),
    /// Of a child, by its age.
    Years(Span<Decimal>),
    /// Of a small child, by its age in America: "4T".
    Toddler(Span<Decimal>),
    /// Of a baby that was just born.
    Newborn,
    /// Sides.
    Dimensions(Dimensions),
    /// What lies on a bed of this width and length, in centimetres.
    Bed {
        /// The width.
        width: u32,
        /// The length.
        length: u32,
        /// Whether a bed is named; two bare numbers might be something else.
        is_named: bool,
    },
    /// What a memory holds.
    Capacity(Decimal, CapacityUnit),
    /// The capacity of a memory of this kind.
    Memory(Decimal, CapacityUnit, MemoryKind),
    /// The diagonal of a screen, in inches.
    Screen(Decimal),
    /// A volume.
    Volume(Decimal, VolumeUnit),
    /// One size for everybody.
    OneSize,
    /// So many of something that a thing has or takes: pieces, watts, players.
    Counted(Span<Decimal>, CountUnit),
    /// The frame of a bicycle, in this unit.
    Frame(Decimal, Option<LengthUnit>),
    /// The wheels of a bicycle, in inches.
    Wheel(Decimal),
    /// The year in which a thing was made.
    Year(u32),
    /// Of a phone: it takes any operator's card.
    Unlocked,
    /// The number of things that are sold as one.
    Lot(Lot),
}

impl SizeStatement {
    /// Whom the item is for, where the words name somebody; an age names nobody.
    pub fn audience(&self) -> Option<Audience> {
        self.named.audience()
    }

    /// Everybody whom the words name, and those whose ages they tell.
    pub(crate) fn whom(&self) -> AudienceStatement {
        self.sizes.iter().fold(self.named.clone(), |said, size| said.with(size.wearer()))
    }

    /// The sizes that were understood, as the words have them; several are the same
    /// size in several systems.
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// Whether the words say more than is understood, so that they are told as they are.
    pub const fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// The words that are not understood, each run of them as it stands.
    pub fn rest(&self) -> impl Iterator<Item = &str> {
        self.rest.iter().map(String::as_str)
    }
}

impl Size {
    /// Whether it is a child's age.
    const fn is_age(&self) -> bool {
        matches!(self, Self::Months(_) | Self::Years(_) | Self::Toddler(_) | Self::Newborn)
    }

    fn is_one_side(&self) -> bool {
        matches!(self, Self::Dimensions(only) if only.sides.len() == 1)
    }

    /// Whom an age tells of.
    fn wearer(&self) -> Option<Audience> {
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
