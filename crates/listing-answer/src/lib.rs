//! The response types of the API, which renders them; the history stores their bytes, and the web app reads
//! them back.
//!
//! [`GeneratedData::read`] also reads responses of earlier versions: fields that these lack are `Option`s.
//! Any other missing field makes reading fail.

mod amount;
mod answer;
mod code;
pub mod codes;
mod comparison;
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
