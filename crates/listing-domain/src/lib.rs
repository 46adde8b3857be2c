//! The core of Photo to Listing.
//!
//! It decides what is true and allowed: what a valid listing is on each of
//! twelve marketplaces, what an item may cost, who may generate and what it
//! takes. It does no I/O, reads no clock and draws no random number; what it
//! needs from outside stands under [`ports`], and what it offers as a whole
//! stands under [`usecase`].
#![deny(missing_docs)]

pub mod account;
pub mod attributes;
mod closed_enum;
pub mod condition;
pub mod draft;
pub mod ids;
pub mod key;
pub mod listing;
pub mod marketplace;
pub mod money;
pub mod photo;
pub mod ports;
pub mod pricing;
pub mod product;
pub mod quota;
pub mod request;
pub mod text;
pub mod usecase;
pub mod wish;

pub use closed_enum::UnknownCode;
