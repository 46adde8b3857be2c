//! Reads the meaning of sellers' statements. A statement is the text that a seller types about one attribute,
//! such as "très bon état" for the condition. Another language, a misspelling or trade shorthand gives the
//! same result.
//!
//! Each module reads one attribute and renders it in any language. Words that it does not understand stay as
//! the seller typed them. The word tables of each language are in its folder below `lang`.

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

/// Joins values into a list: "a", "a et b", "a, b et c".
pub(crate) fn listed(values: &[String], and: &str) -> String {
    match values {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
