//! The response types of the API, each in one typed form: the API renders them, the history stores
//! them, and the web app reads them back.
//!
//! A response's bytes are stored as they went out. [`GeneratedData::read`] reads them, also those that
//! earlier versions stored: what these lack is an `Option` here. Nothing else is filled in, so a field
//! that is missing makes reading fail.

mod amount;
mod answer;
mod code;
pub mod codes;
mod corrected;
mod details;
mod format;
mod stored;
mod usage;

pub use amount::{Amount, InvalidAmount};
pub use answer::{GenerateResponse, GeneratedData, ItemAttributes, PlatformListing, body};
pub use code::Code;
pub use details::{
    Alternative, AttributeDetail, AttributeDetails, Details, IgnoredField, ListingDetails, Missing,
    PhotoDetails, PhotoNote, PriceDetails, PriceSource, Warning,
};
pub use format::JsonAnswers;
pub use stored::{ListingEdit, known};
pub use usage::{QuotaStatus, UsageData, UsageResponse};
