//! Decides what a size means for a product.

use super::{CapacityUnit, CountUnit, Decimal, Dimensions, LengthUnit, Size, SizeStatement, System};
use crate::product::goods::SizeSystem;
use crate::product::{Department, Product, ProductType};

/// In inches, as printed.
const WHEELS: &[&str] = &["12", "14", "16", "20", "24", "26", "27.5", "28", "29"];
const FRAMES_IN_INCHES: std::ops::RangeInclusive<u32> = 13..=23;
const FRAMES_IN_CENTIMETERS: std::ops::RangeInclusive<u32> = 44..=64;
/// Of a puzzle.
const FEWEST_PIECES: u32 = 24;
/// "XXXXL"; longer ones are words.
const LONGEST_LETTERS: usize = 5;
/// Other systems stay below it.
const SMALLEST_EUROPEAN_SHOE: u32 = 15;

impl SizeStatement {
    /// The size's meaning for a product: a bare 38 is a shoe size on shoes, 26 inches are wheels on a
    /// bicycle, and two bare numbers are sides unless they fit a bed or trousers.
    #[must_use]
    pub fn on(mut self, product: Product) -> Self {
        self.department = product.department();
        for size in &mut self.sizes {
            let read = std::mem::replace(size, Size::OneSize);
            *size = read.on(product);
        }
        self.reinterpret_letters();
        // "P 38" is French for "pointure 38".
        let is_only_p = matches!(&self.rest[..], [only] if only == "P");
        if self.department == Some(Department::Shoes) && is_only_p {
            self.verbatim = None;
            self.rest.clear();
        }
        self
    }
}

impl SizeStatement {
    /// On shoes, the M of "7M" is a width. A "small" bag is not a size S.
    fn reinterpret_letters(&mut self) {
        let is_width = |size: &Size| matches!(size, Size::Months(months) if months.single().is_some());
        let ends_in_m = self.words.ends_with(['m', 'M']) && !self.words.contains(char::is_whitespace);
        let is_word =
            |size: &Size| matches!(size, Size::Letters(_)) && self.words.chars().count() > LONGEST_LETTERS;
        match (self.department, &mut self.sizes[..]) {
            (Some(Department::Shoes), [size]) if is_width(size) && ends_in_m => {
                if let Size::Months(months) = size {
                    *size = Size::Number(*months).on_shoes();
                }
                self.verbatim = Some(self.words.clone());
            }
            (Some(department), [size])
                if is_word(size) && !matches!(department, Department::Clothing | Department::Sports) =>
            {
                self.verbatim = Some(self.words.clone());
            }
            _ => {}
        }
    }
}

impl Size {
    fn on(self, product: Product) -> Self {
        match product.department() {
            Some(Department::Shoes) => self.on_shoes(),
            Some(department) if product.kind() == Some(ProductType::Bicycle) => {
                self.on_bicycle().on_other(product, department)
            }
            Some(department) => self.on_other(product, department),
            None => self,
        }
    }

    fn on_shoes(self) -> Self {
        match self {
            Self::Number(number) if number.from() >= Decimal::whole(SMALLEST_EUROPEAN_SHOE) => {
                Self::Shoes(System::Eu, number)
            }
            Self::European(number) | Self::French(number) => Self::Shoes(System::Eu, number),
            Self::Clothes(system, number) => {
                let system = if matches!(system, System::Fr | System::It) { System::Eu } else { system };
                Self::Shoes(system, number)
            }
            other => other.on_other(Product::Department(Department::Shoes), Department::Shoes),
        }
    }

    fn on_bicycle(self) -> Self {
        let in_inches = |inches: Decimal| {
            let is_wheel = WHEELS.contains(&inches.to_string().as_str());
            if is_wheel { Self::Wheel(inches) } else { Self::Frame(inches, Some(LengthUnit::Inch)) }
        };
        let number = |number: Decimal| {
            number.as_whole().and_then(|whole| match whole {
                whole if FRAMES_IN_INCHES.contains(&whole) => {
                    Some(Self::Frame(number, Some(LengthUnit::Inch)))
                }
                whole if FRAMES_IN_CENTIMETERS.contains(&whole) => {
                    Some(Self::Frame(number, Some(LengthUnit::Cm)))
                }
                _ => None,
            })
        };
        match self {
            Self::Screen(inches) => in_inches(inches),
            Self::Dimensions(ref sides) => match (sides.sides(), sides.unit()) {
                ([(None, inches)], Some(LengthUnit::Inch)) => in_inches(*inches),
                _ => self,
            },
            Self::Number(span) | Self::French(span) => span.single().and_then(number).unwrap_or(self),
            _ => self,
        }
    }

    fn on_other(self, product: Product, department: Department) -> Self {
        let is_sold_by = |system| matches!(product, Product::Good(good) if good.sizes() == system);
        match self {
            // "24 mo" is a baby's size, but means megabytes on a French memory card.
            Self::Months(span)
                if span.single().is_some()
                    && matches!(department, Department::Electronics | Department::MediaGames) =>
            {
                Self::Capacity(span.from(), CapacityUnit::Mb)
            }
            Self::Waist { waist, length: Some(length), is_marked: false }
                if department != Department::Clothing =>
            {
                sides(waist, length)
            }
            // "60 W" without a waist means watts.
            Self::Waist { waist, length: None, .. } if !department.is_fashion() => {
                Self::Counted(super::Span::one(Decimal::whole(waist)), CountUnit::Watt)
            }
            Self::Bed { width, length, is_named: false }
                if department != Department::Furniture && !is_sold_by(SizeSystem::Bed) =>
            {
                sides(width, length)
            }
            Self::Screen(inches) if !has_screens(department) => {
                Self::Dimensions(Dimensions { sides: vec![(None, inches)], unit: Some(LengthUnit::Inch) })
            }
            Self::Dimensions(ref dimensions) if is_sized_by_screen(product) => {
                match (dimensions.sides(), dimensions.unit()) {
                    ([(None, inches)], Some(LengthUnit::Inch)) => Self::Screen(*inches),
                    _ => self,
                }
            }
            Self::Number(span) if is_puzzle(product) && span.from() >= Decimal::whole(FEWEST_PIECES) => {
                Self::Counted(span, CountUnit::Piece)
            }
            size => size,
        }
    }
}

const fn has_screens(department: Department) -> bool {
    matches!(department, Department::Electronics | Department::MediaGames | Department::Vehicles)
}

fn is_sized_by_screen(product: Product) -> bool {
    let kind = matches!(
        product.kind(),
        Some(ProductType::Laptop | ProductType::Tablet | ProductType::Phone | ProductType::GameConsole)
    );
    kind || matches!(product, Product::Good(good) if good.sizes() == SizeSystem::Screen)
}

fn is_puzzle(product: Product) -> bool {
    matches!(product, Product::Good(good) if good.key().contains("puzzle"))
}

fn sides(one: u32, other: u32) -> Size {
    let sides = [one, other].map(|side| (None, Decimal::whole(side))).to_vec();
    Size::Dimensions(Dimensions { sides, unit: None })
}
