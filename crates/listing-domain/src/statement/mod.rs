//! Reads sellers' statements: the text typed for one attribute, such as "très bon état". Other languages,
//! misspellings and trade shorthand give the same result.
//!
//! Each module reads one attribute and renders it in any language, by the tables below `lang`. Words not
//! understood stay as typed.

mod audience;
mod brand;
mod colour;
mod condition;
mod material;
mod phrases;
mod refine;
mod size;
mod tokens;
mod traits;

pub use audience::AudienceStatement;
pub use brand::BrandStatement;
pub use colour::{ColorName, ColorStatement, PatternName};
pub use condition::ConditionStatement;
pub(crate) use condition::grades_named_in;
pub use material::{Material, MaterialStatement, Share};
pub(crate) use phrases::Phrases;
pub use refine::refine;
pub use size::{
    Axis, CapacityUnit, CountUnit, Cup, Decimal, Dimensions, LengthUnit, Letter, Lot, LotKind, MemoryKind,
    Size, SizeStatement, Span, System, VolumeUnit,
};
pub(crate) use tokens::{Token, TokenKind, tokens};
pub use traits::{Era, Origin, Style, Traits};

/// "a", "a et b", "a, b et c".
pub(crate) fn listed(values: &[String], and: &str) -> String {
    match values {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
