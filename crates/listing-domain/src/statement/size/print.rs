//! Sizes in a language's words.

use super::{Cup, Decimal, Dimensions, Size, SizeStatement, Span};
use crate::lang::{self, SizeWords};
use crate::wish::Language;

impl SizeStatement {
    /// The size as a value: "M", "UK 12 / FR 40", "6 mois"; the seller's own words where
    /// they say more than is understood. `None` where they say nothing of a size.
    pub fn value(&self, language: Language) -> Option<String> {
        if let Some(own) = &self.own {
            return Some(own.clone());
        }
        let sizes: Vec<String> = self.sizes.iter().map(|size| size.value(language)).collect();
        (!sizes.is_empty()).then(|| sizes.join(" / "))
    }

    /// What stands before the value in a list; `None` where it says itself what it is.
    pub fn label(&self, language: Language) -> Option<&'static str> {
        let words = words(language);
        Some(match self.sizes.first() {
            Some(Size::OneSize) => return None,
            Some(Size::Shoes(..)) => words.shoe_size,
            Some(Size::Dimensions(only)) if matches!(only.sides(), [(None, _)]) => words.size,
            Some(Size::Dimensions(_) | Size::Bed { .. }) => words.dimensions,
            Some(Size::Capacity(..)) => words.capacity,
            Some(Size::Screen(_)) => words.screen,
            Some(Size::Volume(..)) => words.volume,
            _ => words.size,
        })
    }

    /// The size within a sentence: "taille M", "size M", "120 x 60 cm", "taille unique".
    pub fn phrase(&self, language: Language) -> Option<String> {
        let value = self.value(language)?;
        let says_itself = matches!(
            self.sizes.first(),
            Some(
                Size::Dimensions(_)
                    | Size::Bed { .. }
                    | Size::Capacity(..)
                    | Size::Volume(..)
                    | Size::Screen(_)
                    | Size::OneSize
            )
        );
        match self.label(language).filter(|_| !says_itself) {
            Some(label) => Some(format!("{label} {value}")),
            None => Some(value),
        }
    }
}

impl Size {
    /// The size as a value, with the name of its system where it has one: "FR 38", "EU 42".
    pub(super) fn marked(&self, language: Language) -> String {
        let number = |span: Span<Decimal>| between(span, "/", |number| decimal(number, words(language)));
        match self {
            Self::Shoes(own, span) if is_continental(*own) => format!("EU {}", number(*span)),
            Self::Clothes(own, span) | Self::Shoes(own, span) => {
                format!("{} {}", own.code().to_uppercase(), number(*span))
            }
            other => other.value(language),
        }
    }

    /// The size as a value.
    pub fn value(&self, language: Language) -> String {
        let words = words(language);
        let number = |number: Decimal| decimal(number, words);
        let system = |code: &str| code.to_uppercase();
        match self {
            Self::Letters(span) => between(*span, "/", |letter| letter.code().to_owned()),
            Self::Number(span) | Self::French(span) => between(*span, "/", number),
            Self::European(span) => format!("EU {}", between(*span, "/", number)),
            Self::Clothes(own, span) | Self::Shoes(own, span) if words.own_system == Some(*own) => {
                between(*span, "/", number)
            }
            Self::Shoes(own, span) if is_continental(*own) => between(*span, "/", number),
            Self::Clothes(own, span) | Self::Shoes(own, span) => {
                format!("{} {}", system(own.code()), between(*span, "/", number))
            }
            Self::Waist { waist, length: None, .. } => format!("W{waist}"),
            Self::Waist { waist, length: Some(length), .. } => format!("W{waist} L{length}"),
            Self::Bra { band, cup: Cup(cup) } => format!("{band}{cup}"),
            Self::Months(span) => counted(*span, words.months, words),
            Self::Years(span) => counted(*span, words.years, words),
            Self::Toddler(span) => between(*span, "/", |age| format!("{}T", number(age))),
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

/// European shoes are numbered alike everywhere and told without a system.
const fn is_continental(system: super::System) -> bool {
    matches!(system, super::System::Fr | super::System::Eu | super::System::It)
}

fn words(language: Language) -> &'static SizeWords {
    &lang::of(language).sizes
}

fn between<T: Copy + Ord>(span: Span<T>, joint: &str, value: impl Fn(T) -> String) -> String {
    match span.single() {
        Some(one) => value(one),
        None => format!("{}{joint}{}", value(span.from()), value(span.to())),
    }
}

/// A number with its unit, of which one and many have a form.
fn counted(span: Span<Decimal>, [one, many]: [&str; 2], words: &SizeWords) -> String {
    let unit = if span.to() == Decimal::whole(1) { one } else { many };
    format!("{} {unit}", between(span, "-", |number| decimal(number, words)))
}

fn decimal(number: Decimal, words: &SizeWords) -> String {
    number.to_string().replace('.', words.decimal)
}
