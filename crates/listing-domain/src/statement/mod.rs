//! What sellers state, understood and not echoed: the same thing said in another
//! language, with a word misspelt or in a trade's shorthand is the same thing.
//!
//! Each room reads one attribute into what it means, and tells it in any language.
//! What a seller says beyond that is kept in the seller's own words. The words of
//! each language stand in its folder (`lang`); nothing here knows any.

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
pub use colour::{ColourName, ColourStatement, PatternName};
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

/// Values one after the other: "a", "a et b", "a, b et c".
pub(crate) fn listed(values: &[String], and: &str) -> String {
    match values {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
