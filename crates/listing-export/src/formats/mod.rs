//! The export formats, one file for each.

mod csv;

pub use csv::ListingsCsv;
