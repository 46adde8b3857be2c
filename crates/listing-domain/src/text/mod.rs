//! Text that is fit for a marketplace: cutting, cleaning, hashtags.
//!
//! Whatever text comes in, from a model or from a seller, is data: it is made
//! plain, what the marketplace forbids is taken out together with the words that
//! lead up to it, and what is left reads as if it had been written so.
//!
//! Lengths are UTF-16 units, which is the strictest way a site may count: a text
//! that fits so also fits when characters are counted.

mod caps;
mod chars;
mod clean;
mod contact;
mod cut;
mod hashtags;
mod lint;
mod phone;
mod phrases;
mod plain;
mod price;
mod spans;
mod symbols;
mod tidy;

pub(crate) use caps::ACRONYMS;
pub(crate) use chars::{fold, units};
pub(crate) use clean::{Rules, Shape, clean, has_words};
pub(crate) use cut::{cut, cut_prose};
pub(crate) use hashtags::{hashtag, split_hashtags};
pub use lint::Lint;
pub(crate) use plain::plain;
pub(crate) use spans::contains_words;
