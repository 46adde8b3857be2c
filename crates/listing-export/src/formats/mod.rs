//! The export formats, one file for each.

mod csv;
mod ebay;

pub use csv::ListingsCsv;
pub use ebay::Ebay;
