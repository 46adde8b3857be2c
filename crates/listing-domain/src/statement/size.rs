//! The size of an item, understood from a seller's words.

mod equivalent;
mod numbers;
mod print;
mod read;
mod sides;
mod units;
mod words;

pub use numbers::{Decimal, Span};
pub use units::{Axis, CapacityUnit, LengthUnit, Letter, System, VolumeUnit};

use super::audience::AudienceStatement;
use crate::product::goods::SizeSystem;
use crate::product::{Audience, Department, Product};

/// What a seller's words say of a size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SizeStatement {
    named: AudienceStatement,
    sizes: Vec<Size>,
    /// The words as they are, without a label in front, where they say more than is understood.
    own: Option<String>,
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
    /// The diagonal of a screen, in inches.
    Screen(Decimal),
    /// A volume.
    Volume(Decimal, VolumeUnit),
    /// One size for everybody.
    OneSize,
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

    /// What the words mean for a product: a bare 38 is a shoe's on a shoe, and two bare
    /// numbers are sides unless they are a bed's or trousers'.
    #[must_use]
    pub fn on(mut self, product: Product) -> Self {
        for size in &mut self.sizes {
            let read = std::mem::replace(size, Size::OneSize);
            *size = read.on(product);
        }
        self
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

    fn on(self, product: Product) -> Self {
        let department = product.department();
        let system = |system| match product {
            Product::Good(good) => good.sizes() == system,
            _ => false,
        };
        let is_known = department.is_some();
        match self {
            // "24 mo" is an American baby's size, and a French memory where it is one.
            Self::Months(Span { from, to })
                if from == to
                    && matches!(department, Some(Department::Electronics | Department::MediaGames)) =>
            {
                Self::Capacity(from, CapacityUnit::Mb)
            }
            Self::Number(number) if department == Some(Department::Shoes) => {
                // Continental numbers are above all others.
                let is_continental = number.from >= Decimal::whole(15);
                if is_continental { Self::Shoes(System::Eu, number) } else { Self::Number(number) }
            }
            Self::European(number) | Self::French(number) if department == Some(Department::Shoes) => {
                Self::Shoes(System::Eu, number)
            }
            Self::Clothes(system, number) if department == Some(Department::Shoes) => {
                let system = if matches!(system, System::Fr | System::It) { System::Eu } else { system };
                Self::Shoes(system, number)
            }
            Self::Waist { waist, length: Some(length), is_marked: false }
                if is_known && department != Some(Department::Clothing) =>
            {
                sides(waist, length)
            }
            Self::Bed { width, length, is_named: false }
                if is_known && department != Some(Department::Furniture) && !system(SizeSystem::Bed) =>
            {
                sides(width, length)
            }
            size => size,
        }
    }
}

fn sides(one: u32, other: u32) -> Size {
    let sides = [one, other].map(|side| (None, Decimal::whole(side))).to_vec();
    Size::Dimensions(Dimensions { sides, unit: None })
}

#[cfg(test)]
mod tests;
