//! The response types of the API: the API renders them, the history stores them, and the web app reads them
//! back.
//!
//! The history stores a response's bytes as sent. [`GeneratedData::read`] also reads those of earlier
//! versions: fields that these lack are `Option`s. Any other missing field makes reading fail.

mod amount;
mod answer;
mod code;
pub mod codes;
mod corrected;
mod details;
mod format;
mod pairs;
mod stored;
mod usage;

pub use amount::{Amount, InvalidAmount};
pub use answer::{
    GenerateResponse, GeneratedData, ItemAttributes, PlatformListing, RewriteResponse, RewrittenData, body,
};
pub use code::Code;
pub use details::{
    Alternative, AttributeDetail, AttributeDetails, Details, IgnoredField, ListingDetails, Missing,
    PhotoDetails, PhotoNote, PriceDetails, PriceSource, Warning,
};
pub use format::JsonAnswers;
pub use pairs::Pairs;
pub use stored::known;
pub use usage::{QuotaStatus, UsageData, UsageResponse};
