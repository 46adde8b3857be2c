//! Renders sizes.

use super::{Cup, Decimal, Dimensions, Size, SizeStatement, Span};
use crate::lang::{self, SizeWords, fill};
use crate::options::Language;
use crate::product::Department;

impl SizeStatement {
    /// The value without a label: "M", "UK 12 / FR 40", "13 pouces, 8 Go"; the seller's words if some are not
    /// understood; `None` without a size.
    pub fn value(&self, language: Language) -> Option<String> {
        if let Some(words) = &self.verbatim {
            return Some(words.clone());
        }
        let is_uniform = self.common_label(language).is_some();
        let value = |size: &Size| size.value(language);
        let sizes: Vec<String> = match (&self.sizes[..], is_uniform) {
            ([] | [_], _) | (_, true) => self.sizes.iter().map(value).collect(),
            // One label means one size in several systems, different labels mean different sizes.
            (sizes, false) => sizes.iter().map(|size| self.labeled(size, language)).collect(),
        };
        let joint = if is_uniform { " / " } else { ", " };
        (!sizes.is_empty()).then(|| sizes.join(joint))
    }

    /// The value's label in a list, such as "Size"; `None` if self-explanatory or of unknown meaning.
    pub fn label(&self, language: Language) -> Option<&'static str> {
        if self.is_instrument_fraction() {
            return Some(words(language).size);
        }
        let label = self.common_label(language)?;
        // Bare numbers with letters, such as "5G", are sizes only on fashion.
        let is_bare = matches!(self.sizes.first(), Some(Size::Number(_)));
        let is_size = !is_bare || self.department.is_none_or(Department::is_fashion);
        (self.verbatim.is_none() || (self.begins_with_size && is_size)).then_some(label)
    }

    /// "3/4" of a guitar or violin.
    fn is_instrument_fraction(&self) -> bool {
        let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        let fraction = self.verbatim.as_deref().and_then(|words| words.split_once('/'));
        self.department == Some(Department::Instruments)
            && fraction.is_some_and(|(part, whole)| is_number(part) && is_number(whole))
    }

    /// The size within a sentence: "taille M", "size M", "120 x 60 cm", "taille unique".
    pub fn phrase(&self, language: Language) -> Option<String> {
        let value = self.value(language)?;
        let is_self_explanatory = self.sizes.first().is_some_and(Size::is_self_explanatory);
        match self.label(language).filter(|_| !is_self_explanatory) {
            Some(label) => Some(format!("{label} {value}")),
            None => Some(value),
        }
    }

    /// Common to all sizes.
    fn common_label(&self, language: Language) -> Option<&'static str> {
        let mut labels = self.sizes.iter().map(|size| self.label_of(size, language));
        let first = labels.next()?;
        if labels.all(|other| other == first) { first } else { None }
    }

    /// With its own label, if several sizes have different ones.
    fn labeled(&self, size: &Size, language: Language) -> String {
        let value = size.value(language);
        match self.label_of(size, language).filter(|_| !size.is_self_explanatory()) {
            Some(label) => format!("{label} {value}"),
            None => value,
        }
    }

    fn label_of(&self, size: &Size, language: Language) -> Option<&'static str> {
        let words = words(language);
        let worn_label =
            if self.department == Some(Department::Shoes) { words.shoe_size } else { words.size };
        Some(match size {
            Size::OneSize
            | Size::Counted(..)
            | Size::Frame(..)
            | Size::Wheel(_)
            | Size::Unlocked
            | Size::Lot(_) => return None,
            Size::Shoes(..) => words.shoe_size,
            Size::Dimensions(only) if matches!(only.sides(), [(None, _)]) => words.size,
            Size::Dimensions(_) | Size::Bed { .. } => words.dimensions,
            Size::Capacity(..) | Size::Memory(..) => words.capacity,
            Size::Screen(_) => words.screen,
            Size::Volume(..) => words.volume,
            Size::Year(_) => words.year,
            _ => worn_label,
        })
    }
}

impl Size {
    /// "FR 38", "EU 42".
    pub(super) fn with_system(&self, language: Language) -> String {
        let number = |span: Span<Decimal>| range_text(span, "/", |number| decimal(number, words(language)));
        match self {
            Self::Shoes(system, span) if is_continental(*system) => format!("EU {}", number(*span)),
            Self::Clothes(system, span) | Self::Shoes(system, span) => {
                format!("{} {}", system.code().to_uppercase(), number(*span))
            }
            other => other.value(language),
        }
    }

    const fn is_self_explanatory(&self) -> bool {
        matches!(
            self,
            Self::Dimensions(_)
                | Self::Bed { .. }
                | Self::Capacity(..)
                | Self::Memory(..)
                | Self::Volume(..)
                | Self::Screen(_)
                | Self::Year(_)
                | Self::OneSize
                | Self::Counted(..)
                | Self::Frame(..)
                | Self::Wheel(_)
                | Self::Unlocked
                | Self::Lot(_)
        )
    }

    /// The value without a label: "6 months".
    pub fn value(&self, language: Language) -> String {
        let words = words(language);
        let number = |number: Decimal| decimal(number, words);
        match self {
            Self::Letters(span) => range_text(*span, "/", |letter| letter.code().to_owned()),
            Self::Number(span) | Self::French(span) => range_text(*span, "/", number),
            Self::European(span) => format!("EU {}", range_text(*span, "/", number)),
            Self::Clothes(system, span) | Self::Shoes(system, span) if words.own_system == Some(*system) => {
                range_text(*span, "/", number)
            }
            Self::Shoes(system, span) if is_continental(*system) => range_text(*span, "/", number),
            Self::Clothes(system, span) | Self::Shoes(system, span) => {
                format!("{} {}", system.code().to_uppercase(), range_text(*span, "/", number))
            }
            Self::Waist { waist, length: None, .. } => format!("W{waist}"),
            Self::Waist { waist, length: Some(length), .. } => format!("W{waist} L{length}"),
            Self::Bra { band, cup: Cup(cup) } => format!("{band}{cup}"),
            Self::Months(span) => counted(*span, words.months, words),
            Self::Years(span) => counted(*span, words.years, words),
            Self::Toddler(span) => range_text(*span, "/", |age| format!("{}T", number(age))),
            Self::Newborn => words.newborn.to_owned(),
            Self::Dimensions(dimensions) => dimensions.value(words),
            Self::Bed { width, length, .. } => format!("{width} x {length} cm"),
            Self::Capacity(amount, unit) => format!("{} {}", number(*amount), (words.capacity_unit)(*unit)),
            Self::Screen(inches) => {
                let inches = Span::one(*inches);
                counted(inches, words.inches, words)
            }
            Self::Volume(amount, unit) => format!("{} {}", number(*amount), (words.volume_unit)(*unit)),
            Self::OneSize => words.one_size.to_owned(),
            Self::Memory(amount, unit, kind) => {
                format!("{} {} {}", number(*amount), (words.capacity_unit)(*unit), kind.code())
            }
            Self::Counted(span, unit) => counted(*span, (words.count_unit)(*unit), words),
            Self::Frame(length, unit) => {
                let unit = unit.map(|unit| format!(" {}", (words.length_unit)(unit))).unwrap_or_default();
                fill(words.frame, &[("length", &format!("{}{unit}", number(*length)))])
            }
            Self::Wheel(inches) => fill(words.wheels, &[("inches", &number(*inches))]),
            Self::Year(year) => year.to_string(),
            Self::Unlocked => words.unlocked.to_owned(),
            Self::Lot(lot) => lot.phrase(language),
        }
    }
}

impl Dimensions {
    fn value(&self, words: &SizeWords) -> String {
        let side = |(axis, length): &(Option<super::Axis>, Decimal)| {
            let length = decimal(*length, words);
            match axis {
                Some(axis) => format!("{} {length}", (words.axis)(*axis)),
                None => length,
            }
        };
        let sides = self.sides.iter().map(side).collect::<Vec<_>>().join(" x ");
        match self.unit {
            Some(unit) => format!("{sides} {}", (words.length_unit)(unit)),
            None => sides,
        }
    }
}

/// Continental Europe numbers shoes alike.
const fn is_continental(system: super::System) -> bool {
    matches!(system, super::System::Fr | super::System::Eu | super::System::It)
}

fn words(language: Language) -> &'static SizeWords {
    &lang::of(language).sizes
}

fn range_text<T: Copy + Ord>(span: Span<T>, joint: &str, value: impl Fn(T) -> String) -> String {
    match span.single() {
        Some(one) => value(one),
        None => format!("{}{joint}{}", value(span.from()), value(span.to())),
    }
}

fn counted(span: Span<Decimal>, [singular, plural]: [&str; 2], words: &SizeWords) -> String {
    let unit = if span.to() == Decimal::whole(1) { singular } else { plural };
    format!("{} {unit}", range_text(span, "-", |number| decimal(number, words)))
}

fn decimal(number: Decimal, words: &SizeWords) -> String {
    number.to_string().replace('.', words.decimal)
}
